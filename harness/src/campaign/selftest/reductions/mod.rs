//! Makes kernels small that planted compilers get wrong, and looks at what comes of it.
//!
//! What is counted comes from outside of the reducer: the evaluator says of every accepted kernel that
//! it is well defined, and FileCheck of the written test that the right output passes and the wrong one
//! does not.

mod faulty;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::Serialize;

use crate::campaign::minimize::{Done, Effort, Request, Start, minimize};
use crate::campaign::regression::FileCheck;
use crate::campaign::{Compilers, Examiner, Outcome, Plan, Settings, Source, Subject};
use crate::compile::{Job, Stage, Target};
use crate::evaluate::reference;
use crate::mlir;
use crate::plant::{self, OPERATORS};
use crate::reduce::kernel::statements;
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;
use faulty::{Fault, Faulty};

/// Passes that a fault is planted into: each runs on its own output too.
const PASSES: &[&str] = &[
    "tritongpu-coalesce",
    "tritongpu-remove-layout-conversions",
    "tritongpu-optimize-thread-locality",
    "tritongpu-reorder-instructions",
    "canonicalize",
    "cse",
];

/// Statements that a kernel must have to be worth it.
const LEAST: usize = 25;

/// What is made small.
#[derive(Clone, Debug)]
pub struct Reductions {
    /// The Triton build.
    pub toolchain: ToolchainId,
    /// The GPU that is compiled for.
    pub target: Target,
    /// Planted faults, each on a kernel of its own.
    pub count: usize,
    /// Compilers that work side by side.
    pub jobs: usize,
    /// Limit of each of the two searches.
    pub time: Duration,
}

/// What became of one.
#[derive(Clone, Debug, Serialize)]
pub struct Reduction {
    /// The kernel.
    pub case: String,
    /// The pass that has the fault.
    pub pass: String,
    /// The fault.
    pub operator: String,
    /// The operation that it is of.
    pub operation: String,
    /// Statements before and after.
    pub statements: (usize, usize),
    /// Lines of MLIR before and after; none where there is no module.
    pub lines: Option<(usize, usize)>,
    /// Seconds it took.
    pub seconds: f64,
    /// Whether there is a test that the right output passes and the wrong one does not.
    pub has_test: bool,
    /// Accepted kernels that the evaluator calls undefined.
    pub undefined: Vec<String>,
    /// Why there is no module or no test.
    pub why: Option<String>,
}

/// Plants and reduces. `told` is given each as it is done.
///
/// # Errors
/// If a compiler cannot be asked, no FileCheck is there, or a reduction fails.
pub fn reductions(
    what: &Reductions,
    source: &dyn Source,
    compilers: &dyn Compilers,
    tool: &FileCheck,
    told: &mut dyn FnMut(&Reduction),
) -> Result<Vec<Reduction>> {
    let folder = tempfile::tempdir().context("no place for the files")?;
    let (mut done, mut index) = (Vec::new(), 0);
    let plants = PASSES.len() * OPERATORS.len();
    // Passes and operators in turn, so that any few of them are of several of both.
    for turn in 0.. {
        if done.len() >= what.count || turn >= 2 * plants {
            break;
        }
        let (pass, operator) = (PASSES[turn % PASSES.len()], &OPERATORS[turn % OPERATORS.len()]);
        let Some((case, fault)) = find(what, source, compilers, pass, operator, &mut index)? else {
            continue;
        };
        let place = folder.path().join(turn.to_string());
        fs::create_dir_all(&place)?;
        let one = reduce(what, compilers, tool, &case, fault, &place)?;
        told(&one);
        done.push(one);
    }
    Ok(done)
}

/// The name of the toolchain with a fault: it is none that anybody has.
fn name() -> ToolchainId {
    ToolchainId::Path("/planted".into())
}

fn plan(what: &Reductions) -> (Plan, Settings) {
    let plan = Plan { toolchain: name(), target: what.target.clone() };
    let settings = Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir);
    (plan, settings)
}

/// Kernels that are looked at for one fault.
const LOOKED_AT: u64 = 12;

