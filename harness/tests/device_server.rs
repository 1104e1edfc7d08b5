//! Device processes: whatever a launch does to its process, no other launch is lost.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tritonsmith::device::native::{
    CodeKind, ControlLaunch, NATIVE, NativeArgument, NativeBuffer, NativeLaunch, NativeOutcome,
    NativeResult, Server, ServerError, ServerOptions,
};
use tritonsmith::ptx::{self, Executable, GlobalBuffer, GlobalMemory, Options};

fn options() -> ServerOptions {
    let program = Some(PathBuf::from(env!("CARGO_BIN_EXE_tritonsmith")));
    ServerOptions { program, slack: Duration::from_secs(4), build: Some(1) }
}

fn faulty() -> Server {
    Server::start_with("faulty", options()).unwrap()
}

/// A launch that does what its entry point says, on one buffer.
fn launch(entry: &str, bytes: Vec<u8>) -> NativeLaunch {
    let buffer = NativeBuffer {
        name: "a".to_owned(),
        bytes,
        misalign: 0,
        element_bytes: 1,
        read_only: false,
        compared: Vec::new(),
    };
    NativeLaunch {
        kind: CodeKind::Ptx,
        code: Vec::new(),
        entry: entry.to_owned(),
        build_flags: String::new(),
        grid: [1; 3],
        num_ctas: 1,
        threads: 32,
        shared: 0,
        cooperative: false,
        arguments: Vec::new(),
        buffers: vec![buffer],
        repeats: 1,
        limit: 1.0,
    }
}

/// Whether the launch left its buffer as it was.
fn echoed(result: &NativeResult, bytes: &[u8]) -> bool {
    match &result.outcome {
        NativeOutcome::Finished { buffers, .. } => buffers[0].as_slice() == bytes,
        _ => false,
    }
}

/// What launch `index` does, and what it leaves to compare.
fn behaviour(index: usize) -> (&'static str, Vec<u8>) {
    let entry = match index {
        60 => "hang",
        index => match index % 40 {
            7 => "abort",
            13 => "trap",
            19 => "exit",
            23 => "kill",
            29 => "panic",
            31 => "noise",
            37 => "unsupported",
            _ => "echo",
        },
    };
    (entry, index.to_le_bytes().repeat(500))
}

#[test]
fn no_launch_is_lost_among_those_that_misbehave() {
    const COUNT: usize = 200;
    const AHEAD: usize = 8;
    let mut server = faulty();
    let mut submitted = 0;
    for index in 0..COUNT {
        while submitted < COUNT.min(index + AHEAD) {
            let (entry, bytes) = behaviour(submitted);
            server.submit(&launch(entry, bytes));
            submitted += 1;
        }
        let result = server.receive();
        let (entry, bytes) = behaviour(index);
        let right = match (entry, &result.outcome) {
            ("echo" | "noise", _) => echoed(&result, &bytes),
            ("abort", NativeOutcome::Trap(what)) => what.contains("signal 6"),
            ("trap", NativeOutcome::Trap(what)) => what == "illegal address",
            ("hang", NativeOutcome::Timeout) => true,
            ("unsupported", NativeOutcome::Unsupported(_)) => true,
            ("exit", NativeOutcome::DeviceFailure(what)) => what.contains("status 3"),
            ("kill", NativeOutcome::DeviceFailure(what)) => what.contains("signal 9"),
            ("panic", NativeOutcome::DeviceFailure(what)) => what.contains("asked to panic"),
            _ => false,
        };
        assert!(right, "launch {index} ({entry}): {:?}", result.outcome);
    }
    assert_eq!(server.pending(), 0);
    let nothing = server.receive();
    assert!(matches!(nothing.outcome, NativeOutcome::DeviceFailure(_)));
}

#[test]
fn a_process_that_dies_once_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let entry = format!("abort-once:{}", folder.path().join("died").display());
    let mut server = faulty();
    server.submit(&launch(&entry, vec![1; 10]));
    server.submit(&launch("echo", vec![2; 10]));
    let first = server.receive();
    assert!(echoed(&first, &[1; 10]), "{:?}", first.outcome);
    let second = server.receive();
    assert!(echoed(&second, &[2; 10]), "{:?}", second.outcome);
    assert!(folder.path().join("died").exists());
}

#[test]
fn full_pipes_stop_nobody() {
    const SIZE: usize = 1 << 20;
    let mut server = faulty();
    let started = Instant::now();
    for index in 0..32u8 {
        server.submit(&launch("echo", vec![index; SIZE]));
    }
    assert!(started.elapsed() < Duration::from_secs(30), "submitting does not wait for results");
    for index in 0..32u8 {
        let result = server.receive();
        assert!(echoed(&result, &vec![index; SIZE]), "launch {index}");
    }
}

