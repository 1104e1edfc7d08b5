//! From what a worker saw to a [`CompileFailure`]: whose fault it is, which pass, which line tells.

use super::failure::{CompileFailure, FailureKind};
use super::frames::RawFailure;
use super::interpret;

/// How a process ended without an answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Signal(i32),
    Status(i32),
    TimeLimit(f64),
}

/// Classes of exceptions that mean "this is no valid kernel".
const FRONTEND: &[&str] =
    &["CompilationError", "CompileTimeAssertionFailure", "UnsupportedLanguageConstruct"];

/// How assemblers and code generators say that the kernel does not fit the GPU.
const RESOURCES: &[&str] = &[
    "uses too much shared data",
    "uses too much parameter space",
    "Register allocation failed",
    "ran out of registers during register allocation",
    "exceeds limit (", // AMD: "local memory (N) exceeds limit (65536)"
];

/// A failure that the worker lived to tell. `dumped` is the pass of the last IR dump, if any.
pub(super) fn raised(raw: RawFailure, output: &str, dumped: Option<&str>) -> CompileFailure {
    let kind = match raw.kind.as_str() {
        "defect" => FailureKind::WorkerDefect,
        "unsupported" => FailureKind::Unsupported,
        _ => kind_of(&raw, output),
    };
    let (stage, pass) = place(&raw.stage);
    let in_pass = matches!(
        kind,
        FailureKind::Pass | FailureKind::Assertion | FailureKind::Verifier | FailureKind::Backend
    );
    let pass = pass.or_else(|| {
        let named = in_pass.then(|| failing_pass(output)).flatten();
        if named.is_some() { dumped.map(str::to_owned).or(named) } else { None }
    });
    let message = message_of(kind, &raw, output);
    CompileFailure {
        kind,
        stage,
        pass,
        exception: raw.exception,
        message,
        traceback: raw.traceback,
        output: output.to_owned(),
    }
}

/// A failure that the process did not survive.
pub(super) fn ended(end: End, stage: &str, output: &str, dumped: Option<&str>) -> CompileFailure {
    let (stage, pass) = place(stage);
    let told = told(output);
    let kind = match end {
        End::TimeLimit(_) => FailureKind::Timeout,
        _ if out_of_memory(output) => FailureKind::MemoryLimit,
        _ if assertion(output).is_some() => FailureKind::Assertion,
        // The kernel kills what takes the machine's memory; the others come from a person.
        End::Signal(libc::SIGKILL) => FailureKind::MemoryLimit,
        End::Signal(libc::SIGTERM | libc::SIGINT | libc::SIGHUP) => FailureKind::WorkerDefect,
        End::Signal(signal) => FailureKind::Crash { signal },
        End::Status(status) => FailureKind::Exit { status },
    };
    let message = match end {
        End::TimeLimit(seconds) => format!("no answer within {seconds} s"),
        End::Signal(signal) => told.unwrap_or_else(|| format!("died of signal {signal}")),
        End::Status(status) => told.unwrap_or_else(|| format!("ended with status {status}")),
    };
    CompileFailure {
        kind,
        stage,
        pass: pass.or_else(|| dumped.map(str::to_owned)).or_else(|| failing_pass(output)),
        exception: None,
        message,
        traceback: String::new(),
        output: output.to_owned(),
    }
}

/// What is said of a function of a later release, and of an element type of a later one or of a later GPU.
const ABSENT: &[&str] = &[
    "module 'triton.language' has no attribute",
    "module 'triton.language.core' has no attribute '_aggregate'",
    "Block pointers have been removed", // from 3.9
    "range.__init__() got an unexpected keyword argument",
    "ir.builder' object has no attribute",
    "not supported in this architecture",
];

