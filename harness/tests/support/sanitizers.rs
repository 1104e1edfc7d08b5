//! A compiler that is scripted: what a kernel's plain build and its builds with a sanitizer are is told
//! beforehand. They are PTX that the `ptx` device executes.

use std::collections::{BTreeMap, VecDeque};

use anyhow::Result;
use serde_json::json;
use tritonsmith::campaign::{Compiler, Compilers};
use tritonsmith::compile::{
    Artifact, Content, Control, FailureKind, Instrument, Job, JobResult, Kernel, Launch, ModuleJob,
    Stage,
};
use tritonsmith::toolchain::ToolchainId;

use super::scripted::{self, pointers};

pub use super::scripted::copy as case;

/// What a build does beside the copy.
#[derive(Clone, Copy, PartialEq)]
pub enum Build {
    Copy,
    /// It changes every bit pattern.
    Flip,
    /// Its assertion fails, with the sanitizer's words.
    Report,
    /// It stores next to the buffer.
    Stray,
    /// The compiler does not add the sanitizer.
    Plain,
    /// The compiler dies.
    Dies,
    /// The toolchain has no sanitizers.
    Lacks,
}

pub const MESSAGE: &str = "Buffer being accessed has outstanding writes. Operand: A";

fn ptx(build: Build) -> String {
    let bytes: Vec<String> = MESSAGE.bytes().chain([0]).map(|byte| byte.to_string()).collect();
    let extra = match build {
        Build::Flip => "xor.b32 %r3, %r3, 1;".to_owned(),
        Build::Stray => "@%p1 st.global.b32 [%rd4], %r3;".to_owned(),
        Build::Report => "{\n.param .b64 param0;\n.param .b64 param1;\n.param .b32 param2;\n\
             .param .b64 param3;\n.param .b64 param4;\nmov.b64 %rd6, message;\n\
             cvta.global.u64 %rd7, %rd6;\nst.param.b64 [param0], %rd7;\n\
             st.param.b64 [param1], %rd7;\nst.param.b32 [param2], 216;\n\
             st.param.b64 [param3], %rd7;\nst.param.b64 [param4], 1;\n\
             call.uni __assertfail, (param0, param1, param2, param3, param4);\n}\ntrap;"
            .to_owned(),
        _ => String::new(),
    };
    format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n\
         .extern .func __assertfail\n(\n.param .b64 p0,\n.param .b64 p1,\n.param .b32 p2,\n\
         .param .b64 p3,\n.param .b64 p4\n)\n.noreturn;\n\
         .global .align 1 .b8 message[{}] = {{{}}};\n\
         .visible .entry kernel(.param .u64 a, .param .u64 out, .param .u64 scratch, \
         .param .u64 profile)\n.reqntid 32\n{{\n.reg .pred %p<2>;\n.reg .b32 %r<6>;\n\
         .reg .b64 %rd<8>;\nld.param.b64 %rd1, [a];\nld.param.b64 %rd2, [out];\n\
         mov.u32 %r2, %tid.x;\nsetp.lt.u32 %p1, %r2, 16;\nmul.wide.u32 %rd3, %r2, 4;\n\
         add.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n\
         @%p1 ld.global.b32 %r3, [%rd4];\n{extra}\n@%p1 st.global.b32 [%rd5], %r3;\nret;\n}}\n",
        bytes.len(),
        bytes.join(", ")
    )
}

/// The copy as the sanitizer's rules see it; the comparison decides nothing.
fn ttir(compares: bool) -> String {
    let compare = if compares { "    %c = arith.cmpf olt, %x, %x : tensor<16xf32>\n" } else { "" };
    format!("module {{\n  tt.func public @kernel() {{\n{compare}    tt.return\n  }}\n}}\n")
}

fn compiled(build: Build, by: Option<Instrument>, compares: bool) -> JobResult {
    let mode = by.filter(|_| build != Build::Plain).map_or("", Instrument::name);
    let metadata = json!({
        "num_warps": 1, "num_ctas": 1, "shared": 0, "global_scratch_size": 0,
        "profile_scratch_size": 32, "instrumentation_mode": mode,
    });
    let metadata: BTreeMap<String, serde_json::Value> = serde_json::from_value(metadata).unwrap();
    let text = |stage, text| Artifact { stage, content: Content::Text(text) };
    let artifacts = vec![
        text(Stage::Ttir, ttir(compares)),
        text(Stage::Ttgir, ttir(compares)),
        text(Stage::Ptx, ptx(build)),
    ];
    let launch = Launch {
        kernel: Kernel { name: "kernel".into(), artifacts, metadata, ..Kernel::default() },
        grid: [1, 1, 1],
        arguments: pointers(&case(0)),
        parameters: vec![],
        constants: vec![],
    };
    JobResult { launches: vec![launch], ..JobResult::default() }
}

fn failed(kind: FailureKind, message: &str) -> JobResult {
    scripted::failed(scripted::failure(kind, "llir", message))
}

/// What the plain build, the first and the second one with the sanitizer are.
#[derive(Clone, Copy)]
pub struct Script {
    pub builds: [Build; 3],
    /// Whether the kernel compares floats.
    pub compares: bool,
    /// Whether a trivial module compiles with the sanitizer.
    pub control: bool,
}

struct Scripted(Script, VecDeque<JobResult>);

impl Scripted {
    fn answer(&self, job: &ModuleJob) -> JobResult {
        // The case's own options have four.
        let other = !job.source.contains("num_warps=4");
        let at = if job.instrument.is_none() { 0 } else { 1 + usize::from(other) };
        match self.0.builds[at] {
            Build::Dies => failed(FailureKind::Crash { signal: 6 }, "LLVM ERROR: Cannot select"),
            Build::Lacks => failed(FailureKind::Unsupported, "consan needs Triton 3.9 or later"),
            build => compiled(build, job.instrument, self.0.compares),
        }
    }
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        let Job::RunModule(job) = job else { panic!("{job:?}") };
        let answer = self.answer(job);
        self.1.push_back(answer);
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.1.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(match self.0.control {
            true => Control::Survives,
            false => Control::ToolchainDefect("dies".into()),
        })
    }
}

impl Compilers for Script {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted(*self, VecDeque::new())))
    }
}