#[test]
fn what_differs_between_repeats_comes_back() {
    let result = faulty().launch(&launch("nondeterministic", vec![0; 4]));
    let NativeOutcome::Finished { nondeterministic, .. } = result.outcome else { panic!() };
    assert_eq!(nondeterministic.as_deref(), Some("out[0] differs"));
}

#[test]
fn devices_that_are_not_here_say_why() {
    let start = |device: &str| Server::start_with(device, options()).unwrap_err();
    let error = start("faulty:absent");
    assert!(matches!(&error, ServerError::Absent { .. }), "{error}");
    assert!(error.to_string().contains("asked to be absent"), "{error}");
    let error = start("faulty:dead");
    assert!(matches!(&error, ServerError::Broken { .. }), "{error}");
    assert!(error.to_string().contains("signal 6"), "{error}");
    assert!(matches!(start("tpu:0"), ServerError::Unknown(_)));
    assert_eq!(faulty().control().unwrap().name, "faulty");
}

#[test]
fn what_stops_a_launch_is_told_only_of_devices_that_survive_their_control() {
    let mut server = Server::start_with("faulty:broken", options()).unwrap();
    let error = server.control().unwrap_err();
    assert!(matches!(&error, ServerError::Unusable { .. }), "{error}");
    for (entry, says) in
        [("abort", "signal 6"), ("trap", "illegal address"), ("hang", "a time-out")]
    {
        let outcome = server.launch(&launch(entry, vec![0; 4])).outcome;
        let NativeOutcome::DeviceFailure(what) = &outcome else { panic!("{entry}: {outcome:?}") };
        let (how, then) = what.split_once("; then ").unwrap();
        assert!(how.contains(says), "{what}");
        assert!(then.contains("does not survive a trivial launch"), "{what}");
    }
    let whole = server.launch(&launch("echo", vec![5; 4]));
    assert!(echoed(&whole, &[5; 4]), "what is not stopped needs no control: {:?}", whole.outcome);
}

#[test]
fn a_driver_that_takes_long_to_build_is_no_hang() {
    let mut server = faulty();
    server.submit(&launch("build", vec![1; 4]));
    server.submit(&launch("echo", vec![2; 4]));
    let outcome = server.receive().outcome;
    assert!(
        matches!(&outcome, NativeOutcome::Unsupported(what) if what.contains("ready in time")),
        "{outcome:?}"
    );
    let next = server.receive();
    assert!(echoed(&next, &[2; 4]), "{:?}", next.outcome);
}

#[test]
fn a_build_that_uses_too_much_processor_time_is_told_and_costs_nothing_else() {
    // By the clock alone each would take two minutes, and be told in other words.
    let options = ServerOptions { slack: Duration::from_secs(120), ..options() };
    let mut server = Server::start_with("faulty", options).unwrap();
    for entry in ["echo", "busy-build", "echo", "busy-build", "echo"] {
        server.submit(&launch(entry, vec![3; 4]));
    }
    for entry in ["echo", "busy-build", "echo", "busy-build", "echo"] {
        let result = server.receive();
        if entry == "echo" {
            assert!(echoed(&result, &[3; 4]), "{:?}", result.outcome);
            continue;
        }
        let told = "a build that takes more than 1 s of processor time".to_owned();
        assert_eq!(result.outcome, NativeOutcome::Unsupported(told));
    }
}

#[test]
fn a_compiler_that_nobody_tests_and_that_dies_says_nothing_of_the_kernel() {
    let mut server = faulty();
    server.submit(&launch("abort-build", vec![1; 4]));
    server.submit(&launch("echo", vec![2; 4]));
    let outcome = server.receive().outcome;
    let NativeOutcome::DeviceFailure(what) = &outcome else { panic!("{outcome:?}") };
    assert!(what.starts_with("before the launch the device's process died of signal 6"), "{what}");
    let next = server.receive();
    assert!(echoed(&next, &[2; 4]), "{:?}", next.outcome);
}

#[test]
fn the_limit_of_builds_does_not_hold_for_launches() {
    let mut server = faulty();
    let result = server.launch(&launch("busy", vec![4; 4]));
    assert!(echoed(&result, &[4; 4]), "{:?}", result.outcome);
}