fn kind_of(raw: &RawFailure, output: &str) -> FailureKind {
    let exception = raw.exception.as_deref().unwrap_or_default();
    let stage = raw.stage.as_str();
    let says = |sign: &&str| output.contains(*sign) || raw.message.contains(*sign);
    let ran_out = RESOURCES.iter().any(says);
    if exception == "OutOfResources" || ran_out {
        FailureKind::OutOfResources
    } else if exception == "MemoryError" || out_of_memory(output) || out_of_memory(&raw.message) {
        FailureKind::MemoryLimit
    } else if exception == "OSError" && raw.message.contains("No space left on device") {
        FailureKind::WorkerDefect
    } else if exception == "RecursionError" && stage == "runtime" {
        // 3.3 hashes a function that calls itself for ever.
        FailureKind::Unsupported
    } else if raw.internal && stage == "frontend" {
        FailureKind::FrontendCrash
    } else if ABSENT.iter().any(says) {
        FailureKind::Unsupported
    } else if stage == interpret::STAGE {
        FailureKind::Interpreter
    } else if FRONTEND.contains(&exception) {
        FailureKind::Frontend
    } else if assertion(output).is_some() {
        FailureKind::Assertion
    } else if stage == "runtime" {
        FailureKind::Runtime
    } else if stage == "parse" {
        FailureKind::Parse
    } else if stage == "frontend" {
        // The frontend ends with a verification of the module that it has made.
        if operation_error(output).is_some() {
            FailureKind::Verifier
        } else {
            FailureKind::Frontend
        }
    } else if raw.message.contains("PassManager::run failed") {
        let fatal = output.contains("LLVM ERROR"); // the pass itself gave up
        let blamed = operation_error(output).is_some() && !fatal;
        if blamed { FailureKind::Verifier } else { FailureKind::Pass }
    } else if stage.starts_with("pass ") || matches!(stage, "ttir" | "ttgir") {
        FailureKind::Pass
    } else {
        FailureKind::Backend
    }
}

/// Splits the worker's `pass NAME` into a stage and a pass.
fn place(stage: &str) -> (String, Option<String>) {
    match stage.strip_prefix("pass ") {
        Some(pass) => ("pass".to_owned(), Some(pass.to_owned())),
        None => (stage.to_owned(), None),
    }
}

fn message_of(kind: FailureKind, raw: &RawFailure, output: &str) -> String {
    let from_output = match kind {
        FailureKind::Assertion
        | FailureKind::Verifier
        | FailureKind::Pass
        | FailureKind::Parse
        | FailureKind::Backend => told(output).or_else(|| told_by_ptxas(output, &raw.message)),
        _ => None,
    };
    let last = || raw.message.lines().rev().find(|line| !line.trim().is_empty());
    from_output.or_else(|| last().map(str::to_owned)).unwrap_or_default().trim().to_owned()
}

/// What `ptxas` complains of, without the name of its file, which is another each time: its first error, or why
/// it gave up, or Triton's first line on how it ended. Triton prints what it printed, or raises it.
fn told_by_ptxas(output: &str, message: &str) -> Option<String> {
    let lines = || output.lines().chain(message.lines());
    let error = || lines().find_map(|line| Some(&line[line.find("; error   : ")? + 2..]));
    let fatal = || lines().find(|line| line.starts_with("ptxas fatal"));
    let ended = || message.lines().next().filter(|_| message.contains("`ptxas` stderr:"));
    error().or_else(fatal).or_else(ended).map(|line| line.trim().to_owned())
}

/// The line of the output that tells most.
fn told(output: &str) -> Option<String> {
    let line = |sign: &str| output.lines().find(|line| line.contains(sign));
    assertion(output)
        .or_else(|| line("error: "))
        .or_else(|| line("LLVM ERROR"))
        .or_else(|| line("UNREACHABLE executed"))
        .map(|line| line.trim().to_owned())
}

/// `python: file.cpp:1: function: Assertion `x' failed.`
fn assertion(output: &str) -> Option<&str> {
    output.lines().find(|line| line.contains("Assertion `") && line.contains("failed"))
}

/// `error: 'tt.load' op ...`: how the verifier, and a pass that blames an operation, report.
fn operation_error(output: &str) -> Option<&str> {
    output.lines().find(|line| line.contains("error: '") && line.contains("' op "))
}

fn out_of_memory(text: &str) -> bool {
    ["std::bad_alloc", "LLVM ERROR: out of memory", "Allocation failed"]
        .iter()
        .any(|sign| text.contains(sign))
}