/// The next kernel that comes out wrong with such a fault in such a pass.
fn find(
    what: &Reductions,
    source: &dyn Source,
    compilers: &dyn Compilers,
    pass: &'static str,
    operator: &'static plant::Operator,
    index: &mut u64,
) -> Result<Option<(TestCase, Fault)>> {
    let (plan, settings) = plan(what);
    for _ in 0..LOOKED_AT {
        let case = source.case(*index);
        *index += 1;
        if statements(&case) < LEAST {
            continue;
        }
        let subject = Subject::new(case.clone());
        for operation in operations(what, compilers, &subject, operator)? {
            let fault = Fault { pass, operator, operation };
            let faulty = faulty(what, compilers, fault.clone());
            let mut examiner = Examiner::new(&settings, &faulty)?;
            let mut compiler = faulty.start(&plan.toolchain)?;
            let Ok(answer) = compiler.run(&subject.job(&plan.target, Stage::Ttgir)) else {
                continue;
            };
            let examined = examiner.examine(&subject, &plan, &answer)?;
            if let Outcome::Bug { finding, .. } = examined.outcome
                && finding.pass.as_deref() == Some(pass)
            {
                return Ok(Some((case, fault)));
            }
        }
    }
    Ok(None)
}

/// The kinds of operations that the operator changes in the kernel as it is compiled.
fn operations(
    what: &Reductions,
    compilers: &dyn Compilers,
    subject: &Subject,
    operator: &plant::Operator,
) -> Result<BTreeSet<String>> {
    let job: Job = subject.job(&what.target, Stage::Ttgir);
    let answer = compilers.start(&what.toolchain)?.run(&job)?;
    let text = answer.launches.first().and_then(|launch| launch.kernel.text(Stage::Ttgir));
    let Some(module) = text.and_then(|text| mlir::parse(text).ok()) else {
        return Ok(BTreeSet::new());
    };
    let edits = (operator.edits)(&module);
    Ok(edits.iter().map(|edit| plant::operation(&module, edit).to_owned()).collect())
}

fn faulty<'a>(what: &Reductions, compilers: &'a dyn Compilers, fault: Fault) -> Faulty<'a> {
    Faulty { inner: compilers, sound: what.toolchain.clone(), faulty: name(), fault }
}

fn reduce(
    what: &Reductions,
    compilers: &dyn Compilers,
    tool: &FileCheck,
    case: &TestCase,
    fault: Fault,
    place: &Path,
) -> Result<Reduction> {
    let (plan, settings) = plan(what);
    let undefined = RefCell::new(Vec::new());
    let watch = |accepted: &TestCase| {
        if let Err(reason) = reference(accepted) {
            undefined.borrow_mut().push(format!("{}: {reason:?}", accepted.name));
        }
    };
    let request = Request {
        start: Start::Kernel(Box::new(case.clone()), None),
        settings: &settings,
        plan: &plan,
        others: vec![what.toolchain.clone()],
        effort: Effort { jobs: what.jobs, attempts: usize::MAX, time: what.time },
        folder: place,
        tool: Some(tool.clone()),
        accepted: Some(&watch),
    };
    let started = Instant::now();
    let faulty = faulty(what, compilers, fault.clone());
    let done = minimize(request, &faulty, &mut |_| {})
        .with_context(|| format!("{} with {} in {}", case.name, fault.operator.name, fault.pass))?;
    let seconds = started.elapsed().as_secs_f64();
    let reduction = reduction(&case.name, fault, &done, seconds)?;
    let (has_test, undefined) = (tells_apart(tool, place)?, undefined.into_inner());
    Ok(Reduction { has_test, undefined, ..reduction })
}

/// What became of a fault in the kernel `case`, but for what is looked for in what was written.
fn reduction(case: &str, fault: Fault, done: &Done, seconds: f64) -> Result<Reduction> {
    let numbers = done.minimal.numbers;
    Ok(Reduction {
        case: case.to_owned(),
        pass: fault.pass.to_owned(),
        operator: fault.operator.name.to_owned(),
        operation: fault.operation,
        statements: numbers.statements.context("invariant: a kernel was made small")?,
        lines: numbers.lines,
        seconds,
        has_test: false,
        undefined: Vec::new(),
        why: done.no_module.clone().or_else(|| done.no_test.clone()),
    })
}

/// Whether the written test passes on the written right output and fails on the wrong one.
fn tells_apart(tool: &FileCheck, place: &Path) -> Result<bool> {
    let read = |name: &str| fs::read_to_string(place.join(name)).ok();
    let files = (read("regression.mlir"), read("good.mlir"), read("after.mlir"));
    let (Some(test), Some(good), Some(bad)) = files else { return Ok(false) };
    Ok(tool.run(&test, &good, None)?.passes && !tool.run(&test, &bad, None)?.passes)
}
