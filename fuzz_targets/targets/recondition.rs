//! What the reducer makes valid again is valid, and well defined if it was.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use tritonsmith_fuzz::{check, input};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    input::change(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    let Some(case) = input::case(bytes) else { return };
    if let Some(fault) = check::recondition(case) {
        panic!("{fault}");
    }
});
