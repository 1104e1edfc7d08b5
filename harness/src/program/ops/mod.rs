//! The operations of the language, one file a family.
//!
//! To add a family: write its file with a type that implements [`Operation`], and add one line to
//! `operations!` below.

mod address;
mod arg_reduce;
mod atomic;
mod binary;
mod block_pointer;
mod cast;
mod clamp;
mod combine;
mod compare;
mod constant;
mod descriptor;
mod dot;
mod dot_scaled;
mod fma;
mod gather;
mod hint;
mod index;
mod join;
mod math;
mod memory;
mod operands;
mod random;
mod reduce;
mod scan;
mod select;
mod shape;
mod sort;
mod swizzle;
mod unary;
mod uniform;
mod unordered;

use serde::{Deserialize, Serialize};

use super::{Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};
use operands::reads;

pub use address::AddPtr;
pub use arg_reduce::{ArgReduce, Extreme};
pub use atomic::{Atomic, AtomicAccess, AtomicOp, Ordering};
pub use binary::{Binary, BinaryOp};
pub use block_pointer::{BlockAxis, BlockLoad, BlockPointer, BlockStore, Padding};
pub use cast::{Cast, Downcast};
pub use clamp::Clamp;
pub use combine::{Along, Combine, Monoid};
pub use compare::{Compare, Predicate};
pub use constant::Full;
pub use descriptor::{DescriptorLoad, DescriptorStore, Window};
pub use dot::{Dot, Precision};
pub use dot_scaled::{DotScaled, Format, Scaled};
pub use fma::Fma;
pub use gather::Gather;
pub use hint::Hint;
pub use index::{Arange, NumPrograms, ProgramId};
pub use join::{Interleave, Join, Split};
pub use math::{Function, Math};
pub use memory::{Caching, Load, Store};
pub use random::Philox;
pub use reduce::{Reduce, ReduceOp};
pub use scan::{CumProd, CumSum};
pub use select::Where;
pub use shape::{BroadcastTo, ExpandDims, Permute, Reshape};
pub use sort::{Flip, Histogram, Sort, TopK};
pub use swizzle::Swizzle;
pub use unary::{Unary, UnaryOp};
pub use uniform::Rand;
pub use unordered::{Digest, Source, Unordered};

/// What every operation tells of itself.
pub trait Operation {
    /// The key under which coverage counts it: `binary.add`, `reduce.max`.
    fn name(&self) -> String;

    /// The values that it reads.
    fn operands(&self) -> Vec<ValueId>;

    /// Replaces each value that it reads.
    fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId);

    /// The pointers through which it writes to memory.
    fn writes_to(&self) -> Option<ValueId> {
        None
    }

    /// The type of the result; `None` if there is none.
    ///
    /// # Errors
    /// If Triton would not accept the operands.
    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError>;

    /// The Python expression. `names` gives the variable of a value.
    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String;

    /// Whether one of several results may stand for another while it is computed, all of them right,
    /// so that copies of it may differ.
    fn chooses(&self) -> bool {
        false
    }

    /// For one of several results, whose expression is a tuple: the operation that takes the first,
    /// by which those that take others of the same results are known, and which this one takes.
    fn of_several(&self) -> Option<(Op, usize)> {
        None
    }

    /// A device function that the expression calls.
    fn helper(&self) -> Option<Helper> {
        None
    }

    /// What it does, as Triton defines it.
    ///
    /// # Errors
    /// If the program is not well defined here.
    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined>;
}

/// A device function that is written above the kernel.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Helper {
    /// Its name, which begins with [`Helper::PREFIX`] and tells the functions of a module apart.
    pub name: String,
    /// Its parameters and its statements, without indentation.
    pub parameters: Vec<String>,
    /// See `parameters`.
    pub body: Vec<String>,
}

impl Helper {
    /// How the names of all helpers begin; nothing else may be named so.
    pub const PREFIX: &str = "combine_";
}

/// The values and types that an operation sees while it is evaluated.
pub struct Context<'a, D: Domain> {
    /// Types of all values of the program.
    pub types: &'a Types,
    /// Values by id; those that an operation reads are there.
    pub values: &'a [Option<Tile<D>>],
}

impl<D: Domain> Context<'_, D> {
    /// The value of `id`.
    ///
    /// # Panics
    /// If it is not defined: programs are checked before they are evaluated.
    pub fn value(&self, id: ValueId) -> &Tile<D> {
        self.values[id.0 as usize]
            .as_ref()
            .expect("invariant: checked programs define what they use")
    }

    /// The type of `id`.
    ///
    /// # Panics
    /// As `value`.
    pub fn ty(&self, id: ValueId) -> &Type {
        self.types.get(id).expect("invariant: checked programs are typed")
    }

    /// An operand as a tile of `shape` whose elements are `dtype`.
    pub fn operand(&self, operand: Operand, dtype: DType, shape: &[usize]) -> Tile<D> {
        match operand {
            Operand::Value(id) => self.value(id).broadcast(shape),
            literal => literal_tile(literal, dtype, shape),
        }
    }
}

