//! Reader and interpreter of the PTX that Triton emits. Must not know kernels' programs.
//!
//! [`read`] makes a [`Module`] of a text: every name resolved, every instruction decoded to a typed
//! [`Opcode`]. A form that no decoder knows is kept as [`Opcode::Unknown`], so that the module can
//! still be read; whoever executes it says that it is unsupported. [`Cfg`] gives a function's
//! blocks and where diverged lanes meet again. [`Executable`] executes a kernel. [`conformance`] holds
//! what a GPU made of each form against it. Nothing here asks Triton or ptxas.

mod alu;
mod cfg;
pub mod conformance;
mod decode;
mod lanes;
mod lexer;
mod machine;
mod matrix;
mod program;
mod reader;
mod types;

pub use cfg::{BasicBlock, Cfg};
pub use decode::{
    AsyncCopy, Atomic, AtomicOp, Barrier, BarrierReduction, BulkTarget, CacheOp, Comparison,
    Completion, Control, Convert, Evict, Fence, FenceOrder, Float, FloatOp, Half, Integer,
    IntegerOp, LogicOp, Matrix, MatrixShape, MbarrierOp, Memory, MulLayout, Order, PermuteMode,
    ReduceOp, Rounding, Scope, Select, ShuffleMode, TensorMapField, TensorMode, TestProperty,
    VoteMode, Warp,
};
pub use machine::{Executable, GlobalBuffer, GlobalMemory, Options, Place, Run, Stop, StopKind};
pub use matrix::{ElementType, Fill, Swizzle, TENSOR_MAP_BYTES, TensorMap};
pub use program::{
    Address, Base, Declaration, Function, Initial, Instruction, Launch, Line, Module, Opcode,
    Operand, Reg, RegClass, Relocation, SourceLine, Symbol, Variable,
};
pub use reader::{read, read_bytes};
pub use types::{Axis, Space, Special, Type};

pub use crate::syntax::ParseError;
