//! Raw bindings of the core API of oneAPI Level Zero.
//!
//! Nothing is linked: [`LevelZero::new`] opens the loader (`libze_loader.so.1`) at run time, so the
//! build needs no driver and no header. Each function of the API is a method of [`LevelZero`]; one
//! that an old loader lacks panics only when it is called.
//!
//! `bindings.rs` is generated: `regenerate` beside this crate's manifest writes it anew.

#![allow(unsafe_code, reason = "raw bindings of a C interface")]

/// What bindgen made of the public header, which Intel publishes under the MIT licence.
#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unsafe_op_in_unsafe_fn,
    unreachable_pub,
    dead_code,
    unused_imports,
    rustdoc::all,
    clippy::all,
    clippy::pedantic,
    reason = "generated from C names"
)]
#[rustfmt::skip]
mod bindings;

pub use bindings::*;

/// The loader's file name on Linux.
pub const LOADER: &str = "libze_loader.so.1";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_loader_is_an_error() {
        // SAFETY: there is no such file, so nothing is loaded and nothing runs.
        let loaded = unsafe { LevelZero::new("libze_loader_that_is_not_there.so") };
        assert!(loaded.is_err());
    }

    #[test]
    fn structures_start_zeroed() {
        let desc = ze_module_desc_t::default();
        assert!(desc.pInputModule.is_null() && desc.inputSize == 0);
        assert_eq!(ZE_RESULT_SUCCESS, 0);
    }
}
