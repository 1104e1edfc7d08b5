//! `ocloc`, Intel's offline compiler, in a campaign: an extra check of SPIR-V that Triton made for a GPU,
//! where the program is installed. That it dies on a module or refuses it is a finding if a trivial module
//! compiles; registers that do not suffice are told and no finding.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use super::examine::{Examined, Outcome};
use super::failure;
use super::settings::Plan;
use crate::compile::{Backend, Launch, Ocloc, Stage, find_ocloc, ocloc};
use crate::oracle::{Finding, FindingKind, Known, Verdict};

/// A kernel takes a second or two, a large one on a busy machine a minute.
const LIMIT: Duration = Duration::from_secs(120);

/// What may be a limit of the GPU or of an old program: no fault of the module's.
const LIMITS: &[(&str, &str)] = &[
    ("exceed", "out of resources"),
    ("nsupported", "not supported"),
    ("not supported", "not supported"),
    ("unresolved", "not supported"),
    ("undefined reference", "not supported"),
];

/// A kernel without parameters that does nothing, as SPIR-V 1.0: the header, and its instructions.
const TRIVIAL: [&[u32]; 11] = [
    &[0x0723_0203, 0x0001_0000, 0, 5, 0], // 5: above all ids
    &[0x0002_0011, 4],                    // OpCapability Addresses
    &[0x0002_0011, 6],                    // OpCapability Kernel
    &[0x0003_000e, 2, 2],                 // OpMemoryModel Physical64 OpenCL
    &[0x0005_000f, 6, 3, 0x746e_6f63, 0x006c_6f72], // OpEntryPoint Kernel %3 "control"
    &[0x0002_0013, 1],                    // %1 = OpTypeVoid
    &[0x0003_0021, 2, 1],                 // %2 = OpTypeFunction %1
    &[0x0005_0036, 1, 3, 0, 2],           // %3 = OpFunction %1 None %2
    &[0x0002_00f8, 4],                    // %4 = OpLabel
    &[0x0001_00fd],                       // OpReturn
    &[0x0001_0038],                       // OpFunctionEnd
];

type Compile = fn(&[u8], &str, &str, Duration) -> io::Result<Ocloc>;

/// The program, and what it makes of a trivial module.
pub(super) struct Offline {
    compile: Compile,
    /// By device: whether the trivial module compiles.
    controls: HashMap<String, bool>,
}

impl Offline {
    /// `None` where it is not installed.
    pub(super) fn find() -> Option<Self> {
        find_ocloc().map(|_| Offline { compile: ocloc, controls: HashMap::new() })
    }

    /// Compiles what a kernel in which nothing is wrong so far was compiled to.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub(super) fn check(
        &mut self,
        launch: &Launch,
        plan: &Plan,
        known: &[Known],
        out: &mut Examined,
    ) -> io::Result<()> {
        if plan.target.backend() != Backend::Xpu || matches!(out.outcome, Outcome::Bug { .. }) {
            return Ok(());
        }
        let Some(code) = launch.kernel.binary(Stage::Spv) else { return Ok(()) };
        let flags = launch.kernel.metadata.get("build_flags").and_then(serde_json::Value::as_str);
        let (device, flags) = (plan.target.arch(), flags.unwrap_or_default());
        let started = Instant::now();
        let mut found = (self.compile)(code, device, flags, LIMIT)?;
        let failed = matches!(found, Ocloc::Failed { .. });
        if failed {
            found = (self.compile)(code, device, flags, LIMIT)?;
        }
        let verdict = match found {
            Ocloc::Absent => None,
            Ocloc::Compiled { .. } if failed => {
                Some(Verdict::Inconclusive("ocloc: did not happen again".to_owned()))
            }
            Ocloc::Compiled { spills } => {
                out.spills = spills;
                None
            }
            Ocloc::Late => Some(Verdict::Inconclusive("ocloc: does not end in time".to_owned())),
            Ocloc::Failed { ended, output } if self.control(device)? => {
                out.log.clone_from(&output);
                Some(refused(&ended, &output))
            }
            // It says nothing about code for that GPU: as if it were not installed.
            Ocloc::Failed { .. } => None,
        };
        out.times.compile += started.elapsed().as_secs_f64();
        let Some(verdict) = verdict else { return Ok(()) };
        if matches!(verdict, Verdict::Bug(_)) {
            out.layer = Some("IGC: Intel's offline compiler refuses the SPIR-V".to_owned());
        }
        let ir = out.texts.first().map_or("", |(_, text)| text.as_str());
        out.outcome = failure::conclude(verdict, known, &plan.toolchain, ir);
        Ok(())
    }

    /// Whether the trivial module compiles for a device.
    fn control(&mut self, device: &str) -> io::Result<bool> {
        if let Some(survives) = self.controls.get(device) {
            return Ok(*survives);
        }
        let code: Vec<u8> =
            TRIVIAL.iter().copied().flatten().flat_map(|word| word.to_le_bytes()).collect();
        let found = (self.compile)(&code, device, "", LIMIT)?;
        let survives = matches!(found, Ocloc::Compiled { .. });
        if !survives {
            log::warn!("ocloc compiles no trivial module for {device}: it checks nothing for it");
        }
        self.controls.insert(device.to_owned(), survives);
        Ok(survives)
    }
}

