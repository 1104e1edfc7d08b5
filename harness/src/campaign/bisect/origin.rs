//! In which release the findings of a campaign came in. The releases of their package up to the one that
//! shows a finding are the line; its old end need not be right. What was learnt goes into the record.

use std::path::Path;

use anyhow::{Context, Result};

use super::ask::{Asker, is_general};
use super::drive::over_toolchains;
use super::{Case, Symptom};
use crate::bisect::{Answer, Ending, Find, Options, Outcome, State, bound, line};
use crate::campaign::{Settings, chain, findings, folder, store, ttgir};
use crate::report::{Origin, Record, Span};
use crate::testcase::TestCase;
use crate::testcase::scenario::Scenario;
use crate::toolchain::{Home, ToolchainError, ToolchainId};

/// How probable a wrong answer may be anywhere in the search for one finding.
const RISK: f64 = 0.01;

/// Looks for the origin of each finding of a campaign that is not known and has none yet, and writes it into
/// its record. One whose origin cannot be looked for is logged and stays without.
///
/// # Errors
/// If another process works on the campaign, a record cannot be read or written, or no toolchain can be had.
/// What was written before stays.
pub fn find_origins(
    campaign: &Path,
    settings: &Settings,
    home: &Home,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<()> {
    let _lock = store::lock(campaign)?;
    for record in findings(campaign)? {
        if !is_searched(&record) {
            continue;
        }
        progress(&format!("{}: looking for the release that it came in with", record.id));
        let found = case(campaign, &record)
            .and_then(|case| origin(&record, &case, settings, home, progress))
            .with_context(|| format!("the origin of {} is not known", record.id));
        let origin = match found {
            Ok(origin) => origin,
            Err(error) if error.downcast_ref::<ToolchainError>().is_some_and(is_general) => {
                return Err(error);
            }
            Err(error) => {
                log::warn!("{}", chain(&error));
                continue;
            }
        };
        log::info!("{}: {}", record.id, origin.range.said);
        let record = Record { origin: Some(origin), ..record };
        folder::refresh(campaign, &record)?;
        store::rewrite(campaign, &record)?;
    }
    Ok(())
}

/// Whether the origin of a finding is looked for. Builds with a sanitizer are not made in the search: without
/// them every release would seem right.
fn is_searched(record: &Record) -> bool {
    let is_told = record.known.is_some() || record.change.is_some() || record.origin.is_some();
    !is_told && !record.replay.contains("--instrument")
}

fn case(campaign: &Path, record: &Record) -> Result<Case> {
    let place = folder::findings(campaign).join(&record.id);
    let (scenario, module) = (place.join("scenario.json"), place.join("ttgir.json"));
    Ok(if scenario.is_file() {
        Case::Scenario(Box::new(Scenario::read(&scenario)?))
    } else if module.is_file() {
        Case::Ttgir(Box::new(ttgir::read(&module)?))
    } else {
        Case::Kernel(Box::new(TestCase::read(&place.join("case.json"))?))
    })
}

/// Asks the releases up to the one that shows the finding.
fn origin(
    record: &Record,
    case: &Case,
    settings: &Settings,
    home: &Home,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Origin> {
    let newest: ToolchainId = record.toolchain.parse()?;
    let Some(oldest) = oldest(&newest) else {
        return Ok(Origin::unknown(format!("no release before {newest} is known")));
    };
    let line = line(&oldest, &newest, &[], None, Find::Bug)?;
    let names: Vec<String> = line.points.iter().map(|point| point.id.to_string()).collect();
    let symptom = match case {
        Case::Scenario(_) => Symptom::of_scenario(&record.signature),
        _ => Symptom::of(&record.finding()),
    };
    let asker = Asker {
        case,
        target: record.target.parse()?,
        until: record.until.parse()?,
        devices: settings.devices.clone(),
        home: home.clone(),
        compiler: None,
        symptom: Some(symptom),
        risk: RISK / bound(names.len()) as f64,
        progress,
    };
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let mut state = State::open(folder.path(), &record.id, &mut |_| ())?;
    let options = Options { find: Find::Bug, jobs: 1, probes: 0 };
    let outcome = over_toolchains(&line, &asker, &options, &mut state)?;
    Ok(told(&names, &outcome))
}

/// The oldest version that is known of the same package, if it is another one.
fn oldest(newest: &ToolchainId) -> Option<ToolchainId> {
    let family = newest.family()?;
    let version = (*family.versions.first()?).to_owned();
    let oldest = ToolchainId::Wheel { package: family.package.to_owned(), version };
    (oldest != *newest).then_some(oldest)
}

/// What a search says of the origin. The old end was not said to be right, so that it is not is no trouble.
fn told(names: &[String], outcome: &Outcome) -> Origin {
    let newest = names.len() - 1;
    let is_good = |(at, answer): &(usize, Answer)| *at < newest && *answer == Answer::Good;
    let regression = outcome.tested.iter().any(is_good);
    let none = |said: String| Span { last_good: None, first_bad: None, said };
    let bad = outcome.tested.iter().filter(|(_, answer)| *answer == Answer::Bad);
    let range = match &outcome.ending {
        Ending::Found(step) => {
            let (good, bad) = (names[step.low].clone(), names[step.high].clone());
            let between = match step.between.len() {
                0 => String::new(),
                many => format!(" ({many} between them cannot be tested)"),
            };
            let said = format!("right in {good}, wrong from {bad} on{between}");
            Span { last_good: Some(good), first_bad: Some(bad), said }
        }
        Ending::NonMonotone => none("it came and went more than once".to_owned()),
        Ending::WrongEnd { at, answer } if *at == newest => {
            let why = match answer {
                Answer::Untestable(why) => format!(": {why}"),
                _ => String::new(),
            };
            none(format!("{} does not show it again{why}", names[newest]))
        }
        Ending::WrongEnd { .. } => match bad.map(|(at, _)| *at).min() {
            Some(0) => none(format!("wrong in {}, the oldest one, too", names[0])),
            first => {
                let first = first.unwrap_or(newest);
                none(format!("no release is known to be right; wrong in {}", names[first]))
            }
        },
    };
    Origin { range, regression }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::convert::Infallible;
    use std::fs;

    use super::*;
    use crate::bisect::search;
    use crate::campaign::store::Entry;
    use crate::campaign::{Plan, Store, Times};
    use crate::compile::{Stage, Target};
    use crate::generate;
    use crate::oracle::FindingKind;

    /// A history: `g` good, `b` bad, `?` untestable; the last one shows the finding.
    fn of(history: &str) -> Origin {
        let names: Vec<String> = (0..history.len()).map(|at| format!("t{at}")).collect();
        let options = Options { find: Find::Bug, jobs: 1, probes: 0 };
        let Ok(outcome) = search(history.len(), &options, |asked| {
            let answer = |at: &usize| match history.as_bytes()[*at] {
                b'g' => Answer::Good,
                b'b' => Answer::Bad,
                _ => Answer::Untestable("no such operation".to_owned()),
            };
            Ok::<_, Infallible>(asked.iter().map(answer).collect())
        });
        told(&names, &outcome)
    }

    #[test]
    fn what_an_earlier_release_does_right_is_a_regression() {
        let origin = of("ggggbb");
        assert!(origin.regression);
        assert_eq!(origin.range.last_good.as_deref(), Some("t3"));
        assert_eq!(origin.range.first_bad.as_deref(), Some("t4"));
        let origin = of("??g?bb");
        assert!(origin.regression && origin.range.said.contains("1 between"), "{origin:?}");
    }

    #[test]
    fn what_was_never_right_is_none() {
        let origin = of("bbbbbb");
        assert!(!origin.regression && origin.range.said.contains("the oldest"), "{origin:?}");
        let origin = of("????bb");
        assert!(!origin.regression && origin.range.said.contains("no release"), "{origin:?}");
        assert_eq!((origin.range.last_good, origin.range.first_bad), (None, None));
        let origin = of("gggggg");
        assert!(origin.range.said.contains("again"), "{origin:?}");
        let origin = of("ggggg?");
        assert!(!origin.regression && origin.range.said.contains("no such"), "{origin:?}");
    }

    #[test]
    fn what_came_and_went_is_a_regression_without_a_place() {
        let origin = of("ggbgbb");
        assert!(origin.regression && origin.range.said.contains("came and went"), "{origin:?}");
        assert_eq!((origin.range.last_good, origin.range.first_bad), (None, None));
    }

    const ID: &str = "mismatch-0123abcd";

    /// A finding of a build of one's own, of which no older release is known.
    fn record(folder: &Path, id: &str) -> Record {
        let place = folder::findings(folder).join(id);
        Record {
            kind: FindingKind::Mismatch,
            signature: "mismatch | cse".to_owned(),
            pass: None,
            case: place.join("case.json").display().to_string(),
            known: None,
            name: "s1-k3".to_owned(),
            detail: "seen".to_owned(),
            toolchain: "path:/a/venv".to_owned(),
            target: "cuda:90".to_owned(),
            until: "ttgir".to_owned(),
            sightings: 1,
            replay: "tritonsmith replay".to_owned(),
            change: None,
            classes: None,
            origin: None,
            id: id.to_owned(),
        }
    }

    /// A campaign that runs, with findings of which the last has its case.
    fn campaign<const N: usize>(folder: &Path, ids: [&str; N]) -> Store {
        let store = Store::open(folder, &BTreeMap::new()).unwrap();
        for (kernel, id) in ids.into_iter().enumerate() {
            let place = folder::findings(folder).join(id);
            fs::create_dir_all(&place).unwrap();
            fs::write(place.join("verdict.md"), "# mismatch\n").unwrap();
            keep(&store, kernel as u64, &record(folder, id));
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let case = root.join("../corpora/regressions/triton-11305.json");
        let last = folder::findings(folder).join(ids[N - 1]);
        fs::copy(case, last.join("case.json")).unwrap();
        store
    }

    fn keep(store: &Store, kernel: u64, record: &Record) {
        let entry = Entry {
            kernel,
            plan: "path:/a/venv cuda:90",
            outcome: "bug",
            reason: &record.signature,
            times: Times::default(),
            sighting: Some((record.id.as_str(), "{}")),
            first: Some(record),
            wall: 0.0,
            judged: None,
            alias: None,
        };
        store.record(&entry).unwrap();
    }

    fn settings() -> Settings {
        let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
        Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir)
    }

    #[test]
    fn a_finding_that_cannot_be_searched_keeps_none_from_the_search() {
        let folder = tempfile::tempdir().unwrap();
        drop(campaign(folder.path(), ["mismatch-00000000", ID]));
        let home = Home::at(folder.path()).unwrap();
        find_origins(folder.path(), &settings(), &home, &|_: &str| ()).unwrap();
        let found = findings(folder.path()).unwrap();
        let of = |id: &str| found.iter().find(|record| record.id == id).unwrap().origin.clone();
        assert_eq!((of("mismatch-00000000"), of(ID).is_some()), (None, true));
    }

    #[test]
    fn what_the_search_does_not_make_is_not_searched() {
        let plain = || record(Path::new("c"), ID);
        assert!(is_searched(&plain()));
        let replay = "tritonsmith replay x --instrument consan".to_owned();
        assert!(!is_searched(&Record { replay, ..plain() }));
        assert!(!is_searched(&Record { known: Some("triton-1".to_owned()), ..plain() }));
    }

    #[test]
    fn a_finding_is_searched_with_the_case_in_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        drop(campaign(folder.path(), [ID]));
        let read = || case(folder.path(), &record(folder.path(), ID)).unwrap();
        assert!(matches!(read(), Case::Kernel(_)));
        let module = folder::findings(folder.path()).join(ID).join("ttgir.json");
        fs::write(module, generate::ttgir(1, 0, 90).to_json()).unwrap();
        assert!(matches!(read(), Case::Ttgir(_)));
    }

    #[test]
    fn what_is_learnt_goes_into_the_record() {
        let folder = tempfile::tempdir().unwrap();
        let store = campaign(folder.path(), [ID]);
        let settings = settings();
        let home = Home::at(folder.path()).unwrap();
        let look = || find_origins(folder.path(), &settings, &home, &|_: &str| ());
        assert!(look().unwrap_err().to_string().contains("another tritonsmith"));
        drop(store);
        look().unwrap();
        let place = folder::findings(folder.path()).join(ID);
        let text = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        let found = findings(folder.path()).unwrap().remove(0);
        let said = "no release before path:/a/venv is known";
        assert_eq!(found.origin.as_ref().unwrap().range.said, said);
        assert_eq!(serde_json::from_str::<Record>(&text("finding.json")).unwrap(), found);
        assert!(text("verdict.md").contains(said));
        // It is not looked for again.
        let before = text("verdict.md");
        look().unwrap();
        assert_eq!(text("verdict.md"), before);
    }

    #[test]
    fn the_line_begins_with_the_oldest_release_of_the_package() {
        let of = |id: &str| oldest(&id.parse().unwrap()).map(|id| id.to_string());
        assert_eq!(of("triton==3.9.0").as_deref(), Some("triton==3.0.0"));
        assert_eq!(of("fbtriton==3.7.4").as_deref(), Some("fbtriton==3.7.0"));
        assert_eq!(of("triton==3.0.0"), None);
        assert_eq!(of("path:/a/venv"), None);
    }
}
