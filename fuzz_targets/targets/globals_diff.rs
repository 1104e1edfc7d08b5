//! No launch after any change of Python state runs code of another state.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tritonsmith_fuzz::{compiler, input};

fuzz_target!(|bytes: &[u8]| {
    let scenario = input::scenario(bytes);
    if let Some(fault) = compiler::globals(&scenario).expect("the compiler can be asked") {
        panic!("{fault}");
    }
});