/// A Python number as a tile of `dtype`.
fn literal_tile<D: Domain>(literal: Operand, dtype: DType, shape: &[usize]) -> Tile<D> {
    let float = |value: f64| {
        let format = dtype.format().expect("invariant: typed as a float");
        Tile::splat_float(shape, D::constant(format.round(value)))
    };
    match literal {
        Operand::Int(value) if dtype.is_int() => {
            Tile::splat_int(shape, crate::tensor::sign_extend(value as i64, dtype.bits()))
        }
        Operand::Int(value) => float(value as f64),
        Operand::Float(value) => float(value),
        Operand::Value(_) => unreachable!("a literal was asked for"),
    }
}

macro_rules! operations {
    ($($variant:ident),* $(,)?) => {
        /// An operation of any family.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum Op { $($variant($variant)),* }

        impl Operation for Op {
            fn name(&self) -> String {
                match self { $(Op::$variant(op) => op.name()),* }
            }
            fn operands(&self) -> Vec<ValueId> {
                match self { $(Op::$variant(op) => op.operands()),* }
            }
            fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
                match self { $(Op::$variant(op) => op.map_operands(f)),* }
            }
            fn writes_to(&self) -> Option<ValueId> {
                match self { $(Op::$variant(op) => op.writes_to()),* }
            }
            fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
                match self { $(Op::$variant(op) => op.infer(types)),* }
            }
            fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
                match self { $(Op::$variant(op) => op.python(names)),* }
            }
            fn chooses(&self) -> bool {
                match self { $(Op::$variant(op) => op.chooses()),* }
            }
            fn of_several(&self) -> Option<(Op, usize)> {
                match self { $(Op::$variant(op) => op.of_several()),* }
            }
            fn helper(&self) -> Option<Helper> {
                match self { $(Op::$variant(op) => op.helper()),* }
            }
            fn evaluate<D: Domain, M: Machine<D>>(
                &self,
                context: &Context<'_, D>,
                machine: &mut M,
            ) -> Result<Option<Tile<D>>, Undefined> {
                match self { $(Op::$variant(op) => op.evaluate(context, machine)),* }
            }
        }

        $(impl From<$variant> for Op {
            fn from(op: $variant) -> Op { Op::$variant(op) }
        })*
    };
}

operations! {
    Full, Arange, ProgramId, NumPrograms,
    Unary, Binary, Compare, Cast, Where,
    ExpandDims, BroadcastTo, Reshape, Permute,
    Fma, Math, Reduce, ArgReduce, CumSum, CumProd, Combine, Dot, Join, Split, Gather, Sort, Flip, Histogram, AddPtr, Load, Store, Atomic,
    DescriptorLoad, DescriptorStore, BlockLoad, BlockStore,
    Clamp, DotScaled, Downcast, Hint, Interleave, Philox, Rand, Swizzle, TopK, Unordered,
}

/// The Python text of an operand.
fn text(operand: Operand, names: &dyn Fn(ValueId) -> String) -> String {
    match operand {
        Operand::Value(id) => names(id),
        Operand::Int(value) if value < 0 => format!("({value})"),
        Operand::Int(value) => value.to_string(),
        Operand::Float(value) => float_text(value),
    }
}

/// A Python float literal with that value.
fn float_text(value: f64) -> String {
    let text = format!("{value:?}");
    if value.is_sign_negative() { format!("({text})") } else { text }
}

/// A Python tuple or list body: `4, 1`.
fn list(values: &[usize]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The shape that two operands broadcast to: equal ranks, or one of them a scalar.
fn broadcast_shapes(a: &[usize], b: &[usize]) -> Result<Vec<usize>, TypeError> {
    if a.is_empty() || b.is_empty() {
        return Ok(if a.is_empty() { b } else { a }.to_vec());
    }
    let fits = a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x == y || *x == 1 || *y == 1);
    super::check::ensure(fits, || format!("shapes {a:?} and {b:?} do not broadcast"))?;
    Ok(a.iter().zip(b).map(|(x, y)| *x.max(y)).collect())
}

/// The common type of two operands of one element type, at least one of them a value.
fn common_type(a: Operand, b: Operand, types: &Types) -> Result<Type, TypeError> {
    use super::check::ensure;
    match (a.value(), b.value()) {
        (Some(x), Some(y)) => {
            let (x, y) = (types.get(x)?, types.get(y)?);
            ensure(x.elem == y.elem, || format!("operands are {x} and {y}"))?;
            Ok(Type { elem: x.elem, shape: broadcast_shapes(&x.shape, &y.shape)? })
        }
        (Some(x), None) => literal_fits(b, types.get(x)?),
        (None, Some(y)) => literal_fits(a, types.get(y)?),
        (None, None) => Err(TypeError("both operands are Python numbers".into())),
    }
}

fn literal_fits(literal: Operand, ty: &Type) -> Result<Type, TypeError> {
    let dtype = ty.dtype().ok_or_else(|| TypeError(format!("a number meets {ty}")))?;
    let fits = match (literal, dtype.int_range()) {
        (Operand::Int(value), Some((low, high))) => {
            // A Python int beside an `i1` would promote it.
            dtype != DType::I1 && low <= value && value <= high
        }
        (Operand::Float(value), None) => value.is_finite(),
        (Operand::Int(_), None) => false,
        _ => false,
    };
    super::check::ensure(fits, || format!("{literal:?} does not fit {dtype}"))?;
    Ok(ty.clone())
}