/// What it means that a module does not compile, again.
fn refused(ended: &str, output: &str) -> Verdict {
    let limit = LIMITS.iter().find(|(words, _)| output.contains(words));
    let died = ended.starts_with("signal");
    if let (Some((_, reason)), false) = (limit, died) {
        return Verdict::Inconclusive(format!("ocloc: {reason}"));
    }
    let kind = if died { FindingKind::CompilerCrash } else { FindingKind::CompilerError };
    let lines = || output.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = lines().find(|line| line.contains("rror")).or_else(|| lines().next());
    let told = told.unwrap_or(ended);
    let detail = format!("ocloc does not compile the SPIR-V ({ended}): {told}; to blame: IGC");
    Verdict::Bug(Finding::new(kind, None, "ocloc", told, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::examine::Times;
    use crate::compile::{Artifact, Content, Kernel};

    fn failed(ended: &str, output: &str) -> io::Result<Ocloc> {
        Ok(Ocloc::Failed { ended: ended.into(), output: output.into() })
    }

    fn is_trivial(code: &[u8]) -> bool {
        code.starts_with(&TRIVIAL[0][0].to_le_bytes())
    }

    fn examined(compile: Compile, target: &str) -> Examined {
        let artifact = Artifact { stage: Stage::Spv, content: Content::Binary(vec![1, 2, 3]) };
        let kernel = Kernel { artifacts: vec![artifact], ..Kernel::default() };
        let (arguments, parameters, constants) = (vec![], vec![], vec![]);
        let launch = Launch { kernel, grid: [1, 1, 1], arguments, parameters, constants };
        let plan = Plan {
            toolchain: "triton-xpu==3.3.0b1".parse().unwrap(),
            target: target.parse().unwrap(),
        };
        let mut out = Examined {
            outcome: Outcome::Agree,
            texts: vec![],
            log: String::new(),
            times: Times::default(),
            change: None,
            layer: None,
            seen: Vec::new(),
            spills: vec![],
        };
        let mut offline = Offline { compile, controls: HashMap::new() };
        offline.check(&launch, &plan, &[], &mut out).unwrap();
        out
    }

    #[test]
    fn a_module_that_does_not_compile_counts_only_if_the_control_does() {
        let compile: Compile = |code, _, _, _| match is_trivial(code) {
            true => Ok(Ocloc::Compiled { spills: vec![] }),
            false => failed("signal 11", "begin\nerror: in k at 7"),
        };
        let out = examined(compile, "xpu:pvc");
        let Outcome::Bug { finding, .. } = &out.outcome else { panic!("{:?}", out.outcome) };
        assert_eq!(finding.kind, FindingKind::CompilerCrash);
        assert_eq!(finding.signature, "compiler-crash | ocloc | error: in k at N");
        assert!(out.layer.unwrap().starts_with("IGC"));
        assert_eq!(examined(compile, "cuda:90").outcome, Outcome::Agree);
        let broken: Compile = |_, _, _, _| failed("exit status 1", "error: no device");
        assert_eq!(examined(broken, "xpu:pvc").outcome, Outcome::Agree);
        assert_eq!(examined(|_, _, _, _| Ok(Ocloc::Absent), "xpu:pvc").outcome, Outcome::Agree);
    }

    #[test]
    fn limits_and_spills_are_no_findings() {
        let compile: Compile = |code, _, _, _| match is_trivial(code) {
            true => Ok(Ocloc::Compiled { spills: vec![] }),
            false => failed("exit status 245", "error: total scratch space exceeds the limit"),
        };
        let reason = "ocloc: out of resources".to_owned();
        assert_eq!(examined(compile, "xpu:pvc").outcome, Outcome::Inconclusive(reason));
        let spilled: Compile =
            |_, _, _, _| Ok(Ocloc::Compiled { spills: vec!["kernel k spilled 3".into()] });
        let out = examined(spilled, "xpu:pvc");
        assert_eq!((out.outcome, out.spills.len()), (Outcome::Agree, 1));
    }

    #[test]
    fn every_instruction_of_the_trivial_module_is_as_long_as_it_says() {
        for instruction in &TRIVIAL[1..] {
            assert_eq!((instruction[0] >> 16) as usize, instruction.len());
        }
    }
}
