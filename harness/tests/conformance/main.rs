//! The reference itself must be right: what an operation gives, bit for bit, is what Triton's own
//! interpreter gives, and its type is what Triton's front end gives. The default toolchain is
//! installed on first use; `TRITONSMITH_TEST_PYTHON` names the python of another one.

#![allow(missing_docs)]

#[path = "../support/mod.rs"]
mod support;

mod arithmetic;
mod frontend;
mod operations;
