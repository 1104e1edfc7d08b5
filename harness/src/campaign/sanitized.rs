//! Builds with a sanitizer of Triton's, of kernels whose plain build was seen to be right: that is the
//! control. A build with the concurrency sanitizer must not report a race, and two builds with the
//! floating-point sanitizer and other launch options must leave the same bits.
//!
//! Devices that launch execute them. Text does not do: the sanitizers' own operations are in it. Where they
//! are launched elsewhere (`bundle`), they are built and judged by the same rules.

use anyhow::Result;

use super::examine::{Examined, Examiner, Outcome};
use super::execute::Run;
use super::failure::{Failed, judge_failure};
use super::launched::checks;
use super::settings::Plan;
use super::subject::Subject;
use crate::compile::{Instrument, Launch, Stage};
use crate::device::{Device, Observation};
use crate::evaluate::Reference;
use crate::oracle::{self, Build, FindingKind, Verdict};
use crate::testcase::{Options, TestCase};

/// What is built.
pub(super) struct Sanitized<'a> {
    pub(super) subject: &'a Subject,
    pub(super) plan: &'a Plan,
    pub(super) expected: &'a Reference,
    /// The sanitizer.
    pub(super) by: Instrument,
}

/// A build with the sanitizer.
pub(super) struct Built {
    /// The case, with the options of this build.
    pub(super) case: TestCase,
    pub(super) launch: Launch,
}

/// What one execution of a build left.
pub(super) struct BuildSeen<'a> {
    /// The case, with the options of the build.
    pub(super) case: &'a TestCase,
    /// The build's TTIR, where it is there.
    pub(super) ttir: Option<&'a str>,
    pub(super) observation: &'a Observation,
}

impl Examiner<'_> {
    /// Builds, executes and judges. `plain` is the build without a sanitizer.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    pub(super) fn sanitized(
        &mut self,
        of: &Sanitized<'_>,
        plain: &Launch,
        out: &mut Examined,
    ) -> Result<()> {
        let built = match self.builds(of, plain, out)? {
            Ok(built) => built,
            Err(outcome) => {
                out.outcome = outcome;
                return Ok(());
            }
        };
        let has_atomics = of.subject.has_atomics();
        let builds: Vec<Run<'_>> = built
            .iter()
            .map(|Built { case, launch }| Run {
                case,
                expected: of.expected,
                launch,
                checks: checks(of.expected, has_atomics),
            })
            .collect();
        let verdict = told(of.by, executed(of, &builds, &self.devices, out));
        self.conclude(verdict, of.plan, out);
        Ok(())
    }

    /// Makes the builds, without executing them; where there are none, what that makes of a kernel whose
    /// plain build is right. `plain` is that build. The compiler's time and what it said go to `out`.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    pub(super) fn builds(
        &mut self,
        of: &Sanitized<'_>,
        plain: &Launch,
        out: &mut Examined,
    ) -> Result<Result<Vec<Built>, Outcome>> {
        let inconclusive = |why: &str| Outcome::Inconclusive(format!("{}: {why}", of.by));
        let Some(ttir) = plain.kernel.text(Stage::Ttir) else {
            return Ok(Err(inconclusive("the compiler left no ttir")));
        };
        let own = of.subject.case.options.clone();
        let options = match of.by {
            Instrument::Consan => vec![own],
            Instrument::Fpsan => match oracle::outside_ring(ttir) {
                Some(why) => return Ok(Err(inconclusive(why))),
                None => vec![own.clone(), others(&own)],
            },
        };
        let mut built = Vec::new();
        for options in options {
            let subject = Subject::new(TestCase { options, ..of.subject.case.clone() });
            match self.build(of, &subject, out)? {
                Ok(launch) => built.push(Built { case: subject.case, launch }),
                Err(outcome) => return Ok(Err(outcome)),
            }
        }
        Ok(Ok(built))
    }

    /// Compiles a build; where there is none, what that makes of the kernel.
    fn build(
        &mut self,
        of: &Sanitized<'_>,
        subject: &Subject,
        out: &mut Examined,
    ) -> Result<Result<Launch, Outcome>> {
        let job = subject.instrumented(&of.plan.target, self.until, of.by);
        let known = self.known.clone();
        let toolchain = &of.plan.toolchain;
        let side = self.sides.of(toolchain)?;
        let mut result = side.run(&job)?;
        out.times.compile += result.seconds;
        if let Some(failure) = &result.failure {
            let failed = judge_failure(side.as_mut(), &job, failure, &known, toolchain, None)?;
            out.log = format!("{}\n\n{}", failed.failure, failed.failure.output);
            return Ok(Err(refused(failed, of.by)));
        }
        let launch = result.launches.pop().filter(|_| result.launches.is_empty());
        Ok(launch.filter(|launch| is_by(launch, of.by)).ok_or_else(|| {
            Outcome::Inconclusive(format!("{}: the kernel was not instrumented", of.by))
        }))
    }
}

/// Whether the compiler says that it has added the sanitizer.
fn is_by(launch: &Launch, by: Instrument) -> bool {
    let mode = launch.kernel.metadata.get("instrumentation_mode");
    mode.and_then(serde_json::Value::as_str) == Some(by.name())
}

/// What it means that the compiler refuses a build. That it dies is a finding; anything else may be a limit
/// of the sanitizer, which says so in no way that can be told from a fault.
fn refused(failed: Failed, by: Instrument) -> Outcome {
    match failed.outcome {
        Outcome::Bug { finding, known }
            if matches!(finding.kind, FindingKind::CompilerCrash | FindingKind::Assertion) =>
        {
            Outcome::Bug { finding: finding.in_build(by.name()), known }
        }
        Outcome::Inconclusive(reason) => Outcome::Inconclusive(format!("{by}: {reason}")),
        _ => {
            let (kind, stage) = (failed.failure.kind, &failed.failure.stage);
            Outcome::Inconclusive(format!("{by}: not built: {kind:?} in {stage}"))
        }
    }
}

