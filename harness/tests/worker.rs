//! Workers in a real toolchain. The default toolchain is installed on first use.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tritonsmith::compile::{
    Argument, BoundValue, Control, FailureKind, Instrument, IrJob, Job, JobResult, ModuleJob,
    PassJob, Scalar, Stage, Target, Worker, WorkerOptions, control,
};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

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
    print("launching")
    rows[(2, 3)](ts.pointer("a"), ts.pointer("out"), ts.scalar("n"), ts.scalar("scale"), M=16, N=64,
                 num_warps=2, enable_fp_fusion=False)
"#;

fn worker(options: WorkerOptions) -> Worker {
    let (home, id) = (Home::from_environment().unwrap(), ToolchainId::default());
    let toolchain = Toolchain::ensure(&home, &id, &mut |line: &str| eprintln!("{line}")).unwrap();
    Worker::start(&toolchain, options).unwrap()
}

fn arguments() -> BTreeMap<String, Argument> {
    let pointer = |address| Argument::Pointer { dtype: "fp32".into(), address };
    BTreeMap::from([
        ("a".to_owned(), pointer(0x10000)),
        ("out".to_owned(), pointer(0x20004)),
        ("n".to_owned(), Argument::Scalar(Scalar::Int(12))),
        ("scale".to_owned(), Argument::Scalar(Scalar::Float(-0.0))),
    ])
}

fn module(source: &str, until: Stage, want: &[Stage]) -> Job {
    Job::RunModule(ModuleJob {
        source: source.to_owned(),
        arguments: arguments(),
        target: Target::cuda(90),
        until,
        want: want.to_vec(),
        dump_passes: false,
        instrument: None,
    })
}

fn succeeded(result: JobResult) -> JobResult {
    if let Some(failure) = &result.failure {
        panic!("{failure}\n{}\n{}", failure.traceback, failure.output);
    }
    result
}

#[test]
fn a_module_goes_to_ttgir_and_then_to_cubin() {
    let mut worker = worker(WorkerOptions::default());
    let job = module(ROWS, Stage::Ttgir, &[Stage::Ttir, Stage::Ttgir, Stage::Ptx]);
    let result = succeeded(worker.run(&job).unwrap());
    assert!(result.output.contains("launching"));
    let launch = &result.launches[0];
    assert_eq!((launch.kernel.name.as_str(), launch.grid), ("rows", [2, 3, 1]));
    let ttir = launch.kernel.text(Stage::Ttir).unwrap();
    assert!(ttir.contains("tt.func public @rows") && ttir.contains("arith.remsi"));
    assert!(launch.kernel.text(Stage::Ttgir).unwrap().contains("#ttg.blocked"));
    assert_eq!(launch.kernel.text(Stage::Ptx), None, "that stage did not run");
    assert_eq!(launch.kernel.metadata_int("num_warps"), Some(2));
    assert!(!launch.kernel.cached && launch.kernel.compile_seconds > 0.0);
    let types: Vec<_> = launch.arguments.iter().map(|a| a.ty.as_str()).collect();
    assert_eq!(types, ["*fp32", "*fp32", "i32", "fp32"]);
    let address = BoundValue::Pointer { name: "out".into(), address: 0x20004 };
    assert_eq!(launch.arguments[1].value, address);
    assert_eq!(launch.arguments[2].value, BoundValue::Int(12));
    let BoundValue::Float(zero) = launch.arguments[3].value else { panic!() };
    assert!(zero == 0.0 && zero.is_sign_negative());

    // Stopped in the middle of a stage, which later jobs must not notice.
    let job = module(ROWS, Stage::TtgirAlloc, &[Stage::Ttgir, Stage::TtgirAlloc]);
    let result = succeeded(worker.run(&job).unwrap());
    let placed = result.launches[0].kernel.text(Stage::TtgirAlloc).unwrap();
    let marks = ["allocation.offset", "tritonsmith.barriers = 1", "ttg.shared ="];
    assert!(marks.iter().all(|mark| placed.contains(mark)), "{placed}");

    let job = module(ROWS, Stage::Cubin, &[Stage::Llir, Stage::Ptx, Stage::Cubin]);
    let result = succeeded(worker.run(&job).unwrap());
    let kernel = &result.launches[0].kernel;
    assert!(kernel.text(Stage::Ptx).unwrap().contains(".target sm_90"));
    assert_eq!(kernel.binary(Stage::Cubin).unwrap()[..4], *b"\x7fELF");

    let again = succeeded(worker.run(&job).unwrap());
    assert!(again.launches[0].kernel.cached, "the same module again");
    assert_eq!(again.launches[0].kernel.artifacts, kernel.artifacts);
}

