//! Level Zero through the process that owns the device: load, arguments, launch. Simulated devices
//! (Intel's driver and compiler with no GPU) accept or refuse; where there is a GPU, it executes.

#![allow(clippy::unwrap_used, reason = "tests")]

use tritonsmith::device::native::{
    CodeKind, NativeArgument, NativeBuffer, NativeLaunch, NativeOutcome, Server, ServerError,
    ServerOptions,
};

fn options() -> ServerOptions {
    let program = Some(env!("CARGO_BIN_EXE_tritonsmith").into());
    ServerOptions { program, ..ServerOptions::default() }
}

/// The device, or none with the reason printed.
fn start(device: &str) -> Option<Server> {
    match Server::start_with(device, options()) {
        Ok(server) => Some(server),
        Err(ServerError::Absent { reason, .. }) => {
            eprintln!("skipped, {device}: {reason}");
            None
        }
        Err(error) => panic!("{device}: {error}"),
    }
}

/// SPIR-V word by word.
struct Assembler(Vec<u32>);

impl Assembler {
    fn new(bound: u32) -> Self {
        Assembler(vec![0x0723_0203, 0x0001_0000, 0, bound, 0])
    }

    fn op(&mut self, code: u32, operands: &[u32]) {
        self.0.push(((operands.len() as u32 + 1) << 16) | code);
        self.0.extend(operands);
    }