/// Other options that change how the same is computed: the warps, the stages of loops and the fusion.
fn others(options: &Options) -> Options {
    let mut other = options.clone();
    other.num_warps = if options.num_warps >= 4 { options.num_warps / 2 } else { 4 };
    other.num_stages = if options.num_stages > 1 { 1 } else { 3 };
    other.enable_fp_fusion ^= true;
    other
}

fn named(options: &Options) -> String {
    let Options { num_warps, num_stages, enable_fp_fusion, .. } = options;
    format!("num_warps={num_warps} num_stages={num_stages} enable_fp_fusion={enable_fp_fusion}")
}

/// What the devices make of the builds; a finding only if it is seen again.
fn executed(
    of: &Sanitized<'_>,
    builds: &[Run<'_>],
    devices: &[Box<dyn Device>],
    out: &mut Examined,
) -> Verdict {
    let mut verdict = None;
    for device in devices.iter().filter(|device| device.is_native()) {
        let found = twice(|| look(of, builds, device.as_ref(), out));
        if matches!(found, Verdict::Bug(_)) {
            for (build, nth) in builds.iter().zip(1..) {
                let text = build.launch.kernel.text(Stage::Ttgir).unwrap_or_default();
                out.texts.push((format!("{}-{nth}.mlir", of.by), text.to_owned()));
            }
            return found;
        }
        if matches!(verdict, None | Some(Verdict::Agree)) {
            verdict = Some(found);
        }
    }
    let nothing = || Verdict::Inconclusive("no device executes such a build".to_owned());
    verdict.unwrap_or_else(nothing)
}

/// One execution of each build, judged.
fn look(
    of: &Sanitized<'_>,
    builds: &[Run<'_>],
    device: &dyn Device,
    out: &mut Examined,
) -> Verdict {
    let mut left = Vec::new();
    for build in builds {
        let Some(stage) = build.native_stage(device) else {
            return Verdict::Inconclusive(format!("{} executes no such build", device.id()));
        };
        match build.observe(device, stage.name(), "") {
            Ok(observation) => {
                out.times.device += observation.seconds;
                left.push(observation);
            }
            Err(reason) => return Verdict::Inconclusive(reason),
        }
    }
    let left: Vec<BuildSeen<'_>> = builds
        .iter()
        .zip(&left)
        .map(|(build, observation)| BuildSeen {
            case: build.case,
            ttir: build.launch.kernel.text(Stage::Ttir),
            observation,
        })
        .collect();
    judged(of.by, of.expected, &left)
}

/// The verdict on one execution of each build.
pub(super) fn judged(by: Instrument, expected: &Reference, left: &[BuildSeen<'_>]) -> Verdict {
    match (by, left) {
        (Instrument::Consan, [left]) => {
            let asserts = left.ttir.is_none_or(|text| text.contains("tt.assert"));
            oracle::concurrency(left.case, expected, left.observation, asserts)
        }
        (Instrument::Fpsan, [one, other]) => {
            let (first, second) = (named(&one.case.options), named(&other.case.options));
            let first = Build { observation: one.observation, options: &first };
            let second = Build { observation: other.observation, options: &second };
            oracle::variants(expected, first, second)
        }
        _ => Verdict::Inconclusive("a build is missing".to_owned()),
    }
}

/// A look at all builds; a finding is one only if it is seen again.
pub(super) fn twice(mut look: impl FnMut() -> Verdict) -> Verdict {
    match look() {
        Verdict::Bug(finding) => match look() {
            again @ Verdict::Bug(_) => again,
            _ => Verdict::Inconclusive(format!("did not happen again: {}", finding.kind)),
        },
        other => other,
    }
}

/// What could not be judged, counted under the sanitizer.
pub(super) fn told(by: Instrument, verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Inconclusive(reason) => Verdict::Inconclusive(format!("{by}: {reason}")),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{CompileFailure, FailureKind};
    use crate::oracle::Finding;

    #[test]
    fn other_options_are_other_and_lead_back() {
        for (warps, stages) in [(1, 1), (2, 3), (4, 2), (8, 1)] {
            let options = Options::new(warps, stages, true);
            let other = others(&options);
            assert_ne!(other.num_warps, warps);
            assert!((other.num_stages > 1) != (stages > 1) && !other.enable_fp_fusion);
            assert_ne!(named(&options), named(&other));
        }
    }

    fn failed(kind: FindingKind) -> Failed {
        let finding = Finding::new(kind, None, "llir", "text", "detail".into());
        let failure = CompileFailure {
            kind: FailureKind::Pass,
            stage: "llir".into(),
            pass: None,
            exception: None,
            message: "m".into(),
            traceback: String::new(),
            output: String::new(),
        };
        Failed { outcome: Outcome::Bug { finding, known: None }, failure, before: None }
    }

    #[test]
    fn a_sanitizer_may_refuse_and_must_not_die() {
        let Outcome::Bug { finding, .. } =
            refused(failed(FindingKind::CompilerCrash), Instrument::Consan)
        else {
            panic!()
        };
        assert_eq!(finding.signature, "compiler-crash | llir | text (consan)");
        let outcome = refused(failed(FindingKind::CompilerError), Instrument::Fpsan);
        let reason = "fpsan: not built: Pass in llir";
        assert_eq!(outcome, Outcome::Inconclusive(reason.to_owned()));
    }
}
