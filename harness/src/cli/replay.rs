//! `replay`: shows a finding or a case again.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use super::expect::Expected;
use super::{Status, print, print_json, reduce, replay_ir, replay_scenario, replay_ttgir, select};
use crate::campaign::{Examiner, Outcome, Plan, Settings, Subject, find_finding};
use crate::compile::{Instrument, Stage, Target};
use crate::oracle::{Classes, Finding, Seen};
use crate::report::{Record, one_line};
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;

/// Shown below the options.
const SANDBOX: &str = "\
Replaying runs the Python of the case on this machine. The compilers' processes are confined where the \
machine can do that (`tritonsmith doctor` says whether): no network, no files to write but their own, \
nothing of your home folder to read. Where it cannot, replay only what you trust.";

/// Options of `replay`.
#[derive(Args, Debug)]
#[command(after_help = SANDBOX)]
pub(super) struct Options {
    /// A case.json, a finding's folder or id, or an .mlir file (with --pass)
    #[arg(value_name = "CASE")]
    pub(super) case: String,
    /// A Triton build; may be repeated [default: that of the finding, else triton==3.9.0]
    #[arg(long, value_name = "T", action = clap::ArgAction::Append, num_args = 1)]
    pub(super) toolchain: Vec<ToolchainId>,
    /// What executes the compiled code; may be repeated [default: that of the finding, else ir]
    #[arg(long, value_name = "D", action = clap::ArgAction::Append, num_args = 1, value_parser = select::device)]
    device: Vec<String>,
    /// A pass to run on an .mlir file; may be repeated
    #[arg(long = "pass", value_name = "P", action = clap::ArgAction::Append, num_args = 1)]
    pub(super) passes: Vec<String>,
    /// The GPU to compile for [default: that of the finding or of the file, else cuda:90]
    #[arg(long, value_name = "GPU")]
    pub(super) target: Option<Target>,
    /// The last stage to compile to [default: that of the finding if devices execute it, else theirs]
    #[arg(long, value_name = "STAGE", value_parser = select::stage)]
    pub(super) until: Option<Stage>,
    /// Count the finding with this signature only, and what shows another as inconclusive; `recorded` is the
    /// one that CASE is
    #[arg(long, value_name = "SIGNATURE")]
    pub(super) expect: Option<String>,
    /// Judge builds with this sanitizer of Triton's too: consan or fpsan [default: that of the finding, unless
    /// --device is given]
    #[arg(long, value_name = "NAME")]
    instrument: Option<Instrument>,
    #[command(flatten)]
    pub(super) workers: select::Workers,
    /// Print the verdicts as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// What one toolchain made of it.
#[derive(Debug, Serialize)]
pub(super) struct Replayed {
    pub(super) toolchain: String,
    pub(super) target: String,
    /// `agree`, `inconclusive`, `invalid` or `bug`; `ran` where passes did that, and nothing was compared.
    pub(super) verdict: &'static str,
    pub(super) reason: String,
    pub(super) finding: Option<Finding>,
    pub(super) known: Option<String>,
}

impl Replayed {
    /// `expected` is the only finding that counts, if there is one.
    pub(super) fn new(plan: &Plan, outcome: Outcome, expected: Option<&Expected>) -> Self {
        let outcome = match expected {
            Some(expected) => expected.hold(outcome),
            None => outcome,
        };
        let (verdict, reason, finding, known) = match outcome {
            Outcome::Agree => ("agree", String::new(), None, None),
            Outcome::Inconclusive(reason) => ("inconclusive", reason, None, None),
            Outcome::Invalid(reason) => ("invalid", reason, None, None),
            Outcome::Bug { finding, known } => {
                ("bug", finding.detail.clone(), Some(finding), known)
            }
        };
        let (toolchain, target) = (plan.toolchain.to_string(), plan.target.to_string());
        Replayed { toolchain, target, verdict, reason, finding, known }
    }

    fn status(&self) -> Status {
        match self.verdict {
            "agree" | "ran" => Status::Clean,
            "bug" => Status::Findings,
            _ => Status::Inconclusive,
        }
    }

