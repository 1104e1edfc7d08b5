//! Random programs: what the evaluator says is what Triton's own interpreter does.

#![allow(missing_docs)]
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::io::Write;

use support::{python, random};
use tritonsmith::evaluate::evaluate;
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::program::ops::{AtomicOp, Rand};
use tritonsmith::program::{Op, Operand, Stmt};
use tritonsmith::render::{Contents, standalone};
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Fill, TestCase};

/// What the interpreter leaves behind must be what the evaluator expects.
fn agree(cases: &[TestCase]) {
    let results = python::interpret(cases, 0);
    for (case, result) in cases.iter().zip(&results) {
        let text = || tritonsmith::render::module(case);
        assert!(result.get("error").is_none(), "{}: {result}\n{}", case.name, text());
        let expected = evaluate::<Exact>(case).unwrap();
        for buffer in &expected.buffers {
            let got = python::elements(result, &buffer.name, buffer.kind.bytes());
            for (index, (want, got)) in buffer.bits().iter().zip(&got).enumerate() {
                assert!(
                    want.is_none_or(|want| want == *got),
                    "{} {}[{index}]: {got:#x}, expected {want:x?}\n{}",
                    case.name,
                    buffer.name,
                    text(),
                );
            }
        }
    }
}

#[test]
fn random_programs_agree_with_the_interpreter() {
    let cases: Vec<_> = (0..12).map(|seed| random::case(seed, 1 << (4 + seed % 4), 25)).collect();
    agree(&cases);
}

/// The families that random programs have not: of `bf16` the interpreter knows conversions only.
#[test]
fn generated_kernels_agree_with_the_interpreter() {
    let families = [
        "matmul",
        "scaled_matmul",
        "scans",
        "rearrange",
        "combine",
        "unordered",
        "random_numbers",
        "swizzled",
        "hinted",
        "flags",
        "atomics",
        "descriptors",
    ];
    let kernels = families.iter().flat_map(|policy| {
        let policies = vec![(*policy).to_owned()];
        let config = Config {
            variants: false,
            policies,
            max_tile: 1024,
            max_statements: 8,
            ..Config::default()
        };
        (0..12).map(move |index| from_seed(11, index, &config))
    });
    let computes_on_bf16 = |case: &TestCase| {
        let types = case.program.check().unwrap();
        types.iter().any(|(_, ty)| ty.dtype() == Some(DType::BF16))
    };
    // It exchanges integers only.
    let exchanges = |case: &TestCase| {
        let mut found = false;
        for stmt in &case.program.body {
            stmt.visit(&mut |stmt| {
                if let Stmt::Let { op: Op::Atomic(atomic), .. } = stmt {
                    found |= atomic.op == AtomicOp::Xchg;
                }
            });
        }
        found
    };
    let judged = |case: &TestCase| !computes_on_bf16(case) && !exchanges(case);
    let cases: Vec<_> = kernels.filter(judged).collect();
    assert!(cases.len() > 40, "{}", cases.len());
    agree(&cases);
}

/// Their bits: both steps that make them round to nearest, wherever they are done.
#[test]
fn random_floats_agree_with_the_interpreter() {
    let mut builder = support::Builder::new();
    let offset = builder.arange(64);
    for (at, seed) in [0, 12345, -5, i128::from(i64::MIN)].into_iter().enumerate() {
        let out = builder.pointer(&format!("out{at}"), DType::I32, 64, Fill::Unwritten);
        let seed = Operand::Int(seed);
        let value = builder.op(Rand { seed, offset, rounds: 10, bits: true });
        builder.store(out, offset, value);
    }
    agree(&[builder.case("random", [1, 1, 1])]);
}

#[test]
fn stand_alone_scripts_compile_without_a_gpu() {
    let case = random::case(3, 128, 25);
    let expected = evaluate::<Exact>(&case).unwrap();
    let contents: Vec<_> = expected
        .buffers
        .iter()
        .map(|buffer| Contents { name: buffer.name.clone(), bits: buffer.bits(), margins: None })
        .collect();
    let mut script = tempfile::Builder::new().suffix(".py").tempfile().unwrap();
    script.write_all(standalone(&case, &contents).as_bytes()).unwrap();
    let output = std::process::Command::new(python::interpreter())
        .args([script.path().as_os_str(), "cuda:80".as_ref()])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("no GPU: compiled for cuda:80, not run"), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("ttg.target = \"cuda:80\""));
}

#[test]
fn stand_alone_scripts_have_no_helper_that_nothing_uses() {
    let mut builder = support::Builder::new();
    let ramp = Fill::Ramp { low: 0, stride: 1, modulus: 7, scale: 0 };
    for name in ["a", "b"] {
        builder.pointer(name, DType::F32, 4, ramp.clone());
    }
    let script = standalone(&builder.case("plain", [1, 1, 1]), &[]);
    for helper in ["splitmix64", "sparse", "special", "encode_fp8"] {
        assert!(!script.contains(helper), "{helper}: {script}");
    }
    assert!(script.contains("def encode(") && script.contains("def compare("), "{script}");
    assert_eq!(script.matches("\"fp32\": \"float32\"").count(), 2, "{script}");
}

/// The formulas that the script makes its inputs from give what the evaluator starts from.
#[test]
fn stand_alone_inputs_are_those_of_the_evaluator() {
    let mut builder = support::Builder::new();
    let fills = [
        Fill::Ramp { low: -7, stride: 3, modulus: 41, scale: -2 },
        Fill::Random { seed: 9, low: -100, high: 27, scale: 1 },
        Fill::Sparse { elements: vec![(3, -5), (60, 77)], scale: 0 },
    ];
    for dtype in DType::all().filter(|dtype| dtype.bits() != 8 || dtype.is_int()) {
        for (at, fill) in fills.iter().enumerate() {
            builder.pointer(&format!("{dtype}_{at}"), dtype, 100, fill.clone());
        }
    }
    let case = builder.case("inputs", [1, 1, 1]);
    let script = standalone(&case, &[]);
    let dump = "import json\n\nprint(json.dumps({\"buffers\": {n: a.tobytes().hex() for n, _, _, a in inputs()}}))\n";
    let script = script.split("if __name__").next().unwrap().to_owned() + dump;
    let answer = python::run(&script, &serde_json::Value::Null);
    let memory = tritonsmith::evaluate::memory::<Exact>(&case);
    for buffer in memory.buffers() {
        let got = python::elements(&answer, &buffer.name, buffer.kind.bytes());
        let want: Vec<u64> = (0..100).map(|index| buffer.bits(index).unwrap()).collect();
        assert_eq!(got, want, "{}", buffer.name);
    }
}
