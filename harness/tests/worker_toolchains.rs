//! Workers in many toolchains, old and new: each is installed on first use.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use tritonsmith::compile::{
    Argument, Control, FailureKind, Instrument, IrJob, Job, JobResult, ModuleJob, PassJob, Scalar,
    Stage, Target, Worker, WorkerOptions, control,
};
use tritonsmith::toolchain::{Home, Toolchain};

/// A 2-D tile whose address chain has a remainder, and a row sum.
const ROWS: &str = r#"
import triton
import triton.language as tl


@triton.jit
def rows(a, out, n, scale, M: tl.constexpr, N: tl.constexpr):
    row = tl.arange(0, M)[:, None] % n
    column = tl.arange(0, N)[None, :]
    tile = tl.load(a + row * N + column)
    tl.store(out + tl.arange(0, M), tl.sum(tile * scale, axis=1))


def launch(ts):
    rows[(2, 3)](ts.pointer("a"), ts.pointer("out"), ts.scalar("n"), ts.scalar("scale"), M=16, N=64,
                 num_warps=2, enable_fp_fusion=False)
"#;

/// One of each kind that behaves differently; `TOOLCHAINS="path:/venv ..."` replaces them.
const TOOLCHAINS: &str = "triton==3.3.1 triton==3.6.0 triton==3.8.0 triton==3.9.0 tokenspeed-triton==3.7.10.post20260531";

fn worker(id: &str) -> Worker {
    let home = Home::from_environment().unwrap();
    let mut progress = |line: &str| eprintln!("{line}");
    let toolchain = Toolchain::ensure(&home, &id.parse().unwrap(), &mut progress).unwrap();
    Worker::start(&toolchain, WorkerOptions::default()).unwrap()
}

fn module(target: &str, until: Stage, want: &[Stage]) -> ModuleJob {
    let pointer = |address| Argument::Pointer { dtype: "fp32".into(), address };
    ModuleJob {
        source: ROWS.to_owned(),
        arguments: BTreeMap::from([
            ("a".to_owned(), pointer(0x10000)),
            ("out".to_owned(), pointer(0x20004)),
            ("n".to_owned(), Argument::Scalar(Scalar::Int(12))),
            ("scale".to_owned(), Argument::Scalar(Scalar::Float(0.5))),
        ]),
        target: target.parse().unwrap(),
        until,
        want: want.to_vec(),
        dump_passes: false,
        instrument: None,
    }
}

fn succeeded(id: &str, result: JobResult) -> JobResult {
    if let Some(failure) = &result.failure {
        panic!("{id}: {failure}\n{}\n{}", failure.traceback, failure.output);
    }
    result
}

#[test]
#[ignore = "installs 5 toolchains: run with --ignored --test-threads=1"]
fn every_kind_of_job_works_in_old_and_new_toolchains() {
    let ids = std::env::var("TOOLCHAINS").unwrap_or_else(|_| TOOLCHAINS.to_owned());
    for id in ids.split_whitespace() {
        println!("{id}");
        let mut worker = worker(id);
        for target in ["cuda:80", "cuda:90", "hip:gfx942"] {
            let binary = if target.starts_with("hip") { Stage::Hsaco } else { Stage::Cubin };
            let job = module(target, binary, &[Stage::Ttgir, binary]);
            let result = worker.run(&Job::RunModule(job)).unwrap();
            let failed = result.failure.as_ref().map(|failure| failure.kind);
            if binary == Stage::Hsaco && failed == Some(FailureKind::Unsupported) {
                continue; // AMD needs a linker from outside in 3.3, torch up to 3.6
            }
            let result = succeeded(id, result);
            assert_eq!(result.launches[0].kernel.binary(binary).unwrap()[..4], *b"\x7fELF");
        }
        let dumped = ModuleJob { dump_passes: true, ..module("cuda:90", Stage::Ttgir, &[]) };
        let dumped = succeeded(id, worker.run(&Job::RunModule(dumped)).unwrap());
        let names: Vec<_> = dumped.passes.iter().map(|pass| pass.pass.as_str()).collect();
        assert!(names.iter().any(|n| n.starts_with("tritongpu-remove-layout")), "{id}: {names:?}");

        let ttir = module("cuda:90", Stage::Ttir, &[Stage::Ttir]);
        let ttir = succeeded(id, worker.run(&Job::RunModule(ttir)).unwrap());
        let passes = Job::RunPasses(PassJob {
            text: ttir.launches[0].kernel.text(Stage::Ttir).unwrap().to_owned(),
            passes: [
                "convert-triton-to-tritongpu{num-warps=2}",
                "tritongpu-coalesce",
                "tritongpu-remove-layout-conversions",
                "tritongpu-optimize-thread-locality",
                "tritongpu-pipeline{num-stages=2}",
                "canonicalize",
                "cse",
            ]
            .map(str::to_owned)
            .to_vec(),
            target: Target::cuda(90),
        });
        let text = succeeded(id, worker.run(&passes).unwrap()).final_text().unwrap().to_owned();
        assert!(text.contains("\"ttg.num-warps\" = 2"), "{id}: {text}");
        let onward = Job::CompileIr(IrJob {
            text,
            stage: Stage::Ttgir,
            target: Target::cuda(90),
            until: Stage::Cubin,
            want: vec![Stage::Ptx, Stage::Cubin],
            options: BTreeMap::new(),
            dump_passes: false,
        });
        let kernel = succeeded(id, worker.run(&onward).unwrap()).kernel.unwrap();
        assert!(kernel.text(Stage::Ptx).is_some() && kernel.binary(Stage::Cubin).is_some(), "{id}");
    }
}

