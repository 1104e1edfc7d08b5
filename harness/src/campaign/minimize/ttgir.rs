//! From a finding in a module of TTGIR to the smallest module that the compiler goes wrong on in the same
//! way.
//!
//! No candidate is taken that is not well defined: the IR device executes each. Names of parameters stay,
//! because buffers are known by them.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow, bail};
use rayon::prelude::*;

use super::elsewhere::name;
use super::kernel::same;
use super::output::{claim, clear, publish};
use super::run::{empty, public, synthetic};
use super::{Done, Effort, forget, journal, search, told};
use crate::campaign::ttgir::{Judge, Judged, LAYER, execute, job};
use crate::campaign::{Compiler, Compilers, Outcome, Plan, Settings, chain, contents, guarded};
use crate::mlir::{Attribute, Module, ValueId};
use crate::oracle::{Finding, FindingKind};
use crate::reduce::ir::{Ir, module};
use crate::render;
use crate::report::{Minimal, Numbers, Reach, Record, Tried, explain};
use crate::testcase::ttgir::TtgirCase;
use crate::toolchain::ToolchainId;

/// The attribute of a module that tells its warps.
const WARPS: &str = "ttg.num-warps";

/// A reduction of a module of TTGIR.
pub struct TtgirRequest<'a> {
    /// What is made small.
    pub case: &'a TtgirCase,
    /// What was found about it.
    pub record: Option<&'a Record>,
    /// What executes the compiled code, and the last stage.
    pub settings: &'a Settings,
    /// With what it is compiled, and for which GPU.
    pub plan: &'a Plan,
    /// Toolchains that are asked about the smallest module.
    pub others: Vec<ToolchainId>,
    /// What it may cost.
    pub effort: Effort,
    /// Where the files go.
    pub folder: &'a Path,
}

/// What asks about one module at a time.
struct Slot<'a> {
    judge: Judge<'a>,
    compiler: Box<dyn Compiler>,
}

/// Asks about modules.
struct Question<'a> {
    request: &'a TtgirRequest<'a>,
    /// What they must show,
    wanted: Finding,
    /// and the known finding that it is: a known fault must not take the place of a new one.
    known: Option<String>,
    /// The start's parameters: name and type.
    parameters: Vec<(String, String)>,
    slots: Vec<Mutex<Slot<'a>>>,
}

/// Makes the module of a finding small, and writes `module.mlir`, `ttgir.json`, `script.py` and
/// `explain.md`. `progress` is told what is being done.
///
/// # Errors
/// If the compiler does not go wrong on it, or in another way than was recorded, a compiler cannot be asked,
/// or a file cannot be written.
pub fn minimize_ttgir(
    request: &TtgirRequest<'_>,
    compilers: &dyn Compilers,
    progress: &mut dyn FnMut(String),
) -> Result<Done> {
    claim(request.folder)?;
    progress("looking whether it fails".to_owned());
    let question = Question::new(request, compilers)?;
    let (small, cut_short) = question.smallest(progress)?;
    let (judged, finding, known) = question.confirmed(&small)?;
    let record = record(request, &small, &finding, known);
    let lines = (request.case.text.lines().count(), small.text.lines().count());
    let mut minimal = Minimal {
        pass: finding.pass.clone(),
        numbers: Numbers { statements: None, lines: Some(lines) },
        layer: finding.pass.is_none().then(|| LAYER.to_owned()),
        needs_gpu: !finding.kind.is_compilation(),
        cut_short,
        ..empty(record, Reach::Ir)
    };
    question.elsewhere(compilers, &small, &mut minimal, progress);
    progress("writing it down".to_owned());
    let files = write(request.folder, &small, &judged, &minimal)?;
    if !cut_short {
        forget(request.folder)?;
    }
    Ok(Done { minimal, files, no_test: None, no_module: None })
}

/// Whether two findings are of one fault, as far as modules of different size can tell. Where values are
/// wrong, which they are changes with the module; all else is said again, as of kernels.
fn is_same(wanted: &Finding, found: &Finding) -> bool {
    let values = [FindingKind::Mismatch, FindingKind::UnexpectedNan, FindingKind::Nondeterministic];
    let place = |finding: &Finding| finding.signature.split(" | ").nth(1).map(str::to_owned);
    match values.contains(&wanted.kind) {
        true => wanted.kind == found.kind && place(wanted) == place(found),
        false => same(wanted, found),
    }
}

/// Names and types of a function's parameters.
fn parameters(module: &Module, function: &str) -> Option<Vec<(String, String)>> {
    let entry = module.function(function)?.regions.first()?.entry()?;
    let one = |value: &ValueId| (module.name(*value).to_owned(), module.ty(*value).to_string());
    Some(entry.arguments.iter().map(one).collect())
}

