//! Comparisons. Triton's float comparisons are ordered but for `!=`.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, common_type, reads, text};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, FloatPredicate, IntPredicate, Status, Tile, compare_float, compare_int,
};

/// Which comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Predicate {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Predicate {
    /// All of them.
    pub const ALL: [Predicate; 6] =
        [Predicate::Eq, Predicate::Ne, Predicate::Lt, Predicate::Le, Predicate::Gt, Predicate::Ge];

    fn symbol(self) -> &'static str {
        match self {
            Predicate::Eq => "==",
            Predicate::Ne => "!=",
            Predicate::Lt => "<",
            Predicate::Le => "<=",
            Predicate::Gt => ">",
            Predicate::Ge => ">=",
        }
    }

    fn float(self) -> FloatPredicate {
        match self {
            Predicate::Eq => FloatPredicate::Oeq,
            Predicate::Ne => FloatPredicate::Une,
            Predicate::Lt => FloatPredicate::Olt,
            Predicate::Le => FloatPredicate::Ole,
            Predicate::Gt => FloatPredicate::Ogt,
            Predicate::Ge => FloatPredicate::Oge,
        }
    }

    fn int(self, signed: bool) -> IntPredicate {
        match (self, signed) {
            (Predicate::Eq, _) => IntPredicate::Eq,
            (Predicate::Ne, _) => IntPredicate::Ne,
            (Predicate::Lt, true) => IntPredicate::LtS,
            (Predicate::Le, true) => IntPredicate::LeS,
            (Predicate::Gt, true) => IntPredicate::GtS,
            (Predicate::Ge, true) => IntPredicate::GeS,
            (Predicate::Lt, false) => IntPredicate::LtU,
            (Predicate::Le, false) => IntPredicate::LeU,
            (Predicate::Gt, false) => IntPredicate::GtU,
            (Predicate::Ge, false) => IntPredicate::GeU,
        }
    }
}

/// A comparison of two operands of one element type; gives `i1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compare {
    /// Which.
    pub predicate: Predicate,
    /// Left operand, a value: Python would turn a number around.
    pub left: ValueId,
    /// Right operand.
    pub right: Operand,
}

impl Operation for Compare {
    fn name(&self) -> String {
        format!("compare.{}", format!("{:?}", self.predicate).to_lowercase())
    }

    reads!(left, right);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = common_type(Operand::Value(self.left), self.right, types)?;
        ensure(ty.dtype().is_some(), || format!("{:?} of {ty}", self.predicate))?;
        Ok(Some(ty.with_elem(Elem::Num(DType::I1))))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("{} {} {}", names(self.left), self.predicate.symbol(), text(self.right, names))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let left = Operand::Value(self.left);
        let ty = common_type(left, self.right, context.types).expect("invariant: checked");
        let dtype = ty.dtype().expect("invariant: typed as a number");
        let a = context.operand(left, dtype, &ty.shape);
        let b = context.operand(self.right, dtype, &ty.shape);
        let mut status = Status::default();
        let tile = if dtype.is_float() {
            compare_float(self.predicate.float(), &a, &b, &mut status)
        } else {
            compare_int(self.predicate.int(dtype.is_signed()), dtype.bits(), &a, &b)
        };
        Undefined::check(&status)?;
        Ok(Some(tile))
    }
}