#[test]
fn a_sanitizer_is_added_where_it_is_asked_for() {
    let mut worker = worker(WorkerOptions::default());
    let mut built = |by: Option<Instrument>| {
        let Job::RunModule(job) = module(ROWS, Stage::Ptx, &[Stage::Ptx]) else { panic!() };
        let job = Job::RunModule(ModuleJob { instrument: by, ..job });
        let kernel = succeeded(worker.run(&job).unwrap()).launches.remove(0).kernel;
        let mode = kernel.metadata["instrumentation_mode"].as_str().unwrap().to_owned();
        let scratch = kernel.metadata_int("profile_scratch_size").unwrap();
        (kernel.text(Stage::Ptx).unwrap().to_owned(), mode, scratch)
    };
    let (plain, mode, scratch) = built(None);
    assert!(plain.contains("add.rn.f32") && mode.is_empty() && scratch == 0);
    let (fpsan, mode, _) = built(Some(Instrument::Fpsan));
    assert!(!fpsan.contains("add.rn.f32"), "integers stand for floats: {fpsan}");
    assert_eq!(mode, "fpsan");
    let (consan, mode, scratch) = built(Some(Instrument::Consan));
    assert!(consan.contains("__assertfail") && scratch > 0);
    assert_eq!(mode, "consan");
    assert_eq!(built(None).0, plain, "later jobs do not notice");
}

#[test]
fn an_invalid_kernel_is_the_frontends() {
    let mut worker = worker(WorkerOptions::default());
    let source = ROWS.replace("% n", "% missing");
    let result = worker.run(&module(&source, Stage::Ttgir, &[])).unwrap();
    let failure = result.failure.unwrap();
    assert_eq!((failure.kind, failure.stage.as_str()), (FailureKind::Frontend, "frontend"));
    assert_eq!(failure.exception.as_deref(), Some("CompilationError"));
    assert!(failure.message.contains("missing is not defined"), "{}", failure.message);

    let source = ROWS.replace("print(\"launching\")", "raise ValueError('mine')");
    let failure = worker.run(&module(&source, Stage::Ttgir, &[])).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::Runtime);
    assert_eq!(failure.exception.as_deref(), Some("ValueError"));

    let source = ROWS.replace("scalar(\"n\")", "scalar(\"absent\")");
    let failure = worker.run(&module(&source, Stage::Ttgir, &[])).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::WorkerDefect, "the job is incomplete: our fault");

    succeeded(worker.run(&module(ROWS, Stage::Ttir, &[Stage::Ttir])).unwrap());
}

#[test]
fn too_much_shared_memory_is_out_of_resources() {
    let source = r#"
import triton
import triton.language as tl


@triton.jit
def big(a, out, K: tl.constexpr):
    x = tl.load(a + tl.arange(0, 256)[:, None] * K + tl.arange(0, K)[None, :])
    y = tl.load(a + tl.arange(0, K)[:, None] * 256 + tl.arange(0, 256)[None, :])
    tl.store(out + tl.arange(0, 256)[:, None] * 256 + tl.arange(0, 256)[None, :], tl.dot(x, y))


def launch(ts):
    big[(1,)](ts.pointer("a"), ts.pointer("out"), K=256, num_warps=8)
"#;
    let mut worker = worker(WorkerOptions::default());
    let failure = worker.run(&module(source, Stage::Llir, &[])).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::OutOfResources, "{failure}");
}

