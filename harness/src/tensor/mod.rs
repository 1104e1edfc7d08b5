//! Tiles: element types, tile values over `ndarray`, numeric domains and buffers; and the numbers of a seed
//! that fill them.
//!
//! A *tile* is the value of one Triton tensor in one program instance. Integers and addresses are
//! always concrete; floats are elements of a [`Domain`], over which the reference evaluator and the
//! IR interpreter are generic. This module owns scalar arithmetic: both executors call it, so it
//! is tested against numpy and against Triton's interpreter and not against either executor.
//!
//! Canonical integers: an integer of `w` bits is held in an `i64`, sign-extended from bit `w - 1`,
//! whatever its signedness. So a true `i1` is -1, a `u8` 255 is -1, and a cast between signed and
//! unsigned types of one width changes nothing. Unsigned operations mask first.

mod agreement;
mod algebraic;
mod approx;
mod bounded;
mod bounds;
mod buffer;
mod division;
mod domain;
mod dtype;
mod exact;
mod fast;
mod field;
mod float;
mod integer;
mod lanes;
mod lost;
mod memory;
mod ops;
mod random;
mod reduce;
mod shape;
mod span;
mod sums;
mod tile;
mod unbounded;
mod welford;

pub use algebraic::{Algebra, Algebraic};
pub use approx::Approx;
pub use bounded::Bounded;
pub use buffer::Buffer;
pub use domain::{Agreement, Domain, Dot, FloatBinary, FloatPredicate, FloatUnary, Status};
pub use dtype::{DType, Kind, ParseDTypeError};
pub use exact::Exact;
pub use float::FloatFormat;
pub use integer::{IntBinary, IntPredicate, sign_extend, zero_extend};
pub use memory::{BufferId, Fault, Memory, Place};
pub use ops::{
    add_scaled, approximate_quotient, compare_float, compare_int, convert_float, float_binary,
    float_to_int, float_unary, fma, int_binary, int_to_float, reinterpret, resize_int, select,
};
pub(crate) use random::{Random, splitmix};
pub use reduce::{
    fold_axis, fold_floats, fold_ints, running_sums_in_any_order, scan_axis, sums_in_any_order,
};
pub use span::Span;
pub use tile::{Data, Tile};
pub use unbounded::{Cell, Number, Unbounded, special};