/// The class in "Pipeline failed while executing [`Class` on 'op' operation...".
fn failing_pass(output: &str) -> Option<String> {
    let rest = output.split_once("ailed while executing [`")?.1;
    Some(rest.split_once('`')?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(stage: &str, exception: &str, message: &str) -> RawFailure {
        RawFailure {
            kind: "raised".into(),
            stage: stage.into(),
            exception: Some(exception.into()),
            message: message.into(),
            traceback: String::new(),
            internal: false,
        }
    }

    #[test]
    fn faults_are_told_apart() {
        let assertion = "python: a.cpp:7: void f(): Assertion `x == y' failed.\n\
                         a.mlir:3:3: note: Pipeline failed while executing [`Foo` on 'builtin.module'";
        let verifier = "a.mlir:3:3: error: 'tt.load' op operand types differ\n";
        let failed = "PassManager::run failed";
        let cases = [
            (raw("frontend", "CompilationError", "at 3:4"), "", FailureKind::Frontend),
            (raw("runtime", "OutOfResources", "shared"), "", FailureKind::OutOfResources),
            (raw("runtime", "TypeError", "x"), "", FailureKind::Runtime),
            (raw("ttgir", "RuntimeError", failed), assertion, FailureKind::Assertion),
            (raw("ttgir", "RuntimeError", failed), verifier, FailureKind::Verifier),
            (raw("frontend", "RuntimeError", "verify"), verifier, FailureKind::Verifier),
            (raw("pass cse", "RuntimeError", failed), "", FailureKind::Pass),
            (raw("parse", "RuntimeError", "Parse MLIR file failed."), verifier, FailureKind::Parse),
            (raw("cubin", "PTXASError", "ptxas"), "", FailureKind::Backend),
            (
                raw("cubin", "PTXASError", "ptxas error: Entry function uses too much shared data"),
                "",
                FailureKind::OutOfResources,
            ),
            (raw("llir", "MemoryError", ""), "", FailureKind::MemoryLimit),
            (raw("interpreter", "ValueError", "axis 7"), "", FailureKind::Interpreter),
        ];
        for (raw, output, kind) in cases {
            let text = format!("{raw:?}");
            assert_eq!(raised(raw, output, None).kind, kind, "{text}");
        }
    }

    #[test]
    fn the_front_end_refuses_or_fails() {
        let refused = raw("frontend", "CompilationError", "at 3:4\nValueError('no')");
        let failed = RawFailure { internal: true, ..refused.clone() };
        assert_eq!(raised(refused, "", None).kind, FailureKind::Frontend);
        assert_eq!(raised(failed.clone(), "", None).kind, FailureKind::FrontendCrash);
        let launched = RawFailure { stage: "runtime".into(), ..failed };
        assert_ne!(raised(launched, "", None).kind, FailureKind::FrontendCrash);
    }

    #[test]
    fn the_pass_and_the_assertion_are_found() {
        let output = "python: a.cpp:7: void f(): Assertion `x' failed.\n\
                      <kernel>:3:3: note: Pipeline failed while executing [`Foo` on 'builtin.module' operation]";
        let failure = raised(raw("ttgir", "RuntimeError", "PassManager::run failed"), output, None);
        assert_eq!(failure.pass.as_deref(), Some("Foo"));
        assert!(failure.message.contains("Assertion `x' failed"));
        let failure = raised(raw("pass foo-bar", "RuntimeError", "x"), output, None);
        assert_eq!((failure.stage.as_str(), failure.pass.as_deref()), ("pass", Some("foo-bar")));
    }

    #[test]
    fn what_ptxas_says_is_told_without_the_names_of_files() {
        let told = |printed: &str, log: &str| {
            let message = format!(
                "Internal Triton PTX codegen error\n`ptxas` stderr:\n{log}\n\
                 Repro command: ptxas -v --gpu-name=sm_90a /tmp/tmp1x.ptx -o /tmp/tmp1x.ptx.o\n"
            );
            raised(raw("cubin", "PTXASError", &message), printed, None).message
        };
        let fatal = "ptxas fatal   : Ptx assembly aborted due to errors";
        let log = format!(
            "ptxas info    : 0 bytes gmem\nptxas /tmp/tmp1x.ptx, line 4; error   : Unknown symbol '%r1'\n{fatal}"
        );
        assert_eq!(told("", &log), "error   : Unknown symbol '%r1'");
        assert_eq!(told(&log, ""), "error   : Unknown symbol '%r1'");
        assert_eq!(told("", fatal), fatal);
        assert_eq!(told("", ""), "Internal Triton PTX codegen error");
    }

    #[test]
    fn ends_of_the_process_keep_the_stage() {
        let failure = ended(End::Signal(11), "ttgir", "", None);
        assert_eq!(failure.kind, FailureKind::Crash { signal: 11 });
        assert_eq!(failure.stage, "ttgir");
        let failure = ended(End::Signal(6), "llir", "x.cpp:1: f: Assertion `y' failed.\n", None);
        assert_eq!(failure.kind, FailureKind::Assertion);
        let failure = ended(End::Signal(6), "llir", "LLVM ERROR: out of memory\n", None);
        assert_eq!(failure.kind, FailureKind::MemoryLimit);
        assert_eq!(ended(End::TimeLimit(60.0), "ttir", "", None).kind, FailureKind::Timeout);
    }
}
