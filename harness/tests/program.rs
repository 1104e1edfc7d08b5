//! Random programs: what the evaluator says is what Triton's own interpreter does.

#![allow(missing_docs)]

mod support;

use support::{python, random};
use tritonsmith::evaluate::evaluate;
use tritonsmith::tensor::Exact;

#[test]
fn random_programs_agree_with_the_interpreter() {
    let cases: Vec<_> = (0..12).map(|seed| random::case(seed, 1 << (4 + seed % 4), 25)).collect();
    let results = python::interpret(&cases, 0);
    for (case, result) in cases.iter().zip(&results) {
        let expected = evaluate::<Exact>(case).unwrap();
        for buffer in &expected.buffers {
            let got = python::elements(result, &buffer.name, buffer.kind.bytes());
            for (index, (want, got)) in buffer.bits().iter().zip(&got).enumerate() {
                assert!(
                    want.is_none_or(|want| want == *got),
                    "{} {}[{index}]: {got:#x}, expected {want:x?}\n{}",
                    case.name,
                    buffer.name,
                    tritonsmith::render::module(case),
                );
            }
        }
    }
}