/// The case with another module and the buffers that this takes; none where it takes others than
/// `allowed`, or would not be read again.
fn with_module(case: &TtgirCase, ir: &Ir, allowed: &[(String, String)]) -> Option<TtgirCase> {
    let module = ir.module();
    let mut buffers = Vec::new();
    for parameter in parameters(module, &case.function)? {
        if !allowed.contains(&parameter) {
            return None;
        }
        let (name, _) = parameter;
        buffers.push(case.buffers.iter().find(|pointed| pointed.name == name)?.clone());
    }
    let warps = module.attribute(WARPS).and_then(Attribute::as_integer)?;
    let num_warps = u32::try_from(warps).ok()?;
    let case = TtgirCase { text: ir.text().to_owned(), buffers, num_warps, ..case.clone() };
    case.check().is_ok().then_some(case)
}

/// The module of a text.
fn read(text: &str) -> Result<Ir> {
    Ir::parse(text).map_err(|error| anyhow!("the module is not understood: {}", error.message))
}

impl<'a> Slot<'a> {
    fn new(
        settings: &Settings,
        compilers: &'a dyn Compilers,
        toolchain: &ToolchainId,
    ) -> Result<Self> {
        Ok(Slot { judge: Judge::new(settings, compilers)?, compiler: compilers.start(toolchain)? })
    }

    fn judge(&mut self, case: &TtgirCase, plan: &Plan, settings: &Settings) -> Result<Judged> {
        let answer = self.compiler.run(&job(case, &plan.target, settings.until))?;
        self.judge.examine(case, plan, &answer)
    }
}

impl<'a> Question<'a> {
    /// Asks whether modules go wrong as that of the request does.
    fn new(request: &'a TtgirRequest<'a>, compilers: &'a dyn Compilers) -> Result<Self> {
        let TtgirRequest { case, plan, settings, .. } = request;
        let start = || Ok(Mutex::new(Slot::new(settings, compilers, &plan.toolchain)?));
        let jobs = request.effort.jobs.max(1);
        let mut slots = (0..jobs).map(|_| start()).collect::<Result<Vec<_>>>()?;
        let first = slots[0].get_mut().expect("invariant: nothing panics while it is held");
        let (wanted, known) = match first.judge(case, plan, settings)?.outcome {
            Outcome::Bug { finding, known } => (finding, known),
            Outcome::Agree => bail!("{plan} does it right"),
            Outcome::Invalid(why) | Outcome::Inconclusive(why) => bail!("not to be judged: {why}"),
        };
        // Another device says the same in other words.
        if request.record.is_some_and(|record| record.kind != wanted.kind) {
            bail!("it shows another fault than was recorded: {}", wanted.detail);
        }
        let parameters = parameters(read(&case.text)?.module(), &case.function)
            .with_context(|| format!("the module has no function {}", case.function))?;
        Ok(Question { request, wanted, known, parameters, slots })
    }

    /// The case with the smallest module that shows the same, and whether the search was stopped.
    fn smallest(&self, progress: &mut dyn FnMut(String)) -> Result<(TtgirCase, bool)> {
        let TtgirRequest { case, plan, settings, effort, folder, .. } = self.request;
        let start = read(&case.text)?;
        let wanted = format!("{:?} {:?}", self.wanted, self.known);
        let plan = plan.to_string();
        let (devices, until) = (settings.devices.join(" "), settings.until.to_string());
        let path = journal(folder, &["ttgir", &wanted, &plan, &devices, &until, &case.to_json()]);
        let mut accepted =
            |ir: &Ir| progress(format!("{} lines of MLIR", ir.text().lines().count()));
        let ask = |candidates: &[Ir]| self.ask(candidates);
        let mut search = search(start, *effort, &path, ask)?.on_accepted(&mut accepted);
        module(&mut search);
        let cut_short = search.is_over();
        let small = with_module(case, &search.into_best(), &self.parameters)
            .context("invariant: what was accepted takes the case's buffers")?;
        Ok((small, cut_short))
    }

    fn ask(&self, candidates: &[Ir]) -> Vec<Option<bool>> {
        let answer = |(at, candidate): (usize, &Ir)| {
            let slot = &self.slots[at % self.slots.len()];
            let mut slot = slot.lock().expect("invariant: panics are caught while it is held");
            told(guarded(|| self.shows(&mut slot, candidate)))
        };
        candidates.par_iter().enumerate().map(answer).collect()
    }

    fn shows(&self, slot: &mut Slot<'_>, candidate: &Ir) -> Result<bool> {
        let TtgirRequest { case, plan, settings, .. } = self.request;
        let Some(case) = with_module(case, candidate, &self.parameters) else { return Ok(false) };
        if matches!(execute(&case), Err(Outcome::Invalid(_))) {
            return Ok(false);
        }
        let judged = slot.judge(&case, plan, settings)?;
        let Outcome::Bug { finding, known } = judged.outcome else { return Ok(false) };
        Ok(is_same(&self.wanted, &finding) && known == self.known)
    }