#[test]
#[ignore = "installs a toolchain of 1.6 GB: run with --ignored --test-threads=1"]
fn intel_compiles_for_devices_that_are_not_there() {
    let id = "triton-xpu==3.3.0b1";
    let mut worker = worker(id);
    for target in ["xpu:pvc", "xpu:lts", "xpu:dg2"] {
        let job = module(target, Stage::Spv, &[Stage::Ttgir, Stage::Spv]);
        let result = succeeded(id, worker.run(&Job::RunModule(job)).unwrap());
        let kernel = &result.launches[0].kernel;
        assert!(kernel.text(Stage::Ttgir).unwrap().contains("ttg.target = \"xpu\""));
        // SPIR-V's magic number.
        assert_eq!(kernel.binary(Stage::Spv).unwrap()[..4], 0x0723_0203u32.to_le_bytes());
    }
    let unknown = module("xpu:none", Stage::Ttir, &[]);
    let failure = worker.run(&Job::RunModule(unknown)).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::Unsupported);
    assert!(failure.message.contains("xpu:pvc"), "{failure}");
}

#[test]
#[ignore = "installs 3 toolchains: run with --ignored --test-threads=1"]
fn a_pass_assertion_and_a_defective_toolchain_are_told_apart() {
    let text = include_str!("worker_data/otl_two_uses_11682.mlir");
    let job = Job::RunPasses(PassJob {
        text: text.to_owned(),
        passes: vec!["tritongpu-optimize-thread-locality".to_owned()],
        target: Target::cuda(80),
    });
    succeeded("3.9.0", worker("triton==3.9.0").run(&job).unwrap());

    let mut old = worker("triton==3.8.0");
    let failure = old.run(&job).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::Assertion, "{failure}");
    assert_eq!(failure.pass.as_deref(), Some("tritongpu-optimize-thread-locality"));
    assert!(failure.message.contains("Assertion `"), "{failure}");
    assert_eq!(control(&mut old, &job).unwrap(), Control::Survives);
    for by in Instrument::ALL {
        let job = ModuleJob { instrument: Some(by), ..module("cuda:90", Stage::Ptx, &[]) };
        let failure = old.run(&Job::RunModule(job)).unwrap().failure.unwrap();
        assert_eq!(failure.kind, FailureKind::Unsupported, "{failure}");
        assert!(failure.message.contains("needs Triton 3.9"), "{failure}");
    }

    let id = "tokenspeed-triton==3.7.10.post20260505";
    let mut defective = worker(id);
    let failure = defective.run(&job).unwrap().failure.unwrap();
    assert!(matches!(failure.kind, FailureKind::Crash { .. }), "{failure}");
    assert!(matches!(control(&mut defective, &job).unwrap(), Control::ToolchainDefect(_)));
    let jit = Job::RunModule(module("cuda:90", Stage::Cubin, &[Stage::Cubin]));
    succeeded(id, defective.run(&jit).unwrap());
}