    fn line(&self) -> String {
        let place = format!("{} {}", self.toolchain, self.target);
        match &self.finding {
            None if self.reason.is_empty() => format!("{place}: nothing found"),
            None => format!("{place}: {}: {}", self.verdict, self.reason),
            Some(finding) => {
                let pass = finding.pass.as_ref().map_or(String::new(), |p| format!(" in {p}"));
                let known = self.known.as_ref().map_or(String::new(), |k| format!(" (known: {k})"));
                format!("{place}: {}{pass}{known}: {}", finding.kind, finding.detail)
            }
        }
    }
}

/// Prints what the toolchains made of it, and who agrees with whom. A finding outweighs what is
/// inconclusive.
///
/// # Errors
/// If nothing can be written.
pub(super) fn conclude(
    case: &str,
    results: &[Replayed],
    classes: Option<&Classes>,
    json: bool,
) -> Result<Status> {
    let status = results.iter().map(Replayed::status).max().unwrap_or(Status::Clean);
    if json {
        let verdict = match status {
            Status::Clean => results.first().map_or("agree", |result| result.verdict),
            Status::Findings => "bug",
            Status::Inconclusive => "inconclusive",
        };
        let document = serde_json::json!({
            "schema": 1, "case": case, "verdict": verdict, "results": results, "classes": classes,
        });
        print_json(&document)?;
    } else {
        for result in results {
            print(&one_line(&result.line()))?;
        }
        for line in classes.iter().flat_map(|classes| classes.lines()) {
            print(&format!("  {line}"))?;
        }
        if let Some(classes) = classes {
            print(&format!("  {}", classes.told))?;
        }
    }
    Ok(status)
}

/// Replays.
///
/// # Errors
/// If the case cannot be read or a toolchain cannot be had.
pub(super) fn run(options: Options) -> Result<Status> {
    if Path::new(&options.case).extension().is_some_and(|extension| extension == "mlir") {
        without_sanitizer(&options)?;
        return replay_ir::run(&options);
    }
    if let Some(path) = replay_scenario::file(&options.case, Path::new("reports")) {
        without_sanitizer(&options)?;
        return replay_scenario::run(&options, &path);
    }
    if let Some(path) = replay_ttgir::file(&options.case, Path::new("reports")) {
        without_sanitizer(&options)?;
        return replay_ttgir::run(&options, &path);
    }
    if !options.passes.is_empty() {
        bail!("--pass goes with an .mlir file: give one, or leave --pass out");
    }
    let (case, record) = read(&options.case)?;
    let expected = Expected::of(options.expect.as_deref(), record.as_ref())?;
    let settings = settings(&options, record.as_ref())?;
    select::check(&settings.plans(), settings.until)?;
    select::executed(&settings.devices, &settings.targets, settings.until)?;
    select::instrument(&settings)?;
    select::devices(&settings.devices)?;
    let compilers = select::install(&settings.toolchains, options.workers.options())?;
    let mut examiner = Examiner::new(&settings, &compilers)?;
    let subject = Subject::new(case);
    let plans = settings.plans();
    let (mut results, mut seen) = (Vec::new(), Vec::new());
    for plan in &plans {
        let mut compiler = settings.start(&compilers, &plan.toolchain)?;
        let answer = compiler.run(&settings.first_job(&subject, plan))?;
        let examined = examiner.examine(&subject, plan, &answer)?;
        let of = if plans.len() > 1 { plan.to_string() } else { String::new() };
        seen.extend(examined.seen.into_iter().map(|one| Seen { of: of.clone(), ..one }));
        results.push(Replayed::new(plan, examined.outcome, expected.as_ref()));
    }
    conclude(&options.case, &results, Classes::of(&seen).as_ref(), options.json)
}

/// Refuses a sanitizer where nothing is built with it.
fn without_sanitizer(options: &Options) -> Result<()> {
    match options.instrument {
        Some(by) => bail!("--instrument {by} goes with a kernel's case: leave it out"),
        None => Ok(()),
    }
}

/// The case, and the finding that it belongs to, if any.
pub(super) fn read(given: &str) -> Result<(TestCase, Option<Record>)> {
    let path = Path::new(given);
    if path.is_file() {
        // The case of a finding is replayed as the finding is.
        let found = path
            .parent()
            .filter(|folder| path.ends_with("case.json") && folder.join("finding.json").is_file());
        let found = found.and_then(Path::to_str);
        return match found.map(|folder| find_finding(folder, Path::new("reports"))).transpose()? {
            Some(finding) => Ok((TestCase::read(path)?, Some(finding.record))),
            None => Ok((TestCase::read(path)?, None)),
        };
    }
    let inside = path.join("case.json");
    if inside.is_file() && !path.join("finding.json").is_file() {
        return Ok((TestCase::read(&inside)?, None));
    }
    let finding = find_finding(given, Path::new("reports"))?;
    Ok((finding.case()?, Some(finding.record)))
}

/// Said of a finding whose record cannot be read.
const DAMAGED: &str = "the finding's record is damaged: give --toolchain, --target and --until";

/// The last stage to compile to, where none is given: that of the finding if devices execute it, else theirs.
///
/// # Errors
/// If the finding's record is damaged.
pub(super) fn last_stage(
    given: Option<Stage>,
    devices: &[String],
    record: Option<&Record>,
) -> Result<Stage> {
    let needed = select::until(None, devices);
    Ok(match (given, record) {
        (Some(until), _) => until,
        (None, Some(record)) => {
            let until: Stage = record.until.parse().context(DAMAGED)?;
            // Of a finding in IR nothing is there for a device that executes native code.
            if until <= Stage::TtgirAlloc && needed > Stage::TtgirAlloc { needed } else { until }
        }
        (None, None) => needed,
    })
}

/// What was not given is as in the finding.
pub(super) fn settings(options: &Options, record: Option<&Record>) -> Result<Settings> {
    let toolchains = match (options.toolchain.is_empty(), record) {
        (false, _) => options.toolchain.clone(),
        (true, Some(record)) => vec![record.toolchain.parse().context(DAMAGED)?],
        (true, None) => vec![ToolchainId::default()],
    };
    let target = match (&options.target, record) {
        (Some(target), _) => target.clone(),
        (None, Some(record)) => record.target.parse().context(DAMAGED)?,
        (None, None) => select::default_target(),
    };
    let devices = match options.device.is_empty() {
        true => reduce::devices(record),
        false => options.device.clone(),
    };
    let until = last_stage(options.until, &devices, record)?;
    let plan = Plan { toolchain: toolchains[0].clone(), target };
    let single = Settings::single(&plan, &devices, until);
    Ok(Settings { toolchains, instrument: instrument(options, record)?, ..single })
}

/// The sanitizer: the one that is given, else that of the finding. Other devices than the finding's need not
/// execute what it builds.
fn instrument(options: &Options, record: Option<&Record>) -> Result<Option<Instrument>> {
    if options.instrument.is_some() || !options.device.is_empty() {
        return Ok(options.instrument);
    }
    let named = reduce::given(record, "--instrument");
    named.first().map(|name| name.parse::<Instrument>().context(DAMAGED)).transpose()
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;
    use crate::oracle::FindingKind;

    fn options(more: &[&str]) -> Options {
        let command = Options::augment_args(clap::Command::new("replay"));
        let words = ["replay", "x"].iter().chain(more);
        Options::from_arg_matches(&command.get_matches_from(words)).unwrap()
    }

    fn record(replay: &str) -> Record {
        Record {
            id: "mismatch-12ab".into(),
            kind: FindingKind::Mismatch,
            signature: "mismatch | ptx".into(),
            pass: None,
            case: "case.json".into(),
            known: None,
            name: "s1-k3".into(),
            detail: String::new(),
            toolchain: "triton==3.9.0".into(),
            target: "cuda:90".into(),
            until: "ptx".into(),
            sightings: 1,
            replay: replay.into(),
            change: None,
            classes: None,
            origin: None,
        }
    }

    #[test]
    fn a_finding_is_replayed_by_what_has_found_it() {
        let found = record("tritonsmith replay x --device ptx --instrument fpsan");
        let chosen = |more: &[&str], record: Option<&Record>| {
            let settings = settings(&options(more), record).unwrap();
            (settings.devices, settings.instrument)
        };
        let (ir, ptx) = (vec!["ir".to_owned()], vec!["ptx".to_owned()]);
        assert_eq!(chosen(&[], Some(&found)), (ptx.clone(), Some(Instrument::Fpsan)));
        assert_eq!(chosen(&["--device", "ir"], Some(&found)), (ir.clone(), None));
        assert_eq!(chosen(&["--device", "ptx"], Some(&found)), (ptx, None));
        assert_eq!(chosen(&[], None), (ir, None));
    }
}