    /// What the smallest module shows, once more.
    fn confirmed(&self, small: &TtgirCase) -> Result<(Judged, Finding, Option<String>)> {
        let TtgirRequest { plan, settings, .. } = self.request;
        let mut slot = self.slots[0].lock().expect("invariant: panics are caught while it is held");
        let judged = slot.judge(small, plan, settings)?;
        match judged.outcome.clone() {
            Outcome::Bug { finding, known }
                if is_same(&self.wanted, &finding) && known == self.known =>
            {
                Ok((judged, finding, known))
            }
            _ => bail!("the smallest module does not show it any more"),
        }
    }

    /// What other toolchains make of the smallest module.
    fn elsewhere(
        &self,
        compilers: &dyn Compilers,
        small: &TtgirCase,
        minimal: &mut Minimal,
        progress: &mut dyn FnMut(String),
    ) {
        let TtgirRequest { plan, settings, others, .. } = self.request;
        let (own, word) = (name(compilers, &plan.toolchain), self.wanted.kind.name().to_owned());
        minimal.toolchains.push(Tried { toolchain: own, shows: Some(true), word });
        for id in others.iter().filter(|id| **id != plan.toolchain) {
            progress(format!("asking {id}"));
            let plan = Plan { toolchain: id.clone(), target: plan.target.clone() };
            let judged = Slot::new(settings, compilers, id)
                .and_then(|mut slot| slot.judge(small, &plan, settings));
            let (shows, word) = match judged.map(|judged| judged.outcome) {
                Ok(Outcome::Agree) => (Some(false), "agree".to_owned()),
                // Another fault is not this one.
                Ok(Outcome::Bug { finding, .. }) => {
                    let shows = is_same(&self.wanted, &finding).then_some(true);
                    (shows, finding.kind.name().to_owned())
                }
                Ok(Outcome::Invalid(why) | Outcome::Inconclusive(why)) => (None, why),
                Err(error) => (None, chain(&error)),
            };
            minimal.toolchains.push(Tried { toolchain: name(compilers, id), shows, word });
        }
    }
}

/// The record of what the smallest module shows.
fn record(
    request: &TtgirRequest<'_>,
    small: &TtgirCase,
    finding: &Finding,
    known: Option<String>,
) -> Record {
    let TtgirRequest { plan, settings, .. } = request;
    let start = match request.record {
        Some(record) => record.clone(),
        None => synthetic(plan, finding, &small.name),
    };
    let toolchain = public(&plan.toolchain);
    let again = format!(
        "tritonsmith replay ttgir.json --toolchain {toolchain} --target {} --until {}{}\n\
         python script.py",
        plan.target,
        settings.until,
        settings.device_options()
    );
    Record {
        case: "ttgir.json".to_owned(),
        signature: finding.signature.clone(),
        pass: finding.pass.clone(),
        detail: finding.detail.clone(),
        known,
        toolchain,
        target: plan.target.to_string(),
        until: settings.until.to_string(),
        replay: again,
        ..start
    }
}

/// Writes the files; their names.
fn write(
    folder: &Path,
    small: &TtgirCase,
    judged: &Judged,
    minimal: &Minimal,
) -> Result<Vec<String>> {
    let expected = judged.expected.as_ref().map(contents).unwrap_or_default();
    let files = [
        ("module.mlir", small.text.clone()),
        ("ttgir.json", small.to_json()),
        ("script.py", render::ttgir_script(small, &expected)),
        ("explain.md", explain(minimal, false)),
    ];
    let mut written = Vec::new();
    for (name, text) in files {
        publish(folder, name, &text)?;
        written.push(name.to_owned());
    }
    clear(folder, &written)?;
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(kind: FindingKind, place: &str, text: &str) -> Finding {
        Finding::new(kind, None, place, text, String::new())
    }

    #[test]
    fn wrong_values_are_told_by_kind_and_place_and_all_else_by_what_is_said() {
        let wrong = |place: &str, text: &str| finding(FindingKind::Mismatch, place, text);
        let one = wrong("ptx", "o0_load_reduce[1] is 2, expected 3");
        assert!(is_same(&one, &wrong("ptx", "o1_scan[4] holds a0[1]")));
        assert!(!is_same(&one, &wrong("cubin", "o0_load_reduce[1] is 2, expected 3")));
        assert!(!is_same(&one, &finding(FindingKind::OutOfBounds, "ptx", "fault: 8 bytes")));
        let out = |text: &str| finding(FindingKind::OutOfBounds, "ptx", text);
        assert!(is_same(&out("8 bytes at 12, not aligned"), &out("4 bytes at 6, not aligned")));
        assert!(!is_same(&out("8 bytes at 12, not aligned"), &out("8 bytes behind the end")));
        let kind = FindingKind::Assertion;
        let failure = |place: &str| finding(kind, place, "a == b");
        assert!(is_same(&failure("llir"), &failure("a-pass")), "the pass is not always known");
    }
}
