//! The typed AST of a kernel.
//!
//! A *program* is one `@triton.jit` function. Its body is a list of statements in single-assignment
//! form: each value is a [`ValueId`] that exactly one parameter or statement defines. Types are not
//! stored but inferred ([`Program::check`]), so an edited program cannot carry a wrong one.
//! `ops` owns the typing rule, the Python text and the meaning of each operation.

mod check;
pub mod edit;
mod machine;
mod matrix;
pub mod ops;
mod surface;
mod types;
mod unspecified;
mod walk;

use serde::{Deserialize, Serialize};

use crate::tensor::DType;

pub use check::{TypeError, Types};
pub use machine::{Machine, Undefined};
pub use matrix::Matrix;
pub use ops::{Op, Operation};
pub use surface::{Bundle, Surface};
pub use types::{Elem, Type, element_names};
pub use unspecified::{Treatment, UNSPECIFIED, Unspecified};
pub use walk::{free, operations};

/// Names one value of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ValueId(pub u32);

/// An operand: a value, or a Python number that takes the type of the other operand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operand {
    /// A value of the program.
    Value(ValueId),
    /// A Python `int`.
    Int(i128),
    /// A Python `float`, finite.
    Float(f64),
}

impl Operand {
    /// The value, if this is one.
    pub fn value(self) -> Option<ValueId> {
        match self {
            Operand::Value(id) => Some(id),
            _ => None,
        }
    }
}

/// One kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The Python name of the function.
    pub name: String,
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// How it is written.
    #[serde(default, skip_serializing_if = "Surface::is_plain")]
    pub surface: Surface,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// The Python name.
    pub name: String,
    /// The value that it defines.
    pub value: ValueId,
    /// What is passed.
    pub kind: ParamKind,
}

impl Param {
    /// The parameter in the head of the Python function. Triton types Python numbers by their value
    /// (`int` as `i32` where it fits, `float` as `f32`); for another type an annotation says so.
    pub fn declaration(&self) -> String {
        match self.kind {
            ParamKind::Constexpr(_) => format!("{}: tl.constexpr", self.name),
            ParamKind::Pointer(_)
            | ParamKind::Descriptor(_)
            | ParamKind::Scalar(DType::I1 | DType::I32 | DType::F32) => self.name.clone(),
            ParamKind::Scalar(dtype) => format!("{}: \"{dtype}\"", self.name),
        }
    }

    /// The statement that makes a number parameter a scalar of its type. A constexpr, and an integer
    /// that Triton specializes because it is 1, is a Python number in the kernel: it has no type,
    /// and its `//` and `%` are Python's.
    pub fn binding(&self) -> Option<String> {
        match self.kind {
            ParamKind::Pointer(_) | ParamKind::Descriptor(_) => None,
            ParamKind::Scalar(dtype) => Type::scalar(dtype).binding(&self.name),
            ParamKind::Constexpr(_) => Type::scalar(DType::I32).binding(&self.name),
        }
    }
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParamKind {
    /// A pointer to elements of that type.
    Pointer(DType),
    /// A scalar. Triton specializes integers that are 1 or divisible by 16.
    Scalar(DType),
    /// A `tl.constexpr` integer with its value; used as an `i32` scalar.
    Constexpr(i64),
    /// A tensor descriptor of such a matrix, made where the kernel is launched; from 3.4.
    Descriptor(Matrix),
}

impl ParamKind {
    /// The type of the value that such a parameter defines.
    pub fn ty(self) -> Type {
        match self {
            ParamKind::Pointer(dtype) => Type { elem: Elem::Ptr(dtype), shape: vec![] },
            ParamKind::Scalar(dtype) => Type::scalar(dtype),
            ParamKind::Constexpr(_) => Type::scalar(DType::I32),
            ParamKind::Descriptor(matrix) => matrix.ty(),
        }
    }
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stmt {
    /// `value = op`.
    Let {
        /// The value defined.
        value: ValueId,
        /// How.
        op: Op,
    },
    /// An operation without a result.
    Do(Op),
    /// `for index in range(start, end, step)`.
    For(For),
    /// `if condition: ... else: ...` on a scalar.
    If(If),
    /// `results = helper(...)`, a device function.
    Call(Call),
    /// `if condition: return`, on a scalar, in the kernel itself and in no block of it.
    ReturnIf(ValueId),
}

/// A call of a device function that is called here only: its parameters are the values that its body
/// uses, so that the call means what the body means in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Whether the compiler is kept from inlining it.
    pub noinline: bool,
    /// The statements of the function.
    pub body: Vec<Stmt>,
    /// What it returns.
    pub results: Vec<Returned>,
}

/// A value that a device function returns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returned {
    /// The value after the call.
    pub value: ValueId,
    /// What it is inside, defined by the body.
    pub inner: ValueId,
}

/// A counted loop. Bounds and step are `i32` or `i64` scalars, or Python ints; the step is positive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct For {
    /// The induction variable, of the type of the bounds.
    pub index: ValueId,
    /// First value.
    pub start: Operand,
    /// One past the last value.
    pub end: Operand,
    /// Step.
    pub step: Operand,
    /// `num_stages` of `tl.range`; a plain `range` without this and the next.
    pub num_stages: Option<u32>,
    /// `loop_unroll_factor` of `tl.range`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unroll: Option<u32>,
    /// `tl.static_range`, which the front end unrolls: all bounds are Python ints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_static: bool,
    /// Further arguments of `tl.range`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<RangeHint>,
    /// Written with `while`, and the induction variable as what is carried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_while: bool,
    /// Values that go from one iteration to the next.
    pub carried: Vec<Carried>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// What `tl.range` asks of the compiler; nothing of what the loop means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeHint {
    /// No buffers for the accumulators of several iterations at once.
    DisallowAccMultiBuffer,
    /// The nest of loops becomes one.
    Flatten,
    /// Warps take different parts of the body; from 3.4.
    WarpSpecialize,
    /// Nothing is moved out of the loop; from 3.4.
    DisableLicm,
}

impl RangeHint {
    /// All of them.
    pub const ALL: [RangeHint; 4] = [
        RangeHint::DisallowAccMultiBuffer,
        RangeHint::Flatten,
        RangeHint::WarpSpecialize,
        RangeHint::DisableLicm,
    ];

    /// The name of the argument.
    pub fn word(self) -> &'static str {
        match self {
            RangeHint::DisallowAccMultiBuffer => "disallow_acc_multi_buffer",
            RangeHint::Flatten => "flatten",
            RangeHint::WarpSpecialize => "warp_specialize",
            RangeHint::DisableLicm => "disable_licm",
        }
    }
}

/// A value carried by a loop. All four have one type.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// The value before the loop.
    pub init: ValueId,
    /// The value at the start of an iteration; visible in the body.
    pub inside: ValueId,
    /// The value at the end of an iteration, defined in the body or before the loop.
    pub next: ValueId,
    /// The value after the loop.
    pub after: ValueId,
}

/// A branch on an `i1` scalar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct If {
    /// The condition.
    pub condition: ValueId,
    /// Statements of the taken branch.
    pub then: Vec<Stmt>,
    /// Statements of the other branch.
    pub otherwise: Vec<Stmt>,
    /// Values that leave the branch.
    pub merged: Vec<Merged>,
}

/// A value that both branches define.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Merged {
    /// The value after the branch.
    pub value: ValueId,
    /// What it is when the condition is true.
    pub then: ValueId,
    /// What it is otherwise; of the same type.
    pub otherwise: ValueId,
}
