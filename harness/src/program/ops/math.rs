//! Mathematical functions of one float: `triton/language/math.py`, and `sigmoid` of `standard.py`.

use serde::{Deserialize, Serialize};

use super::{Context, Operation};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, FloatBinary, FloatFormat, FloatUnary, Status, Tile, float_binary, float_unary,
};

/// Which function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Function {
    Exp,
    Exp2,
    Log,
    Log2,
    Sin,
    Cos,
    Sqrt,
    /// Rounded to nearest; on `f32` only.
    SqrtRn,
    Rsqrt,
    Erf,
    Floor,
    Ceil,
    /// `1 / (1 + exp(-x))`.
    Sigmoid,
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 13] = [
        Function::Exp,
        Function::Exp2,
        Function::Log,
        Function::Log2,
        Function::Sin,
        Function::Cos,
        Function::Sqrt,
        Function::SqrtRn,
        Function::Rsqrt,
        Function::Erf,
        Function::Floor,
        Function::Ceil,
        Function::Sigmoid,
    ];

    /// Its name in `triton.language`.
    pub fn word(self) -> &'static str {
        match self {
            Function::Exp => "exp",
            Function::Exp2 => "exp2",
            Function::Log => "log",
            Function::Log2 => "log2",
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Sqrt => "sqrt",
            Function::SqrtRn => "sqrt_rn",
            Function::Rsqrt => "rsqrt",
            Function::Erf => "erf",
            Function::Floor => "floor",
            Function::Ceil => "ceil",
            Function::Sigmoid => "sigmoid",
        }
    }

    fn takes(self, dtype: DType) -> bool {
        dtype == DType::F32 || dtype == DType::F64 && self != Function::SqrtRn
    }

    /// The operation of the domains; none for what is made of several.
    fn unary(self) -> Option<FloatUnary> {
        Some(match self {
            Function::Exp => FloatUnary::Exp,
            Function::Exp2 => FloatUnary::Exp2,
            Function::Log => FloatUnary::Log,
            Function::Log2 => FloatUnary::Log2,
            Function::Sin => FloatUnary::Sin,
            Function::Cos => FloatUnary::Cos,
            // What the instruction may be off by allows for a right rounding too.
            Function::Sqrt | Function::SqrtRn => FloatUnary::Sqrt,
            Function::Rsqrt => FloatUnary::Rsqrt,
            Function::Erf => FloatUnary::Erf,
            Function::Floor => FloatUnary::Floor,
            Function::Ceil => FloatUnary::Ceil,
            Function::Sigmoid => return None,
        })
    }
}

/// `tl.exp(value)` and the like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Math {
    /// Which function.
    pub function: Function,
    /// The operand, of `f32` or `f64`.
    pub value: ValueId,
}

impl Operation for Math {
    fn name(&self) -> String {
        format!("math.{}", self.function.word())
    }

    fn operands(&self) -> Vec<ValueId> {
        vec![self.value]
    }

    fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.value = f(self.value);
    }

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits = ty.dtype().is_some_and(|dtype| self.function.takes(dtype));
        ensure(fits, || format!("{} of {ty}", self.function.word()))?;
        Ok(Some(ty.clone()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.{}({})", self.function.word(), names(self.value))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let format = context.ty(self.value).dtype().and_then(DType::format);
        let format = format.expect("invariant: typed as a float");
        let (value, mut status) = (context.value(self.value), Status::default());
        let result = match self.function.unary() {
            Some(op) => float_unary(op, format, value, &mut status),
            None => sigmoid(format, value, &mut status),
        };
        Undefined::check(&status)?;
        Ok(Some(result))
    }
}

fn sigmoid<D: Domain>(format: FloatFormat, value: &Tile<D>, status: &mut Status) -> Tile<D> {
    let one = Tile::splat_float(value.shape(), D::constant(1.0));
    let negated = float_unary(FloatUnary::Neg, format, value, status);
    let power = float_unary(FloatUnary::Exp, format, &negated, status);
    let sum = float_binary(FloatBinary::Add, format, &one, &power, status);
    float_binary(FloatBinary::Div, format, &one, &sum, status)
}
