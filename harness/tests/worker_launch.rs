//! What reaches the driver through the real `kernel[grid](...)`: autotuned, with descriptors, tuples,
//! several launches.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use tritonsmith::compile::{
    Argument, BoundValue, FailureKind, Job, JobResult, ModuleJob, Stage, Worker, WorkerOptions,
};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

fn run(source: &str, target: &str) -> JobResult {
    let (home, id) = (Home::from_environment().unwrap(), ToolchainId::default());
    let toolchain = Toolchain::ensure(&home, &id, &mut |_: &str| ()).unwrap();
    let mut worker = Worker::start(&toolchain, WorkerOptions::default()).unwrap();
    let pointer = |address| Argument::Pointer { dtype: "fp16".into(), address };
    let job = ModuleJob {
        source: format!("import triton\nimport triton.language as tl\n{source}"),
        arguments: BTreeMap::from([
            ("a".to_owned(), pointer(0x10000)),
            ("b".to_owned(), pointer(0x20000)),
        ]),
        target: target.parse().unwrap(),
        until: Stage::Ttgir,
        want: vec![Stage::Ttir],
        dump_passes: false,
        instrument: None,
    };
    worker.run(&Job::RunModule(job)).unwrap()
}

#[test]
fn the_autotuner_launches_every_configuration_and_then_the_best() {
    let source = r#"
@triton.autotune([triton.Config({"N": n}, num_warps=w) for n, w in ((32, 1), (64, 2))], key=["n"])
@triton.jit
def copy(a, b, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(b + i, tl.load(a + i, mask=i < n, other=0), mask=i < n)

def launch(ts):
    copy[lambda meta: (triton.cdiv(100, meta["N"]),)](ts.pointer("a"), ts.pointer("b"), 100)
"#;
    let result = run(source, "cuda:90");
    assert_eq!(result.failure, None);
    let grids: Vec<_> = result.launches.iter().map(|launch| launch.grid[0]).collect();
    assert_eq!(grids, [4, 2, 4]);
    let warps = result.launches[1].kernel.metadata_int("num_warps");
    assert_eq!(warps, Some(2));
}

#[test]
fn descriptors_expand_as_the_target_wants() {
    let source = r#"
from triton.tools.tensor_descriptor import TensorDescriptor

@triton.jit
def copy(x, y, N: tl.constexpr):
    y.store([0, 0], x.load([0, 0]))

def launch(ts):
    a, b = (TensorDescriptor(ts.pointer(p), [128, 64], [64, 1], [32, 64]) for p in "ab")
    copy[(1,)](a, b, N=1)
"#;
    for (target, count) in [("cuda:90", 10), ("cuda:80", 22)] {
        let result = run(source, target);
        assert_eq!(result.failure, None, "{target}");
        let arguments = &result.launches[0].arguments;
        assert_eq!(arguments.len(), count, "{target}: {arguments:?}");
        match &arguments[0].value {
            BoundValue::Descriptor { name, address, shape, strides, block, .. } => {
                assert_eq!((name.as_str(), *address), ("a", 0x10000));
                assert_eq!(
                    (&shape[..], &strides[..], &block[..]),
                    (&[128, 64][..], &[64, 1][..], &[32, 64][..])
                );
            }
            BoundValue::Pointer { name, address } => {
                assert_eq!((target, name.as_str(), *address), ("cuda:80", "a", 0x10000));
            }
            other => panic!("{target}: {other:?}"),
        }
    }
}

#[test]
fn launches_before_a_failure_are_kept_and_ones_specialize_away() {
    let source = r#"
@triton.jit
def put(pair, n, limit, flag):
    tl.store(pair[0] + n, limit.to(tl.float16))

def launch(ts):
    put[(1,)]((ts.pointer("a"), 7), 1, 2**40, True)
    put[(1, 2)]((ts.pointer("b"), 1), 3, 2**63 + 5, False)
    put[(1,)](absent)
"#;
    let result = run(source, "cuda:90");
    let failure = result.failure.unwrap();
    assert_eq!(
        (failure.kind, failure.exception.as_deref()),
        (FailureKind::Runtime, Some("NameError"))
    );
    let types = |i: usize| -> Vec<_> {
        result.launches[i].arguments.iter().map(|a| a.ty.as_str()).collect()
    };
    assert_eq!(types(0), ["*fp16", "i32", "i64", "u1"]);
    assert_eq!(types(1), ["*fp16", "i32", "u64", "u1"]);
    assert_eq!(result.launches[0].arguments[2].value, BoundValue::Int(1 << 40));
    assert_eq!(result.launches[1].arguments[2].value, BoundValue::Int((1 << 63) + 5));
    assert_eq!(result.launches[1].arguments[3].value, BoundValue::Int(0));
    assert_eq!(result.launches.len(), 2);
}