#[test]
fn passes_run_one_at_a_time_and_compilation_goes_on_from_their_text() {
    let mut worker = worker(WorkerOptions::default());
    let job = module(ROWS, Stage::Ttir, &[Stage::Ttir]);
    let result = succeeded(worker.run(&job).unwrap());
    let text = result.launches[0].kernel.text(Stage::Ttir).unwrap().to_owned();
    let pass_job = |text: &str, passes: &[&str]| {
        Job::RunPasses(PassJob {
            text: text.to_owned(),
            passes: passes.iter().map(|pass| (*pass).to_owned()).collect(),
            target: Target::cuda(90),
        })
    };
    let passes = [
        "convert-triton-to-tritongpu{num-warps=2}",
        "tritongpu-coalesce",
        "tritongpu-remove-layout-conversions",
        "tritongpu-pipeline{num-stages=2}",
        "canonicalize",
    ];
    let result = succeeded(worker.run(&pass_job(&text, &passes)).unwrap());
    assert_eq!(result.passes.len(), passes.len());
    let ttgir = result.final_text().unwrap().to_owned();
    assert!(ttgir.contains("\"ttg.num-warps\" = 2"), "{ttgir}");
    assert!(!ttgir.contains("loc("));

    let parsed = succeeded(worker.run(&pass_job(&ttgir, &[])).unwrap());
    assert_eq!(parsed.final_text().unwrap(), ttgir, "parse and print is the identity");

    let failure = worker.run(&pass_job("module { nonsense }", &[])).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::Parse);
    assert!(
        failure.message.starts_with("loc(\"module.mlir\":1:10): error:"),
        "{}",
        failure.message
    );
    let asked_wrongly = [
        "no-such-pass",
        "cse{x=1}",
        "tritongpu-pipeline{num-stages=x}",
        "tritongpu-pipeline{num-stages=4294967296}",
        "tritongpu-pipeline{dump-intermediate-steps=2}",
    ];
    for pass in asked_wrongly {
        let failure = worker.run(&pass_job(&ttgir, &[pass])).unwrap().failure.unwrap();
        assert_eq!(failure.kind, FailureKind::Unsupported, "{pass}: {}", failure.message);
    }

    let job = Job::CompileIr(IrJob {
        text: ttgir,
        stage: Stage::Ttgir,
        target: Target::cuda(90),
        until: Stage::Ptx,
        want: vec![Stage::Ptx],
        options: BTreeMap::new(),
        dump_passes: false,
    });
    let kernel = succeeded(worker.run(&job).unwrap()).kernel.unwrap();
    assert!(kernel.text(Stage::Ptx).unwrap().contains(".visible .entry rows"));
    assert_eq!(control(&mut worker, &job).unwrap(), Control::Survives);
}

#[test]
fn the_text_before_every_pass_can_be_had() {
    let mut worker = worker(WorkerOptions::default());
    let Job::RunModule(job) = module(ROWS, Stage::Ttgir, &[Stage::Ttgir]) else { panic!() };
    let plain = succeeded(worker.run(&Job::RunModule(job.clone())).unwrap());
    let job = Job::RunModule(ModuleJob { dump_passes: true, ..job });
    let result = succeeded(worker.run(&job).unwrap());
    assert_eq!(result.launches[0].kernel.artifacts, plain.launches[0].kernel.artifacts);
    let names: Vec<_> = result.passes.iter().map(|p| p.pass.as_str()).collect();
    assert!(names.len() > 20, "{names:?}");
    assert!(
        names.iter().any(|n| n.starts_with("tritongpu-remove-layout-conversions")),
        "{names:?}"
    );
    assert!(result.passes.iter().all(|p| p.text.contains("module")), "{names:?}");
    assert!(result.output.contains("launching") && !result.output.contains("IR Dump"));

    // The names and options that were printed replay the whole stage.
    let first = names.iter().position(|n| n.starts_with("convert-triton-to-tritongpu")).unwrap();
    let replay = Job::RunPasses(PassJob {
        text: result.passes[first].text.clone(),
        passes: names[first..].iter().map(|name| (*name).to_owned()).collect(),
        target: Target::cuda(90),
    });
    let replayed = succeeded(worker.run(&replay).unwrap());
    let printed = Job::RunPasses(PassJob {
        text: plain.launches[0].kernel.text(Stage::Ttgir).unwrap().to_owned(),
        passes: Vec::new(),
        target: Target::cuda(90),
    });
    let printed = succeeded(worker.run(&printed).unwrap());
    assert_eq!(replayed.final_text(), printed.final_text());
}

#[test]
fn crashes_and_hangs_are_answers_and_the_next_job_works() {
    let options = WorkerOptions { time_limit: Duration::from_secs(5), ..WorkerOptions::default() };
    let mut worker = worker(options);
    let before = worker.process_id();
    let crash =
        "import os\ndef launch(ts):\n    print('last words')\n    os.kill(os.getpid(), 11)\n";
    let hang = "def launch(ts):\n    while True:\n        pass\n";
    let exit = "import os\ndef launch(ts):\n    os._exit(7)\n";
    for source in [crash, hang, exit, ROWS] {
        worker.submit(&module(source, Stage::Ttir, &[Stage::Ttir])).unwrap();
    }
    let crashed = worker.receive().unwrap();
    assert_eq!(crashed.failure.unwrap().kind, FailureKind::Crash { signal: 11 });
    assert!(crashed.output.contains("last words"));
    let started = Instant::now();
    assert_eq!(worker.receive().unwrap().failure.unwrap().kind, FailureKind::Timeout);
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(worker.receive().unwrap().failure.unwrap().kind, FailureKind::Exit { status: 7 });
    succeeded(worker.receive().unwrap());
    assert!(worker.receive().is_err(), "nothing is left to wait for");
    assert_ne!(worker.process_id(), before);
}

