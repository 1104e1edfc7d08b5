//! Judges a job that did not get through the compiler: the one place where that is decided.
//!
//! A fault of the compiler counts only if it happens again and a trivial module survives the same job;
//! a kernel that the front end refuses is our generator's fault, unless the refusal is a known finding.

use anyhow::Result;

use super::compiler::Compiler;
use super::examine::Outcome;
use crate::compile::{CompileFailure, Control, Job, PassText};
use crate::oracle::{self, Evidence, Finding, FindingKind, Known, Verdict};
use crate::toolchain::ToolchainId;

/// The file of the IR that went into the first wrong pass.
pub(super) const BEFORE: &str = "before.mlir";

/// What became of a failure.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The verdict.
    pub outcome: Outcome,
    /// The failure that was judged: the last one, which names its pass where the first one did not.
    pub failure: CompileFailure,
    /// The IR before the pass that failed, where the job could be made to show it.
    pub before: Option<PassText>,
}

/// Judges `failure`, which `job` gave. `ir` is the IR that went in, where there was one: entries of the
/// known findings may ask for parts of it; without one the IR before the failing pass is taken.
///
/// # Errors
/// If the compiler cannot be asked again.
pub fn judge_failure(
    compiler: &mut dyn Compiler,
    job: &Job,
    failure: &CompileFailure,
    known: &[Known],
    toolchain: &ToolchainId,
    ir: Option<&str>,
) -> Result<Failed> {
    let mut failed = Failed { outcome: Outcome::Agree, failure: failure.clone(), before: None };
    let mut control_survived = true;
    if failure.kind.is_compiler_fault() {
        let Some(again) = compiler.run(job)?.failure else {
            let reason = format!("did not happen again: {:?}", failure.kind);
            failed.outcome = Outcome::Inconclusive(reason);
            return Ok(failed);
        };
        failed.failure = again;
        if let Some(dumping) = with_dumps(job) {
            let dumped = compiler.run(&dumping)?;
            failed.before = dumped.passes.into_iter().next_back();
            let same = |named: &CompileFailure| named.kind == failed.failure.kind;
            if let Some(named) = dumped.failure.filter(same) {
                failed.failure = named;
            }
        }
        if let Control::ToolchainDefect(how) = compiler.control(job)? {
            log::info!("a trivial module does not survive either: {how}");
            control_survived = false;
        }
    }
    let before = failed.before.as_ref().map(|before| before.text.as_str());
    let evidence = Evidence::Compilation { failure: &failed.failure, control_survived };
    let verdict = oracle::judge(&evidence);
    failed.outcome = conclude(verdict, known, toolchain, ir.or(before).unwrap_or_default());
    Ok(failed)
}

/// From a verdict to what is counted.
pub(super) fn conclude(
    verdict: Verdict,
    known: &[Known],
    toolchain: &ToolchainId,
    ir: &str,
) -> Outcome {
    match verdict {
        Verdict::Agree => Outcome::Agree,
        Verdict::Inconclusive(reason) => Outcome::Inconclusive(reason),
        Verdict::Bug(finding) => bug(finding, known, toolchain, ir),
    }
}

fn bug(finding: Finding, known: &[Known], toolchain: &ToolchainId, ir: &str) -> Outcome {
    let known = oracle::known(known, &finding, &toolchain.to_string(), ir);
    if finding.kind == FindingKind::Rejected && known.is_none() {
        return Outcome::Invalid(finding.signature);
    }
    Outcome::Bug { finding, known }
}

/// The IR that known findings are told by: what went into the pass, where one is blamed (it may have left
/// nothing of it); where none is, what went into the layers below, and what that was made of.
pub(super) fn told_by(verdict: &Verdict, texts: &[(String, String)]) -> String {
    let mut all = texts.iter().map(|(_, text)| text.as_str());
    let before = texts.iter().find(|(name, _)| name == BEFORE);
    match (before, verdict) {
        (Some((_, text)), _) => text.clone(),
        (None, Verdict::Bug(Finding { pass: None, .. })) => all.collect::<Vec<_>>().join("\n"),
        _ => all.next().unwrap_or_default().to_owned(),
    }
}

/// The same job with the IR before every pass, if it can give that.
pub(super) fn with_dumps(job: &Job) -> Option<Job> {
    match job.clone() {
        Job::RunModule(mut job) => {
            job.dump_passes = true;
            Some(Job::RunModule(job))
        }
        Job::CompileIr(mut job) => {
            job.dump_passes = true;
            Some(Job::CompileIr(job))
        }
        Job::RunPasses(_) | Job::RunScenario(_) | Job::Interpret(_) | Job::Ping => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_findings_are_told_by_what_went_into_what_is_to_blame() {
        let text = |name: &str| (name.to_owned(), format!("in {name}"));
        let stages = vec![text("ttir.mlir"), text("ttgir.mlir")];
        let bug = |pass| {
            let kind = FindingKind::Mismatch;
            Verdict::Bug(Finding::new(kind, pass, "ptx", "", String::new()))
        };
        assert_eq!(told_by(&bug(None), &stages), "in ttir.mlir\nin ttgir.mlir");
        assert_eq!(told_by(&bug(Some("a-pass")), &stages), "in ttir.mlir");
        assert_eq!(told_by(&Verdict::Agree, &stages), "in ttir.mlir");
        let named = [stages, vec![text(BEFORE)]].concat();
        assert_eq!(told_by(&bug(Some("a-pass")), &named), "in before.mlir");
        assert_eq!(told_by(&bug(None), &[]), "");
    }
}
