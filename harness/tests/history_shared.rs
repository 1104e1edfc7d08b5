//! Processes that walk several scenarios: what a scenario changes is put back, or the process is ended.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use tritonsmith::compile::{Job, JobStep, ScenarioJob, Stage, Target, Worker, WorkerOptions};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

/// What a scenario does, and whether its process may be used again.
const CASES: &[(&str, bool)] = &[
    ("pass", true),
    ("os.environ['TRITON_F32_DEFAULT'] = 'ieee'", true),
    ("del os.environ['HOME']", true),
    ("import triton.language; kept = [1] * 1000", true),
    ("os.chdir('/')", false),
    ("import sys; sys.path.append('/')", false),
    ("import sys; sys.modules['json'] = os", false),
    ("triton.runtime.jit.JITFunction.left = 1", false),
    ("triton.runtime.driver.left = 1", false),
    ("import threading, time; threading.Thread(target=time.sleep, args=(3,)).start()", false),
];

/// As above, for releases that have `triton.knobs`.
const SETTINGS: &[(&str, bool)] = &[
    ("triton.knobs.runtime.debug = True", true),
    ("triton.knobs.propagate_env = False", true),
    ("triton.knobs.runtime.launch_enter_hook.calls.append(print)", false),
];

/// The process in which a scenario of one step runs.
fn process(worker: &mut Worker, code: &str) -> String {
    let code = format!("{code}\nraise RuntimeError(f'in {{os.getpid()}}')");
    let result = worker.run(&Job::RunScenario(ScenarioJob {
        modules: BTreeMap::from([("ts_main".to_owned(), "import os\nimport triton\n".to_owned())]),
        main: "ts_main".to_owned(),
        arguments: BTreeMap::new(),
        steps: vec![JobStep::Code { code, thread: false }],
        environment: BTreeMap::new(),
        target: Target::cuda(90),
        until: Stage::Ttir,
        want: Vec::new(),
        shared: true,
        folder: None,
        plant: None,
    }));
    let message = result.unwrap().steps[0].error.clone().unwrap().message;
    assert!(message.starts_with("in "), "{message}");
    message
}

fn check(id: &ToolchainId, cases: &[(&str, bool)]) {
    let home = Home::from_environment().unwrap();
    let toolchain = Toolchain::ensure(&home, id, &mut |line: &str| eprintln!("{line}")).unwrap();
    let mut worker = Worker::start(&toolchain, WorkerOptions::default()).unwrap();
    for (code, again) in cases {
        let before = process(&mut worker, code);
        let after = process(&mut worker, "pass");
        assert_eq!(before == after, *again, "{id}: {code}: {before}, then {after}");
    }
}

#[test]
fn processes_are_used_again_only_as_they_were() {
    check(&ToolchainId::default(), CASES);
    check(&ToolchainId::default(), SETTINGS);
}

#[test]
#[ignore = "needs two more toolchains"]
fn processes_of_other_builds_are_used_again_only_as_they_were() {
    check(&"triton==3.3.1".parse().unwrap(), CASES);
    let renamed = "tokenspeed-triton==3.7.10.post20260531".parse().unwrap();
    check(&renamed, CASES);
    check(&renamed, SETTINGS);
}
