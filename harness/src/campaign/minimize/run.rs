//! All of it, from a case or a module to the folder of files.

use std::path::Path;

use anyhow::{Context, Result};

use super::kernel::{Kernels, Smaller};
use super::module::{Modules, PassOutcome};
use super::output::{claim, write};
use super::{Effort, elsewhere};
use crate::campaign::regression::{FileCheck, sides};
use crate::campaign::{Compilers, Plan, Settings, chain, contents};
use crate::compile::{Backend, INTERPRETER, Target};
use crate::evaluate::reference;
use crate::oracle::{Finding, FindingKind, Known, known};
use crate::render::{self, Contents};
use crate::report::{Bad, Minimal, Numbers, OWN_BUILD, Reach, Record};
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;

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
    /// Where the files go: a new or empty folder, or one of an earlier reduction.
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
/// If it does not fail, a compiler cannot be asked, the folder holds files of somebody else, or a file cannot
/// be written.
pub fn minimize(
    request: Request<'_>,
    compilers: &dyn Compilers,
    progress: &mut dyn FnMut(String),
) -> Result<Done> {
    claim(request.folder)?;
    let (mut minimal, smaller, module) = match &request.start {
        Start::Kernel(case, record) => {
            let smaller = kernel(&request, compilers, case, record.as_deref(), progress)?;
            let module = module_of(&smaller);
            (of_kernel(&request, &smaller, record.as_deref(), case), Some(smaller), module)
        }
        Start::Module(text, pass) => {
            (of_module(request.plan, pass), None, Ok((text.clone(), pass.clone())))
        }
    };
    let no_module = match module {
        Ok((text, pass)) => reduced(&request, compilers, &text, &pass, &mut minimal, progress)
            .err()
            .map(|error| chain(&error)),
        Err(why) => Some(why.to_owned()),
    };
    match (&smaller, &no_module) {
        (None, Some(why)) => anyhow::bail!("{why}: nothing to reduce"),
        (Some(smaller), Some(_)) => {
            elsewhere::kernel(&request, compilers, smaller, &mut minimal, progress);
        }
        (_, None) => {}
    }
    progress("writing it down".to_owned());
    let case = smaller.as_ref().map(|smaller| &smaller.case);
    let (files, no_test) = write(request.folder, &minimal, case, request.tool.as_ref())?;
    // A search that was stopped goes on from its answers when it is given more.
    if !minimal.cut_short {
        super::forget(request.folder)?;
    }
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
    let mut last = None;
    let mut told = |case: &TestCase| {
        if let Some(accepted) = request.accepted {
            accepted(case);
        }
        let count = crate::reduce::kernel::statements(case);
        if last.replace(count) != Some(count) {
            progress(format!("{count} statements"));
        }
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

fn of_kernel(
    request: &Request<'_>,
    smaller: &Smaller,
    record: Option<&Record>,
    start: &TestCase,
) -> Minimal {
    let (plan, settings) = (request.plan, request.settings);
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
    (record.toolchain, record.target) = (public(&plan.toolchain), plan.target.to_string());
    record.until = settings.until.to_string();
    record.replay = format!(
        "tritonsmith replay case.json --toolchain {} --target {} --until {}{}",
        record.toolchain,
        record.target,
        record.until,
        settings.device_options()
    );
    Minimal {
        pass: finding.pass.clone(),
        script: Some(script),
        short: if is_interpreted { None } else { short(request.plan, case, finding, &expected) },
        needs_gpu: !is_interpreted && !finding.kind.is_compilation(),
        numbers: Numbers { statements: Some(*statements), lines: None },
        flaky: *flaky,
        layer: smaller.examined.layer.clone(),
        cut_short: smaller.cut_short,
        ..empty(record, Reach::Python)
    }
}

/// The script that an issue shows, where it is short: of what fails to compile, one that compiles; of a wrong
/// value, one that launches. It launches once, on a GPU of NVIDIA's, and looks at nothing but the values that
/// are left: no other kind shows there.
fn short(plan: &Plan, case: &TestCase, finding: &Finding, expected: &[Contents]) -> Option<String> {
    let shows = match finding.kind {
        FindingKind::Mismatch | FindingKind::UnexpectedNan => true,
        // The script's buffers begin as zeros: a zero that is not stored is there all the same.
        FindingKind::Unwritten => expected.iter().all(|left| !left.bits.contains(&Some(0))),
        kind if kind.is_compilation() => {
            return render::short_compilation(case, &plan.target.to_string());
        }
        _ => false,
    };
    let launches = shows && plan.target.backend() == Backend::Cuda;
    launches.then(|| render::short_launch(case, expected)).flatten()
}

/// The toolchain as commands that others read name it: a folder of this machine says nothing to them.
pub(super) fn public(id: &ToolchainId) -> String {
    match id {
        ToolchainId::Wheel { .. } => id.to_string(),
        ToolchainId::Path(_) => OWN_BUILD.to_owned(),
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
        short: None,
        needs_gpu: false,
        toolchains: Vec::new(),
        numbers: Numbers::default(),
        reach,
        layer: None,
        flaky: None,
        cut_short: false,
    }
}

/// The record of what no campaign has found.
pub(super) fn synthetic(plan: &Plan, finding: &Finding, name: &str) -> Record {
    Record {
        id: id_of(finding.kind, name),
        kind: finding.kind,
        signature: finding.signature.clone(),
        pass: finding.pass.clone(),
        case: "case.json".to_owned(),
        known: None,
        name: name.to_owned(),
        detail: finding.detail.clone(),
        toolchain: public(&plan.toolchain),
        target: plan.target.to_string(),
        until: "ttgir".to_owned(),
        sightings: 1,
        replay: String::new(),
        change: None,
        classes: None,
        origin: None,
    }
}

fn id_of(kind: FindingKind, name: &str) -> String {
    format!("{kind}-{name}")
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
    let mut last = None;
    let mut told = |ir: &crate::reduce::ir::Ir| {
        let count = ir.text().lines().count();
        if last.replace(count) != Some(count) {
            progress(format!("{count} lines of MLIR"));
        }
    };
    let (small, cut_short) = modules.smallest(text, effort, request.folder, &mut told)?;
    let judged = modules.judge(&small)?;
    if !modules.wrong().is(&judged) {
        anyhow::bail!("{pass} does not go wrong so on the smallest module any more");
    }
    minimal.numbers.lines = Some((text.lines().count(), small.lines().count()));
    minimal.cut_short |= cut_short;
    settle(judged, minimal);
    if minimal.reach == Reach::Ir && modules.wrong().may_be_known() {
        let (list, finding) = (Known::list()?, minimal.record.finding());
        minimal.record.known = known(&list, &finding, &plan.toolchain.to_string(), &small);
    }
    minimal.before = Some(small);
    let how = (&passes[..], &target);
    elsewhere::module(request, compilers, modules.wrong(), how, minimal, progress);
    Ok(())
}

/// Puts down what the pass makes of the smallest module.
fn settle(judged: PassOutcome, minimal: &mut Minimal) {
    let is_all = minimal.reach == Reach::Ir;
    match judged {
        PassOutcome::Different(after, difference) => {
            minimal.sides = difference.as_deref().map(sides);
            minimal.bad = Some(Bad::Text(after));
            if is_all {
                minimal.record.detail = minimal.summary();
            }
        }
        PassOutcome::Fails(finding, message) => {
            minimal.bad = Some(Bad::Crash(message));
            if is_all {
                let Finding { kind, signature, detail, .. } = finding;
                let record = &mut minimal.record;
                record.id = id_of(kind, &record.name);
                (record.kind, record.signature, record.detail) = (kind, signature, detail);
            }
        }
        PassOutcome::Equal(_) | PassOutcome::Unknown(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Param, ParamKind, Program, Surface, ValueId};
    use crate::tensor::DType;
    use crate::testcase::{Argument, BufferSpec, Fill, Mode, Options, SCHEMA, Step};

    fn plan(toolchain: &str) -> Plan {
        Plan { toolchain: toolchain.parse().unwrap(), target: Target::cuda(90) }
    }

    /// A kernel that does nothing to a buffer of four integers.
    fn idle() -> TestCase {
        let spec = BufferSpec { dtype: DType::I32, len: 4, fill: Fill::Unwritten, misalign: 0 };
        let kind = ParamKind::Pointer(DType::I32);
        let program = Program {
            name: "kernel".into(),
            params: vec![Param { name: "out".into(), value: ValueId(0), kind }],
            body: vec![],
            surface: Surface::default(),
        };
        TestCase {
            schema: SCHEMA,
            name: "c".into(),
            mode: Mode::Exact,
            program,
            arguments: vec![Argument::Buffer(spec)],
            grid: [1, 1, 1],
            options: Options::new(4, 2, false),
            scenario: vec![Step::Launch],
        }
    }

    #[test]
    fn a_module_s_finding_is_named_after_what_the_pass_does() {
        let mut minimal = of_module(&plan("triton==3.9.0"), "p");
        assert_eq!(minimal.record.id, "mismatch-module");
        let finding = Finding::new(FindingKind::Assertion, Some("p"), "p", "a", "said".into());
        settle(PassOutcome::Fails(finding, "said".to_owned()), &mut minimal);
        let record = &minimal.record;
        assert_eq!((record.id.as_str(), record.kind), ("assertion-module", FindingKind::Assertion));
        assert_eq!(record.signature, "assertion | p | a");
    }

    #[test]
    fn texts_name_no_folder_of_this_machine() {
        let minimal = of_module(&plan("path:/some/venv"), "p");
        assert_eq!(minimal.record.toolchain, OWN_BUILD);
        assert_eq!(public(&ToolchainId::default()), "triton==3.9.0");
    }

    #[test]
    fn a_short_script_stands_for_what_it_shows_alone() {
        let case = idle();
        let of = |kind, target: &str, bits: [u64; 4]| {
            let plan = Plan { target: target.parse().unwrap(), ..plan("triton==3.9.0") };
            let finding = Finding::new(kind, None, "cubin", "", String::new());
            let bits = bits.map(Some).to_vec();
            let left = Contents { name: "out".to_owned(), bits, margins: None };
            short(&plan, &case, &finding, &[left])
        };
        let (some, zero) = ([1, 2, 3, 4], [1, 2, 0, 4]);
        for kind in [FindingKind::Mismatch, FindingKind::UnexpectedNan, FindingKind::Unwritten] {
            assert!(of(kind, "cuda:90", some).is_some_and(|text| text.contains("left = out")));
            assert_eq!(of(kind, "xpu:pvc", some), None, "{kind}");
            assert_eq!(of(kind, "hip:gfx942", some), None, "{kind}");
        }
        assert!(of(FindingKind::Mismatch, "cuda:90", zero).is_some());
        assert_eq!(of(FindingKind::Unwritten, "cuda:90", zero), None);
        for kind in [FindingKind::StrayWrite, FindingKind::Race, FindingKind::Nondeterministic] {
            assert_eq!(of(kind, "cuda:90", some), None, "{kind}");
        }
        let compiled = of(FindingKind::Assertion, "cuda:90", some);
        assert!(compiled.is_some_and(|text| text.contains("triton.compile(")));
    }
}
