//! A compiler that is scripted, and campaigns with it.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use tritonsmith::campaign::{self, Compiler, Compilers, Plan, Settings, Silent, Summary};
use tritonsmith::compile::{
    Artifact, CompileFailure, Content, Control, FailureKind, Job, JobResult, Kernel, Launch,
    PassText, Stage, Target,
};
use tritonsmith::toolchain::ToolchainId;

use crate::support::scripted::{self, one_warp, pointers, ptx};

pub(crate) use crate::support::scripted::copy as case;

/// The copy as TTIR; `wrong` reads each element's neighbour.
fn ttir(wrong: bool, comment: &str) -> String {
    let from = if wrong { "%flipped" } else { "%index" };
    format!(
        "module {{
  tt.func public @kernel(%a: !tt.ptr<f32>, %out: !tt.ptr<f32>) {{
    %index = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %one = arith.constant dense<1> : tensor<16xi32>
    %flipped = arith.xori %index, %one : tensor<16xi32>
    %1 = tt.splat %a : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %2 = tt.addptr %1, {from} : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %3 = tt.load %2 : tensor<16x!tt.ptr<f32>>
    %4 = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %5 = tt.addptr %4, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %5, %3 : tensor<16x!tt.ptr<f32>>
    tt.return
  }}
}}
// {comment}
"
    )
}

/// What the compiler does with every kernel.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Script {
    Right,
    /// A pass goes wrong.
    Wrong,
    /// An assertion fails; the control survives or not.
    Assertion {
        control: bool,
    },
    /// A crash that does not happen a second time.
    Once,
    Refused,
    /// A pass goes wrong, but the compilation with the text of every pass is another one.
    Dumps(Other),
    /// The code is wrong, and so may be what it was made of.
    Code(Ir),
}

/// The TTGIR that wrong code was made of.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ir {
    Right,
    /// A pass goes wrong.
    Wrong,
    /// A pass goes wrong, and the compilation with the text of every pass fails.
    Unnamed,
    /// It has an operation that nobody executes.
    Foreign,
}

/// What is other about the compilation with dumps.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Other {
    /// It fails after the guilty pass.
    Failure,
    /// Its last text is not the one that was executed.
    Text,
    /// One text rounds: the case's data cannot tell about it, made-up inputs can.
    Rounds,
}

pub(crate) struct Scripted {
    pub(crate) script: Script,
    pub(crate) answers: VecDeque<JobResult>,
    pub(crate) first: bool,
}

fn kernel() -> Launch {
    Launch {
        kernel: Kernel { name: "kernel".into(), ..Kernel::default() },
        grid: [1, 1, 1],
        arguments: pointers(&case(0)),
        parameters: vec![],
        constants: vec![],
    }
}

fn compiled(wrong: bool) -> JobResult {
    let mut launch = kernel();
    let text = |stage, wrong| Artifact {
        stage,
        content: Content::Text(ttir(wrong, &format!("after {stage}"))),
    };
    launch.kernel.artifacts = vec![text(Stage::Ttir, false), text(Stage::Ttgir, wrong)];
    let before = |pass: &str, wrong| PassText {
        pass: pass.into(),
        text: ttir(wrong, &format!("before {pass}")),
    };
    let passes = vec![before("good", false), before("guilty{x=1}", false), before("late", wrong)];
    JobResult { launches: vec![launch], passes, ..JobResult::default() }
}

/// What the compilation with dumps gives.
fn dumped(other: Other) -> JobResult {
    let mut result = compiled(true);
    match other {
        Other::Failure => result.failure = failed(FailureKind::Timeout, "late").failure,
        Other::Text => {
            result.launches[0].kernel.artifacts[1].content = Content::Text(ttir(true, ""))
        }
        Other::Rounds => {
            let divided = "    %third = arith.constant dense<3.0> : tensor<16xf32>\n    \
                           %unused = arith.divf %3, %third : tensor<16xf32>\n    %4 =";
            for dump in &mut result.passes[1..] {
                let text = ttir(false, &format!("before {}", dump.pass));
                dump.text = text.replace("    %4 =", divided);
                if dump.pass == "late" {
                    let load = "    %unread = tt.load %5 : tensor<16x!tt.ptr<f32>>\n    tt.store";
                    dump.text = dump.text.replace("    tt.store", load);
                }
            }
            let mut last = result.passes[1].clone();
            last.pass = "rounder".to_owned();
            result.passes.insert(1, last);
            result.passes[1].text = ttir(false, "before rounder");
        }
    }
    result
}

/// Wrong code, and what it was made of.
fn coded(ir: Ir, dumps: bool) -> JobResult {
    let mut result = compiled(matches!(ir, Ir::Wrong | Ir::Unnamed));
    let kernel = &mut result.launches[0].kernel;
    if ir == Ir::Foreign {
        let text = ttir(true, "after ttgir").replace("tt.return", "foreign.op\n    tt.return");
        kernel.artifacts[1].content = Content::Text(text);
    }
    kernel.artifacts.push(Artifact { stage: Stage::Ptx, content: Content::Text(ptx(true)) });
    kernel.metadata = one_warp();
    if ir == Ir::Unnamed && dumps {
        result.failure = failed(FailureKind::Timeout, "late").failure;
    }
    result
}

fn failed(kind: FailureKind, message: &str) -> JobResult {
    scripted::failed(CompileFailure {
        pass: (kind == FailureKind::Assertion).then(|| "tritongpu-pipeline".into()),
        output: "printed".into(),
        ..scripted::failure(kind, "ttgir", message)
    })
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        let answer = match self.script {
            Script::Dumps(other) if job.dumps_passes() => dumped(other),
            Script::Dumps(_) => compiled(true),
            Script::Code(ir) => coded(ir, job.dumps_passes()),
            Script::Right => compiled(false),
            Script::Wrong => compiled(true),
            Script::Assertion { .. } => {
                failed(FailureKind::Assertion, "a.cpp:1: f: Assertion `n == 4' failed.")
            }
            Script::Once if self.first => failed(FailureKind::Crash { signal: 11 }, "died"),
            Script::Once => compiled(false),
            Script::Refused => failed(FailureKind::Frontend, "at 1:2: no"),
        };
        self.answers.push_back(answer);
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.answers.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(match self.script {
            Script::Assertion { control: false } => Control::ToolchainDefect("dies".into()),
            _ => Control::Survives,
        })
    }
}

pub(crate) struct Pool {
    pub(crate) script: Script,
    pub(crate) started: AtomicBool,
}

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        let first = !self.started.swap(true, std::sync::atomic::Ordering::Relaxed);
        Ok(Box::new(Scripted { script: self.script, answers: VecDeque::new(), first }))
    }
}

pub(crate) fn settings(folder: &std::path::Path, count: u64) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    Settings {
        seed: 1,
        count: Some(count),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir)
    }
}

pub(crate) fn run(folder: &std::path::Path, script: Script, count: u64) -> Summary {
    let pool = Pool { script, started: AtomicBool::new(false) };
    let stop = AtomicBool::new(false);
    campaign::run(&settings(folder, count), &case, &pool, &Silent, &stop).unwrap()
}
