//! Reader, printer and interpreter of TTIR and TTGIR text. Must not know programs.
//!
//! [`parse`] makes a [`Module`] of a text, [`print()`] gives it back in a form that Triton accepts,
//! and in between the operations may be walked and changed. Nothing here asks Triton.

mod assembly;
mod attribute;
mod interpret;
mod ir;
mod lexer;
mod parser;
mod printer;
mod types;

pub use assembly::{Arity, OperandSpec, Spec, known_operations};
pub use attribute::{Attribute, Dense, Entry, Parameters};
pub use interpret::{
    Access, AccessKind, Asynchrony, Atomic, Event, Executable, Execution, ExecutionError,
    FalseClaim, Fence, FenceCount, MemoryOrder, Options, RaceKind, Schedules, Site, element_kind,
    executed_operations, hints,
};
pub use ir::{
    Block, Form, Module, OpName, Operation, Piece, Region, Span, Successor, Value, ValueId,
};
pub use parser::{parse, parse_bytes, parse_chunks};
pub use printer::{print, print_operation};
pub use types::{
    FloatKind, FunctionType, MemDescType, Signedness, TensorDescType, TensorType, Type,
};

pub use crate::syntax::ParseError;
