//! All of it, from a case or a module to the folder of files.

use std::path::Path;

use anyhow::{Context, Result};

use super::Effort;
use super::kernel::{Kernels, Smaller};
use super::module::{Judged, Modules, Wrong, judge};
use super::output::write;
use crate::campaign::regression::{FileCheck, sides};
use crate::campaign::{Compilers, Plan, Settings, chain, contents};
use crate::compile::{INTERPRETER, Target};
use crate::device::TRITON_INTERPRETER;
use crate::evaluate::reference;
use crate::oracle::{Finding, FindingKind};
use crate::render;
use crate::report::{Bad, Good, Minimal, Numbers, Reach, Record, Tried};
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;
use crate::validate;

/// What is made small.
pub enum Start {
    /// A kernel, and what was found about it.
    Kernel(Box<TestCase>, Option<Box<Record>>),
    /// A module, and the pass that goes wrong on it.
    Module(String, String),
}

/// A reduction.
pub struct Request<'a> {
    /// What is made small.
    pub start: Start,
    /// How kernels are compiled and executed.
    pub settings: &'a Settings,
    /// With what, and for which GPU.
    pub plan: &'a Plan,
    /// Toolchains that may do it right, in order of preference.
    pub others: Vec<ToolchainId>,
    /// What it may cost: each of both searches.
    pub effort: Effort,
    /// Where the files go.
    pub folder: &'a Path,
    /// FileCheck, where there is one.
    pub tool: Option<FileCheck>,
    /// Is shown each kernel that becomes the smallest one.
    pub accepted: Option<&'a dyn Fn(&TestCase)>,
}

/// What came of it.
pub struct Done {
    /// The finding, made small.
    pub minimal: Minimal,
    /// The files that were written.
    pub files: Vec<String>,
    /// Why there is no lit test, where there is none.
    pub no_test: Option<String>,
    /// Why there is no module, where there is none.
    pub no_module: Option<String>,
}

/// Makes a finding small, and writes the texts about it. `progress` is told what is being done.
///
/// # Errors
/// If it does not fail, a compiler cannot be asked, or a file cannot be written.
pub fn minimize(
    request: Request<'_>,
    compilers: &dyn Compilers,
    progress: &mut dyn FnMut(String),
) -> Result<Done> {
    let plan = request.plan;
    let (mut minimal, case, module) = match &request.start {
        Start::Kernel(case, record) => {
            let smaller = kernel(&request, compilers, case, record.as_deref(), progress)?;
            let module = module_of(&smaller);
            (of_kernel(&smaller, record.as_deref(), plan, case), Some(smaller.case), module)
        }
        Start::Module(text, pass) => {
            (of_module(plan, pass), None, Ok((text.clone(), pass.clone())))
        }
    };
    let no_module = match module {
        Ok((text, pass)) => reduced(&request, compilers, &text, &pass, &mut minimal, progress)
            .err()
            .map(|error| chain(&error)),
        Err(why) => Some(why.to_owned()),
    };
    if case.is_none()
        && let Some(why) = &no_module
    {
        anyhow::bail!("{why}: nothing to reduce");
    }
    progress("writing it down".to_owned());
    let (files, no_test) = write(request.folder, &minimal, case.as_ref(), request.tool.as_ref())?;
    super::forget(request.folder)?;
    Ok(Done { minimal, files, no_test, no_module })
}

fn kernel(
    request: &Request<'_>,
    compilers: &dyn Compilers,
    case: &TestCase,
    record: Option<&Record>,
    progress: &mut dyn FnMut(String),
) -> Result<Smaller> {
    let wanted = record.map(Record::finding);
    let (settings, plan, jobs) = (request.settings, request.plan, request.effort.jobs);
    progress("looking whether it fails".to_owned());
    let (kernels, failed) = Kernels::new(settings, plan, compilers, jobs, case, wanted.as_ref())?;
    let mut told = |case: &TestCase| {
        if let Some(accepted) = request.accepted {
            accepted(case);
        }
        progress(format!("{} statements", crate::reduce::kernel::statements(case)));
    };
    kernels.smallest(case, failed, request.effort, request.folder, &mut told)
}

/// The module before the pass that goes wrong, and that pass.
fn module_of(smaller: &Smaller) -> Result<(String, String), &'static str> {
    let pass = smaller.finding.pass.clone().ok_or("no pass is to blame")?;
    if pass == "frontend" || pass.contains("..") {
        return Err("no single pass is to blame");
    }
    let is_before = |name: &str| name == "before.mlir" || name.starts_with("before-");
    let text = smaller.examined.texts.iter().find(|(name, _)| is_before(name));
    text.map(|(_, text)| (text.clone(), pass)).ok_or("the IR before the pass is not there")
}

fn of_kernel(smaller: &Smaller, record: Option<&Record>, plan: &Plan, start: &TestCase) -> Minimal {
    let Smaller { case, finding, known, statements, flaky, .. } = smaller;
    let expected = reference(case).map(|expected| contents(&expected)).unwrap_or_default();
    let is_interpreted = finding.signature.split(" | ").nth(1) == Some(INTERPRETER);
    let script = match is_interpreted {
        true => render::interpreted(case, &expected),
        false => render::standalone(case, &expected),
    };
    let mut record = match record {
        Some(record) => record.clone(),
        None => synthetic(plan, finding, &start.name),
    };
    (record.pass, record.detail) = (finding.pass.clone(), finding.detail.clone());
    (record.signature, record.known) = (finding.signature.clone(), known.clone());
    record.classes = smaller.examined.classes();
    (record.toolchain, record.target) = (plan.toolchain.to_string(), plan.target.to_string());
    record.replay = format!(
        "tritonsmith replay case.json --toolchain {} --target {}",
        plan.toolchain, plan.target
    );
    if is_interpreted {
        record.replay += &format!(" --device {TRITON_INTERPRETER}");
    }
    Minimal {
        pass: finding.pass.clone(),
        script: Some(script),
        numbers: Numbers { statements: Some(*statements), lines: None },
        flaky: *flaky,
        layer: smaller.examined.layer.clone(),
        ..empty(record, Reach::Python)
    }
}

