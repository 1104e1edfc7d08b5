//! The lit test of a finding: what a maintainer of Triton puts beside the others.
//!
//! Takes a [`Minimal`](crate::report::Minimal), gives the file's text, which the real FileCheck has
//! judged: the right output passes, the wrong one does not.

mod checks;
mod filecheck;
mod lines;
mod lit;
mod render;
mod sides;

pub use checks::{labels, of_good, telling_apart};
pub use filecheck::{Checked, FileCheck};
pub use lit::regression;
pub use sides::sides;
