//! Conformance: what a GPU makes of each form of an instruction, and the interpreter against it.
//!
//! A *form* is an instruction with its modifiers, made executable on its own: [`kernel()`] writes a
//! kernel of it, [`operands()`] gives each thread operands (values at the edges of a type, crossed, and
//! values from a seed), and a *recording* holds what a device left. Recordings are *golden files*, one
//! a *family*; [`judge()`] executes the same kernels in the interpreter and compares:
//! - bits, where the instruction set specifies them, those of a NaN too (the canonical one);
//! - bits, but of a NaN only that it is one, where it does not: `f64`, moves of a sign, atomic sums;
//! - of approximate functions and of sums of products that are not exact: the device's result must
//!   lie in the interval that oracles grant it.
//!
//! Knows no device: whoever has one launches the kernels.

mod bounds;
mod form;
mod forms;
mod golden;
mod interpret;
mod judge;
mod kernel;
mod operands;
mod product;
mod record;

pub use form::{Form, Misassembled};
pub use forms::{FAMILIES, Family};
pub use golden::{GoldenError, Left, Recorded, Recording};
pub use judge::{Finding, Report, Row, judge};
pub use kernel::{ENTRY, SLOT, kernel};
pub use operands::{THREADS, operands};
pub use record::record;
