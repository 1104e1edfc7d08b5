//! The TTIR of any kernel is read and printed, and Triton takes what was printed.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use tritonsmith_fuzz::{compiler, input};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    input::change(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    let Some(case) = input::case(bytes) else { return };
    if let Some(fault) = compiler::round_trip(case).expect("the compiler can be asked") {
        panic!("{fault}");
    }
});
