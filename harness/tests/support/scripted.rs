//! What scripted compilers share: a kernel, and their answers about it.

use std::collections::BTreeMap;

use serde_json::Value;
use tritonsmith::compile::{BoundArgument, BoundValue, CompileFailure, FailureKind, JobResult};
use tritonsmith::program::ValueId;
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Fill, TestCase};

use super::Builder;

/// Copies 16 floats.
pub fn copy(index: u64) -> TestCase {
    copy_with(index, |_, _| {})
}

/// The same, with more statements about what is copied.
pub fn copy_with(index: u64, more: impl FnOnce(&mut Builder, ValueId)) -> TestCase {
    let mut builder = Builder::new();
    let ramp = Fill::Ramp { low: 1, stride: 3, modulus: 101, scale: 0 };
    let a = builder.pointer("a", DType::F32, 16, ramp);
    let out = builder.pointer("out", DType::F32, 16, Fill::Unwritten);
    let index_of = builder.arange(16);
    let value = builder.load(a, index_of);
    more(&mut builder, value);
    builder.store(out, index_of, value);
    builder.case(&format!("s1-k{index}"), [1, 1, 1])
}

/// [`copy`] as PTX, for one warp; `wrong` reads each element's neighbour.
pub fn ptx(wrong: bool) -> String {
    let flip = u32::from(wrong);
    format!(
        ".version 8.4
.target sm_90
.address_size 64
.visible .entry kernel(.param .u64 a, .param .u64 out)
.reqntid 32
{{
.reg .pred %p<2>;
.reg .b32 %r<4>;
.reg .b64 %rd<7>;
ld.param.b64 %rd1, [a];
ld.param.b64 %rd2, [out];
mov.u32 %r1, %tid.x;
xor.b32 %r2, %r1, {flip};
setp.lt.u32 %p1, %r1, 16;
mul.wide.u32 %rd3, %r2, 4;
mul.wide.u32 %rd4, %r1, 4;
add.s64 %rd5, %rd1, %rd3;
add.s64 %rd6, %rd2, %rd4;
@%p1 ld.global.b32 %r3, [%rd5];
@%p1 st.global.b32 [%rd6], %r3;
ret;
}}
"
    )
}

/// What Triton says of code for one warp.
pub fn one_warp() -> BTreeMap<String, Value> {
    let metadata = [("num_warps", 1), ("num_ctas", 1), ("shared", 0)];
    metadata.map(|(key, value)| (key.to_owned(), Value::from(value))).into()
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