#[test]
fn the_control_of_gpus_stores_its_number() {
    let kind = NATIVE.iter().find(|kind| kind.name == "cuda").unwrap();
    let ControlLaunch { launch, leaves } = (kind.control)();
    let module = ptx::read_bytes(&launch.code).unwrap();
    let executable = Executable::new(&module, Some(&launch.entry)).unwrap();
    let mut memory = GlobalMemory::default();
    let (base, before) = (0x1_0000_u64, launch.buffers[0].bytes.clone());
    memory.add(GlobalBuffer::new("out", base, before));
    let options = Options { threads: launch.threads, ..Options::default() };
    let arguments = [base.to_le_bytes().to_vec()];
    let run = executable.run(&arguments, memory, &options).unwrap();
    assert_eq!(run.memory.buffers()[0].bytes, leaves);
}

#[test]
#[ignore = "needs an NVIDIA GPU"]
fn a_gpu_survives_its_control() {
    let server = Server::start_with("cuda", options()).unwrap();
    assert_eq!(&server.control().unwrap(), server.info());
}

#[test]
fn only_frames_are_on_standard_output() {
    for (device, name) in [("faulty", "faulty"), ("nonsense", "there is no device `nonsense`")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        command.args(["device-server", device]).stdin(Stdio::null());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let (length, body) = output.stdout.split_first_chunk::<4>().unwrap();
        assert_eq!(u32::from_le_bytes(*length) as usize, body.len());
        assert!(String::from_utf8_lossy(body).contains(name), "{body:?}");
    }
}

#[test]
fn the_gpu_is_here_or_says_why_not() {
    match Server::start_with("cuda", options()) {
        Ok(server) => assert!(!server.info().name.is_empty()),
        Err(ServerError::Absent { reason, .. }) => println!("skipped: {reason}"),
        Err(error) => panic!("{error}"),
    }
}

/// Each thread stores its number; or what a GPU stops.
const KERNELS: &str = "
.version 8.0
.target sm_80
.address_size 64

.visible .entry good(.param .u64 p) {
    .reg .b32 %r<2>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %d2, %r1, 4;
    add.s64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r1;
    ret;
}

.visible .entry nowhere(.param .u64 p) {
    .reg .b32 %r<2>;
    .reg .b64 %d<2>;
    mov.u64 %d1, 64;
    mov.u32 %r1, 1;
    st.global.u32 [%d1], %r1;
    ret;
}

.visible .entry askew(.param .u64 p) {
    .reg .b32 %r<2>;
    .reg .b64 %d<2>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, 1;
    st.global.u32 [%d1+1], %r1;
    ret;
}

.visible .entry stop(.param .u64 p) {
    trap;
}

.visible .entry beside(.param .u64 p) {
    .reg .b32 %r<2>;
    .reg .b64 %d<2>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, 1;
    st.global.u32 [%d1+128], %r1;
    ret;
}

.visible .entry forever(.param .u64 p) {
    .reg .b32 %r<2>;
    .reg .b64 %d<2>;
    .reg .pred %p<2>;
    ld.param.u64 %d1, [p];
again:
    ld.volatile.global.u32 %r1, [%d1];
    setp.ne.u32 %p1, %r1, 77;
    @%p1 bra again;
    ret;
}
";

#[test]
#[ignore = "needs an NVIDIA GPU"]
fn a_gpu_that_kernels_break_loses_no_other_launch() {
    let mut server = Server::start_with("cuda", options()).unwrap();
    let numbers: Vec<u8> = (0..32_u32).flat_map(u32::to_le_bytes).collect();
    for index in 0..200 {
        let entry = match index {
            60 => "forever",
            index => match index % 40 {
                7 => "nowhere",
                13 => "askew",
                19 => "stop",
                29 => "beside",
                _ => "good",
            },
        };
        let mut launch = launch(entry, vec![0; 128]);
        launch.code = KERNELS.as_bytes().to_vec();
        launch.arguments = vec![NativeArgument::Buffer(0)];
        (launch.buffers[0].element_bytes, launch.repeats, launch.limit) = (4, 3, 2.0);
        let outcome = server.launch(&launch).outcome;
        let right = match (entry, &outcome) {
            ("good", NativeOutcome::Finished { buffers, stray, nondeterministic }) => {
                buffers[0] == numbers && stray.is_none() && nondeterministic.is_none()
            }
            ("nowhere" | "askew" | "stop", NativeOutcome::Trap(_)) => true,
            ("beside", NativeOutcome::Finished { stray, .. }) => stray.is_some(),
            ("forever", NativeOutcome::Timeout) => true,
            _ => false,
        };
        assert!(right, "launch {index} ({entry}): {outcome:?}");
    }
}
