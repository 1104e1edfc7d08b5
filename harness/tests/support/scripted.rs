//! What scripted compilers share: a kernel, and their answers about it.

use tritonsmith::compile::{BoundArgument, BoundValue, CompileFailure, FailureKind, JobResult};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Fill, TestCase};

use super::Builder;

/// Copies 16 floats.
pub fn copy(index: u64) -> TestCase {
    let mut builder = Builder::new();
    let ramp = Fill::Ramp { low: 1, stride: 3, modulus: 101, scale: 0 };
    let a = builder.pointer("a", DType::F32, 16, ramp);
    let out = builder.pointer("out", DType::F32, 16, Fill::Unwritten);
    let index_of = builder.arange(16);
    let value = builder.load(a, index_of);
    builder.store(out, index_of, value);
    builder.case(&format!("s1-k{index}"), [1, 1, 1])
}

/// The arguments of a case that has buffers of floats only.
pub fn pointers(case: &TestCase) -> Vec<BoundArgument> {
    let pointer = |(name, address, _): (&str, u64, _)| BoundArgument {
        ty: "*fp32".into(),
        value: BoundValue::Pointer { name: name.to_owned(), address },
    };
    case.buffers().map(pointer).collect()
}

/// A failure in no pass, of which nothing else is known.
pub fn failure(kind: FailureKind, stage: &str, message: &str) -> CompileFailure {
    CompileFailure {
        kind,
        stage: stage.to_owned(),
        pass: None,
        exception: None,
        message: message.to_owned(),
        traceback: String::new(),
        output: String::new(),
    }
}

/// The answer with that failure.
pub fn failed(failure: CompileFailure) -> JobResult {
    JobResult { failure: Some(failure), ..JobResult::default() }
}