    fn bytes(self) -> Vec<u8> {
        self.0.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

/// A literal string's words, zero-terminated and padded.
fn literal(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((text.len() / 4 + 1) * 4, 0);
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// `add(a, out, n, scratch, local)`: each work-item i of a subgroup of 16 does `out[i] = a[i] + n`;
/// the last two are what Triton appends. With `double`, `out[i] = a[i] + a[i]` in 64-bit floats.
fn module(double: bool) -> Vec<u8> {
    let [void, u64_, u32_, vector, global, input, local, function, id, main, label] =
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    let [a, out, n, scratch, slm, ids, x, from, to, loaded, sum, f64_] =
        [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];
    let (element, size) = if double { (f64_, 8) } else { (u32_, 4) };
    let mut code = Assembler::new(24);
    for capability in [4, 6, 11].into_iter().chain(double.then_some(10)) {
        code.op(17, &[capability]); // Addresses, Kernel, Int64, Float64
    }
    code.op(14, &[2, 2]); // OpMemoryModel Physical64 OpenCL
    code.op(15, &[&[6, main][..], &literal("add"), &[id]].concat()); // OpEntryPoint Kernel
    code.op(16, &[main, 35, 16]); // OpExecutionMode SubgroupSize
    code.op(71, &[id, 11, 28]); // OpDecorate BuiltIn GlobalInvocationId
    code.op(19, &[void]);
    code.op(21, &[u64_, 64, 0]);
    code.op(21, &[u32_, 32, 0]);
    if double {
        code.op(22, &[f64_, 64]);
    }
    code.op(23, &[vector, u64_, 3]);
    code.op(32, &[global, 5, element]); // OpTypePointer CrossWorkgroup
    code.op(32, &[input, 1, vector]);
    code.op(32, &[local, 4, u32_]); // Workgroup
    code.op(33, &[function, void, global, global, u32_, global, local]);
    code.op(59, &[input, id, 1]); // OpVariable Input
    code.op(54, &[void, main, 0, function]);
    for (kind, parameter) in
        [(global, a), (global, out), (u32_, n), (global, scratch), (local, slm)]
    {
        code.op(55, &[kind, parameter]);
    }
    code.op(248, &[label]);
    code.op(61, &[vector, ids, id, 2, 32]); // OpLoad Aligned
    code.op(81, &[u64_, x, ids, 0]); // OpCompositeExtract
    code.op(70, &[global, from, a, x]); // OpInBoundsPtrAccessChain
    code.op(70, &[global, to, out, x]);
    code.op(61, &[element, loaded, from, 2, size]);
    if double {
        code.op(129, &[element, sum, loaded, loaded]); // OpFAdd
    } else {
        code.op(128, &[element, sum, loaded, n]); // OpIAdd
    }
    code.op(62, &[to, sum, 2, size]); // OpStore Aligned
    code.op(253, &[]);
    code.op(56, &[]);
    code.bytes()
}

/// Two groups of 32 work-items on 64 elements.
fn launch(code: Vec<u8>) -> NativeLaunch {
    let buffer = |name: &str, bytes: Vec<u8>, read_only| NativeBuffer {
        name: name.to_owned(),
        bytes,
        misalign: 0,
        element_bytes: 4,
        read_only,
        compared: Vec::new(),
    };
    NativeLaunch {
        kind: CodeKind::Spirv,
        code,
        entry: "add".to_owned(),
        build_flags: String::new(),
        grid: [2, 1, 1],
        num_ctas: 1,
        threads: 32,
        shared: 256,
        cooperative: false,
        arguments: vec![
            NativeArgument::Buffer(0),
            NativeArgument::Buffer(1),
            NativeArgument::Bytes(5_u32.to_le_bytes().to_vec()),
            NativeArgument::Scratch(0),
            NativeArgument::Local(256),
        ],
        buffers: vec![
            buffer("a", (0..64_u32).flat_map(u32::to_le_bytes).collect(), true),
            buffer("out", vec![0xdd; 64 * 4], false),
        ],
        repeats: 3,
        limit: 60.0,
    }
}

/// As `launch`, with what two 64-bit floats each need.
fn double_launch() -> NativeLaunch {
    let mut launch = launch(module(true));
    for buffer in &mut launch.buffers {
        buffer.bytes = vec![0; 64 * 8];
        buffer.element_bytes = 8;
    }
    launch
}

fn accepted(outcome: &NativeOutcome) -> bool {
    matches!(outcome, NativeOutcome::Unsupported(reason) if reason.contains("simulated"))
}

fn failed(outcome: &NativeOutcome, words: &str) -> bool {
    matches!(outcome, NativeOutcome::DeviceFailure(reason) if reason.contains(words))
}

fn unsupported(outcome: &NativeOutcome, words: &str) -> bool {
    matches!(outcome, NativeOutcome::Unsupported(reason) if reason.contains(words))
}

#[test]
fn an_unknown_ordinal_is_absent_with_the_reason() {
    for (device, words) in [
        ("level_zero:sim-xyz", "sim-dg2"),
        ("level_zero:first", "neither a number"),
        ("level_zero:4000000000", ""),
    ] {
        let error = Server::start_with(device, options()).expect_err(device);
        assert!(
            matches!(&error, ServerError::Absent { reason, .. } if reason.contains(words)),
            "{device}: {error}"
        );
    }
}

#[test]
fn simulated_devices_accept_a_launch_and_pass_nothing() {
    for device in ["level_zero:sim-pvc", "level_zero:sim-dg2"] {
        let Some(mut server) = start(device) else { continue };
        assert!(server.info().driver.starts_with("Level Zero"), "{:?}", server.info());
        let plain = launch(module(false));
        let mut changed = plain.clone();
        changed.arguments[3] = NativeArgument::Scratch(4096);
        changed.build_flags = "-cl-intel-256-GRF-per-thread".to_owned();
        changed.buffers[0].misalign = 4;
        // Larger than what the device has allotted so far.
        let mut large = plain.clone();
        large.buffers[1].bytes.resize(1 << 20, 0);
        for launch in [plain, changed, large] {
            let result = server.launch(&launch);
            assert!(accepted(&result.outcome), "{device}: {:?}", result.outcome);
        }
        assert_eq!(&server.control().unwrap(), server.info());
    }
}

#[test]
fn what_is_wrong_is_refused_and_the_next_launch_is_not_lost() {
    let Some(mut server) = start("level_zero:sim-pvc") else { return };
    let good = launch(module(false));
    let with = |change: &dyn Fn(&mut NativeLaunch)| {
        let mut launch = good.clone();
        change(&mut launch);
        launch
    };
    let wrong: &[(NativeLaunch, &str)] = &[
        (with(&|launch| launch.entry = "subtract".to_owned()), "no kernel of that name"),
        (with(&|launch| launch.arguments.truncate(4)), "5 arguments, not the 4"),
        (with(&|launch| launch.arguments[0] = NativeArgument::Buffer(9)), "no buffer"),
        (with(&|launch| launch.code = b"garbage!".to_vec()), "not SPIR-V"),
        (with(&|launch| launch.build_flags = "\0".to_owned()), "zero byte"),
        (with(&|launch| launch.threads = 24), "no whole subgroups"),
    ];
    for (launch, words) in wrong {
        let outcome = server.launch(launch).outcome;
        assert!(failed(&outcome, words), "{words}: {outcome:?}");
        let outcome = server.launch(&good).outcome;
        assert!(accepted(&outcome), "after `{words}`: {outcome:?}");
    }
    let beyond: &[(NativeLaunch, &str)] = &[
        (with(&|launch| launch.threads = 1 << 20), "threads"),
        (with(&|launch| launch.num_ctas = 2), "clusters"),
        (with(&|launch| launch.kind = CodeKind::Ptx), "not SPIR-V"),
        (with(&|launch| launch.arguments[4] = NativeArgument::Local(1 << 24)), "local memory"),
    ];
    for (launch, words) in beyond {
        let outcome = server.launch(launch).outcome;
        assert!(unsupported(&outcome, words) && !accepted(&outcome), "{words}: {outcome:?}");
    }
    assert!(accepted(&server.launch(&good).outcome));
}

#[test]
fn a_type_that_the_device_lacks_is_unsupported_by_name() {
    if let Some(mut server) = start("level_zero:sim-dg2") {
        let outcome = server.launch(&double_launch()).outcome;
        assert!(unsupported(&outcome, "Double type"), "{outcome:?}");
    }
    if let Some(mut server) = start("level_zero:sim-pvc") {
        let outcome = server.launch(&double_launch()).outcome;
        assert!(accepted(&outcome), "{outcome:?}");
    }
}

#[test]
fn a_gpu_executes() {
    let Some(mut server) = start("level_zero:0") else { return };
    let good = launch(module(false));
    let NativeOutcome::Finished { buffers, stray, nondeterministic } = server.launch(&good).outcome
    else {
        panic!("it did not finish");
    };
    let sums: Vec<u8> = (5..69_u32).flat_map(u32::to_le_bytes).collect();
    assert_eq!((buffers[1].as_slice(), stray, nondeterministic), (&sums[..], None, None));

    let mut short = good;
    short.buffers[1].bytes.truncate(63 * 4);
    let NativeOutcome::Finished { stray, .. } = server.launch(&short).outcome else {
        panic!("it did not finish");
    };
    assert!(stray.unwrap().contains("past the end of `out`"));
}

#[test]
#[ignore = "installs a toolchain of 1.6 GB: run with --ignored --test-threads=1"]
fn fifty_kernels_of_triton_are_accepted() {
    if start("level_zero:sim-pvc").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tritonsmith"))
        .args(["fuzz", "--count", "64", "--seed", "7", "--json", "--device", "level_zero:sim-pvc"])
        .args(["--toolchain", "triton-xpu==3.3.0b1", "--target", "xpu:pvc"])
        .arg("--out")
        .arg(folder.path().join("campaign"))
        .output()
        .unwrap();
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    println!("{summary:#}");
    let reasons = summary["inconclusive"].as_object().unwrap();
    let of = |words: &[&str]| -> u64 {
        let fits = |reason: &&String| words.iter().any(|word| reason.contains(word));
        reasons.iter().filter(|(reason, _)| fits(reason)).map(|(_, n)| n.as_u64().unwrap()).sum()
    };
    // Nothing is executed, so nothing agrees; what Intel's compiler of that year lacks is told by name.
    assert_eq!(summary["agree"], 0, "{summary:#}");
    // Of those that it takes there are fifty.
    assert!(of(&["launch accepted"]) >= 50, "{summary:#}");
    assert_eq!(of(&["failed", "ZE_RESULT"]), 0, "{summary:#}");
    let findings = summary["findings"].as_array().unwrap();
    assert!(findings.iter().all(|finding| !finding["known"].is_null()), "{summary:#}");
}
