//! Every kernel that the generator makes of any bytes is well typed and well defined.
#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use tritonsmith::evaluate::evaluate;
use tritonsmith::generate::{Config, from_bytes};
use tritonsmith::tensor::Exact;

fuzz_target!(|bytes: &[u8]| {
    let Ok(case) = from_bytes(&mut Unstructured::new(bytes), &Config::default()) else { return };
    case.check().expect("a generated case is valid");
    evaluate::<Exact>(&case).expect("a generated case is well defined");
});