fn of_module(plan: &Plan, pass: &str) -> Minimal {
    let finding = Finding::new(FindingKind::Mismatch, Some(pass), pass, "", String::new());
    let record = synthetic(plan, &finding, "module");
    Minimal { pass: Some(pass.to_owned()), ..empty(record, Reach::Ir) }
}

pub(super) fn empty(record: Record, reach: Reach) -> Minimal {
    Minimal {
        record,
        pass: None,
        before: None,
        good: None,
        bad: None,
        sides: None,
        script: None,
        toolchains: Vec::new(),
        numbers: Numbers::default(),
        reach,
        layer: None,
        flaky: None,
    }
}

/// The record of what no campaign has found.
pub(super) fn synthetic(plan: &Plan, finding: &Finding, name: &str) -> Record {
    Record {
        id: format!("{}-{name}", finding.kind),
        kind: finding.kind,
        signature: finding.signature.clone(),
        pass: finding.pass.clone(),
        case: "case.json".to_owned(),
        known: None,
        name: name.to_owned(),
        detail: finding.detail.clone(),
        toolchain: plan.toolchain.to_string(),
        target: plan.target.to_string(),
        until: "ttgir".to_owned(),
        sightings: 1,
        replay: String::new(),
        change: None,
        classes: None,
        origin: None,
    }
}

/// Makes the module small, and asks other toolchains about it.
fn reduced(
    request: &Request<'_>,
    compilers: &dyn Compilers,
    text: &str,
    pass: &str,
    minimal: &mut Minimal,
    progress: &mut dyn FnMut(String),
) -> Result<()> {
    let (plan, effort) = (request.plan, request.effort);
    let passes = [pass.to_owned()];
    let target = Target::of_module(text).unwrap_or_else(|| plan.target.clone());
    let modules = Modules::new(compilers, &plan.toolchain, &target, &passes, text, effort.jobs)
        .with_context(|| format!("{pass} alone does not go wrong on the IR before it"))?;
    let mut told = |ir: &crate::reduce::ir::Ir| {
        progress(format!("{} lines of MLIR", ir.text().lines().count()));
    };
    let small = modules.smallest(text, effort, request.folder, &mut told)?;
    let judged = modules.judge(&small)?;
    if !modules.wrong().is(&judged) {
        anyhow::bail!("{pass} does not go wrong so on the smallest module any more");
    }
    minimal.numbers.lines = Some((text.lines().count(), small.lines().count()));
    minimal.before = Some(small);
    settle(judged, minimal);
    elsewhere(request, compilers, modules.wrong(), &passes, &target, minimal, progress);
    Ok(())
}

/// Puts down what the pass makes of the smallest module.
fn settle(judged: Judged, minimal: &mut Minimal) {
    let is_all = minimal.reach == Reach::Ir;
    match judged {
        Judged::Different(after, difference) => {
            minimal.sides = difference.as_deref().map(sides);
            minimal.bad = Some(Bad::Text(after));
            if is_all {
                minimal.record.detail = minimal.summary();
            }
        }
        Judged::Fails(finding, message) => {
            minimal.bad = Some(Bad::Crash(message));
            if is_all {
                let Finding { kind, signature, detail, .. } = finding;
                let record = &mut minimal.record;
                (record.kind, record.signature, record.detail) = (kind, signature, detail);
            }
        }
        Judged::Equal(_) | Judged::Unknown(_) => {}
    }
}

/// What other toolchains make of the module; the first that does it right is kept.
fn elsewhere(
    request: &Request<'_>,
    compilers: &dyn Compilers,
    wrong: &Wrong,
    passes: &[String],
    target: &Target,
    minimal: &mut Minimal,
    progress: &mut dyn FnMut(String),
) {
    let own = &request.plan.toolchain;
    let text = minimal.before.clone().unwrap_or_default();
    let kind = |signature: &str| signature.split(" | ").next().unwrap_or_default().to_owned();
    let (word, fails) = match wrong {
        Wrong::Different => ("different".to_owned(), None),
        Wrong::Fails(signature) => (kind(signature), Some(kind(signature))),
    };
    minimal.toolchains.push(Tried { toolchain: own.to_string(), shows: Some(true), word });
    for id in request.others.iter().filter(|id| *id != own) {
        progress(format!("asking {id}"));
        let settings = &validate::Settings::THOROUGH;
        let judged = compilers
            .start(id)
            .and_then(|mut compiler| judge(compiler.as_mut(), &text, passes, target, settings));
        let (shows, word) = match &judged {
            Ok(Judged::Equal(_)) => (Some(false), "equal".to_owned()),
            // Another fault is not this one.
            Ok(Judged::Different(..)) => (fails.is_none().then_some(true), "different".to_owned()),
            Ok(Judged::Fails(finding, _)) => {
                let name = finding.kind.name();
                ((fails.as_deref() == Some(name)).then_some(true), name.to_owned())
            }
            Ok(Judged::Unknown(why)) => (None, why.clone()),
            Err(error) => (None, chain(error)),
        };
        minimal.toolchains.push(Tried { toolchain: id.to_string(), shows, word });
        if let (Ok(Judged::Equal(after)), None) = (judged, &minimal.good) {
            minimal.good = Some(Good { toolchain: id.to_string(), text: after });
        }
    }
}