#[test]
fn an_answer_waits_for_a_late_caller() {
    let options = WorkerOptions { time_limit: Duration::from_secs(3), ..WorkerOptions::default() };
    let mut worker = worker(options);
    // More than a socket holds, so that the worker waits in the middle of its answer.
    let source = "def launch(ts):\n    raise ValueError('x' * 3_000_000)\n";
    worker.submit(&module(source, Stage::Ttir, &[])).unwrap();
    std::thread::sleep(Duration::from_secs(4));
    let failure = worker.receive().unwrap().failure.unwrap();
    assert_eq!((failure.kind, failure.message.len()), (FailureKind::Runtime, 3_000_000));
}

#[test]
fn a_worker_that_is_killed_between_jobs_is_replaced() {
    let mut worker = worker(WorkerOptions::default());
    let id = worker.process_id().unwrap();
    let killed = std::process::Command::new("kill").args(["-KILL", &id.to_string()]).status();
    assert!(killed.unwrap().success());
    std::thread::sleep(Duration::from_millis(100));
    succeeded(worker.run(&Job::Ping).unwrap());
    assert_ne!(worker.process_id().unwrap(), id);
}

/// A batch system that ends a job early sends it to all processes of the job.
#[test]
fn a_request_to_end_costs_no_job() {
    let mut worker = worker(WorkerOptions::default());
    let id = worker.process_id().unwrap();
    worker.submit(&module(ROWS, Stage::Ttir, &[Stage::Ttir])).unwrap();
    let asked = std::process::Command::new("kill").args(["-TERM", &id.to_string()]).status();
    assert!(asked.unwrap().success());
    succeeded(worker.receive().unwrap());
    assert_eq!(worker.process_id(), Some(id));
}

#[test]
fn used_up_processes_and_hungry_jobs_are_bounded() {
    let options = WorkerOptions {
        jobs_per_process: 1,
        address_space_limit: 6 << 30,
        ..WorkerOptions::default()
    };
    let mut worker = worker(options);
    let first = worker.process_id();
    succeeded(worker.run(&Job::Ping).unwrap());
    succeeded(worker.run(&Job::Ping).unwrap());
    assert_ne!(worker.process_id(), first);
    let hungry = "def launch(ts):\n    bytearray(8 << 30)\n";
    let failure = worker.run(&module(hungry, Stage::Ttir, &[])).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::MemoryLimit);
}

/// The front end's own code raises what it never means to raise; the trivial module has no such node.
#[test]
fn a_mistake_of_the_front_end_is_told_from_a_refusal() {
    let mut worker = worker(WorkerOptions::default());
    // Triton takes the frames of its code generator out of the traceback.
    let broken = format!(
        "import operator\nfrom triton.compiler.code_generator import CodeGenerator\n\
         CodeGenerator.visit_Assign = operator.attrgetter('nothing')\n{ROWS}"
    );
    let job = module(&broken, Stage::Ttir, &[Stage::Ttir]);
    let failure = worker.run(&job).unwrap().failure.unwrap();
    assert_eq!(failure.kind, FailureKind::FrontendCrash, "{failure}");
    assert!(failure.message.contains("AttributeError"), "{failure}");
    assert_eq!(control(&mut worker, &job).unwrap(), Control::Survives);
    let mut worker = self::worker(WorkerOptions::default());
    // 3 is no power of two; a function that is not there may be in another release.
    for (text, kind) in [
        ("tl.arange(0, 3)[:, None] % n", FailureKind::Frontend),
        ("tl.nothing(0, M)[:, None] % n", FailureKind::Unsupported),
    ] {
        let refused = ROWS.replace("tl.arange(0, M)[:, None] % n", text);
        let job = module(&refused, Stage::Ttir, &[Stage::Ttir]);
        assert_eq!(worker.run(&job).unwrap().failure.unwrap().kind, kind);
    }
}
