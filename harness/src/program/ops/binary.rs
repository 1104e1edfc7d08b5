//! Arithmetic and bit operations on two operands of one element type.
//!
//! Integer `//` and `%` truncate toward zero at run time, as C's do and Python's do not
//! (`semantic.py`: `floordiv` emits `arith.divsi`).

use serde::{Deserialize, Serialize};

use super::{Context, Operation, common_type, reads, text};
use crate::program::check::ensure;
use crate::program::{Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, FloatBinary, IntBinary, Status, Tile, approximate_quotient, float_binary,
    int_binary,
};

/// Which binary operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// `/`, on `f32` and `f64`.
    Div,
    /// `//`, on integers.
    FloorDiv,
    /// `%`, on integers.
    Rem,
    And,
    Or,
    Xor,
    Shl,
    /// `>>`: arithmetic on signed, logical on unsigned integers.
    Shr,
    /// `tl.minimum`, NaN-ignoring.
    Min,
    /// `tl.maximum`, NaN-ignoring.
    Max,
    /// `tl.umulhi`: the upper half of the product of two numbers of 32 or 64 bits, read unsigned.
    MulHi,
    /// `tl.cdiv`: `(a + (b - 1)) // b`, which rounds up where both are positive.
    CeilDiv,
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [BinaryOp; 15] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::FloorDiv,
        BinaryOp::Rem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::Min,
        BinaryOp::Max,
        BinaryOp::MulHi,
        BinaryOp::CeilDiv,
    ];

    fn accepts(self, dtype: DType) -> bool {
        use BinaryOp::*;
        match self {
            And | Or | Xor => dtype.is_int(),
            Div => matches!(dtype, DType::F32 | DType::F64),
            FloorDiv | CeilDiv | Rem | Shl | Shr => dtype.is_int() && dtype != DType::I1,
            MulHi => dtype.is_int() && dtype.bits() >= 32,
            Add | Sub | Mul | Min | Max => true,
        }
    }

    fn float(self) -> Option<FloatBinary> {
        Some(match self {
            BinaryOp::Add => FloatBinary::Add,
            BinaryOp::Sub => FloatBinary::Sub,
            BinaryOp::Mul => FloatBinary::Mul,
            BinaryOp::Div => FloatBinary::Div,
            BinaryOp::Min => FloatBinary::MinNum,
            BinaryOp::Max => FloatBinary::MaxNum,
            _ => return None,
        })
    }

    fn int(self, signed: bool) -> Option<IntBinary> {
        let either = |s: IntBinary, u: IntBinary| if signed { s } else { u };
        Some(match self {
            BinaryOp::Add => IntBinary::Add,
            BinaryOp::Sub => IntBinary::Sub,
            BinaryOp::Mul => IntBinary::Mul,
            BinaryOp::FloorDiv => either(IntBinary::DivS, IntBinary::DivU),
            BinaryOp::Rem => either(IntBinary::RemS, IntBinary::RemU),
            BinaryOp::And => IntBinary::And,
            BinaryOp::Or => IntBinary::Or,
            BinaryOp::Xor => IntBinary::Xor,
            BinaryOp::Shl => IntBinary::Shl,
            BinaryOp::Shr => either(IntBinary::ShrS, IntBinary::ShrU),
            BinaryOp::Min => either(IntBinary::MinS, IntBinary::MinU),
            BinaryOp::Max => either(IntBinary::MaxS, IntBinary::MaxU),
            BinaryOp::MulHi => IntBinary::MulHiU,
            BinaryOp::Div | BinaryOp::CeilDiv => return None,
        })
    }

    fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::FloorDiv => "//",
            BinaryOp::Rem => "%",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Min => "tl.minimum",
            BinaryOp::Max => "tl.maximum",
            BinaryOp::MulHi => "tl.umulhi",
            BinaryOp::CeilDiv => "tl.cdiv",
        }
    }
}

/// A binary operation; shapes broadcast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Binary {
    /// Which.
    pub op: BinaryOp,
    /// Left operand.
    pub left: Operand,
    /// Right operand.
    pub right: Operand,
}

impl Operation for Binary {
    fn name(&self) -> String {
        format!("binary.{}", format!("{:?}", self.op).to_lowercase())
    }

    reads!(left, right);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = common_type(self.left, self.right, types)?;
        let fits = ty.dtype().is_some_and(|dtype| self.op.accepts(dtype));
        ensure(fits, || format!("{:?} of {ty}", self.op))?;
        if let (BinaryOp::CeilDiv, Operand::Int(by)) = (self.op, self.right) {
            // Python computes `by - 1`.
            let low = ty.dtype().and_then(DType::int_range).map_or(0, |(low, _)| low);
            ensure(by > low, || format!("{ty} divided by {by}"))?;
        }
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (mut left, mut right) = (text(self.left, names), text(self.right, names));
        let symbol = self.op.symbol();
        match self.op {
            BinaryOp::CeilDiv => format!("{symbol}({left}, {right})"),
            BinaryOp::Min | BinaryOp::Max | BinaryOp::MulHi => {
                // Before 3.9 a bare literal widens the result of these two to 32 bits, and `bf16` is.
                let value = if self.left.value().is_some() { left.clone() } else { right.clone() };
                match (self.left.value(), self.right.value()) {
                    (Some(_), None) => right = format!("tl.full([], {right}, {value}.dtype)"),
                    (None, Some(_)) => left = format!("tl.full([], {left}, {value}.dtype)"),
                    _ => {}
                }
                format!("{symbol}({left}, {right}).to({value}.dtype)")
            }
            _ => format!("{left} {symbol} {right}"),
        }
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let ty = common_type(self.left, self.right, context.types).expect("invariant: checked");
        let dtype = ty.dtype().expect("invariant: typed as a number");
        let a = context.operand(self.left, dtype, &ty.shape);
        let b = context.operand(self.right, dtype, &ty.shape);
        let mut status = Status::default();
        let divides = matches!(self.op, BinaryOp::FloorDiv | BinaryOp::Rem | BinaryOp::CeilDiv);
        if divides && b.any_undef() {
            return Err(Undefined::new("division by an unspecified value"));
        }
        let tile = match dtype.format() {
            Some(format) => {
                // Representable quotients too may be missed by what `/` of `f32` becomes.
                match self.op.float().expect("invariant: checked") {
                    FloatBinary::Div if D::EXACT && dtype == DType::F32 => {
                        approximate_quotient(format, &a, &b, &mut status)
                    }
                    op => float_binary(op, format, &a, &b, &mut status),
                }
            }
            None if self.op == BinaryOp::CeilDiv => ceil_div(dtype, &a, &b, &mut status),
            None => {
                let op = self.op.int(dtype.is_signed()).expect("invariant: checked");
                int_binary(op, dtype.bits(), &a, &b, &mut status)
            }
        };
        Undefined::check(&status)?;
        Ok(Some(tile))
    }
}

/// As `standard.py` spells it.
fn ceil_div<D: Domain>(dtype: DType, a: &Tile<D>, b: &Tile<D>, status: &mut Status) -> Tile<D> {
    let bits = dtype.bits();
    let less = int_binary(IntBinary::Sub, bits, b, &Tile::splat_int(b.shape(), 1), status);
    let sum = int_binary(IntBinary::Add, bits, a, &less, status);
    let divide = if dtype.is_signed() { IntBinary::DivS } else { IntBinary::DivU };
    int_binary(divide, bits, &sum, b, status)
}
