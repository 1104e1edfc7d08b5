//! What a fault that was reduced to one with another id is known by, in a later run and by scenarios that
//! wait for it.

use super::*;
use crate::campaign::progress::Silent;
use crate::campaign::recorder::id_of;
use crate::compile::{Stage, Target};
use crate::oracle::FindingKind;
use crate::testcase::scenario::{Binding, Event, Read, Reader, SCENARIO_SCHEMA};

/// What a reduction comes to.
type Found = Option<(Scenario, JudgedLaunch)>;

const LAUNCH: Event = Event::Launch { kernel: 0, thread: false };

fn scenario(name: &str) -> Scenario {
    let rebind = Event::Mutate { binding: 0, mutation: "rebind".to_owned(), version: 1 };
    let reads = vec![Read { binding: 0, through_helper: false }];
    Scenario {
        schema: SCENARIO_SCHEMA,
        name: name.to_owned(),
        permission: true,
        bindings: vec![Binding { kind: "constexpr_int".to_owned(), name: "g0".to_owned() }],
        kernels: vec![Reader { name: "k0".to_owned(), reads }],
        events: vec![LAUNCH, rebind, LAUNCH],
    }
}

/// The last launch ran old code.
fn fault(binding: Option<usize>) -> JudgedLaunch {
    let detail = "it ran old code".to_owned();
    JudgedLaunch { event: 2, ruling: Ruling::Stale, binding, state_of: Some(1), detail }
}

fn settings(folder: &Path) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    Settings {
        scenario: "globals".to_owned(),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &["ir".to_owned()], Stage::Ttir)
    }
}

/// A run with one scenario, whose fault has something to blame only once it is reduced: how often it was
/// reduced, and the findings after it.
fn run(folder: &Path, index: u64) -> (u32, Vec<Record>) {
    let settings = settings(folder);
    let plans = settings.plans();
    let store = Store::open(folder, &settings.identity()).unwrap();
    let recorder = Recorder::new(&settings, &store, &Silent).unwrap();
    let mut reductions = 0;
    let mut smaller = |_: &JudgedLaunch| -> Result<Found> {
        reductions += 1;
        Ok(Some((scenario("small"), fault(Some(0)))))
    };
    let examined = Examined::Judged(vec![fault(None)]);
    recorder.record(index, &plans[0], &scenario("large"), &examined, 0.5, &mut smaller).unwrap();
    assert_eq!(recorder.close().unwrap(), 1);
    assert!(recorder.lock().held.is_empty(), "nothing waits");
    (reductions, store.findings().unwrap())
}

#[test]
fn a_fault_that_came_out_as_another_is_not_reduced_again_in_a_later_run() {
    let folder = tempfile::tempdir().unwrap();
    let (reductions, found) = run(folder.path(), 0);
    let signature = "stale | constexpr_int | rebind";
    assert_eq!((reductions, found.len(), found[0].sightings), (1, 1, 1), "{found:?}");
    assert_eq!(found[0].signature, signature);
    let (reductions, found) = run(folder.path(), 1);
    assert_eq!((reductions, found.len(), found[0].sightings), (0, 1, 2), "{found:?}");
    assert_eq!(found[0].signature, signature);
}

#[test]
fn what_came_out_as_a_finding_that_is_lost_is_reduced_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), &settings(folder.path()).identity()).unwrap();
    let large = id_of(FindingKind::Stale, "stale");
    let sql = "INSERT INTO aliases VALUES (?1, 'stale-lost')";
    store.connection().execute(sql, [&large]).unwrap();
    drop(store);
    let (reductions, found) = run(folder.path(), 0);
    assert_eq!((reductions, found.len(), found[0].sightings), (1, 1, 1), "{found:?}");
}

#[test]
fn the_command_that_shows_it_again_is_one_for_a_shell() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("of two words");
    let (_, found) = run(&folder, 0);
    let case = folder.join("findings").join(&found[0].id).join("scenario.json");
    assert_eq!(found[0].replay, format!("tritonsmith replay '{}'", case.display()));
}

/// Keeps the counts that it is told: kernels, bugs, inconclusive ones, findings.
#[derive(Default)]
struct Told(Mutex<Vec<[u64; 4]>>);

impl Observer for Told {
    fn kernel(&self, tally: &Tally, findings: usize) {
        let counts = &tally.outcomes;
        let told = [tally.kernels, counts.bugs, counts.inconclusive, findings as u64];
        self.0.lock().unwrap().push(told);
    }

    fn finding(&self, _: &Record) {}
}

/// Two slots that meet the same fault, the second one while the first reduces it to `found`: the store after
/// them, and the counts that were told.
fn meet(folder: &Path, found: &Found) -> (Store, Vec<[u64; 4]>) {
    let settings = settings(folder);
    let plans = settings.plans();
    let store = Store::open(folder, &settings.identity()).unwrap();
    let told = Told::default();
    let recorder = Recorder::new(&settings, &store, &told).unwrap();
    let examined = Examined::Judged(vec![fault(None)]);
    let mut never = |_: &JudgedLaunch| -> Result<Found> { panic!("another slot reduces it") };
    let mut smaller = |_: &JudgedLaunch| -> Result<Found> {
        recorder.record(1, &plans[0], &scenario("other"), &examined, 0.5, &mut never)?;
        assert!(store.done().unwrap().is_empty(), "it waits");
        Ok(found.clone())
    };
    recorder.record(0, &plans[0], &scenario("large"), &examined, 0.5, &mut smaller).unwrap();
    let new = recorder.new_fault(&plans[0], &scenario("later"), &examined);
    assert_eq!(new.is_some(), found.is_none(), "what came to nothing may be tried again");
    assert_eq!(recorder.close().unwrap(), 2);
    drop(recorder);
    (store, told.0.into_inner().unwrap())
}

#[test]
fn what_waits_for_a_finding_is_stored_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (store, told) = meet(folder.path(), &Some((scenario("small"), fault(Some(0)))));
    assert_eq!(told, [[1, 1, 0, 0], [2, 2, 0, 1]]);
    let found = store.findings().unwrap();
    assert_eq!((found.len(), found[0].sightings), (1, 2), "{found:?}");
    // The id that earlier campaigns gave it.
    assert_eq!((found[0].id.as_str(), found[0].name.as_str()), ("stale-bd5abb8b", "small"));
    assert_eq!(store.done().unwrap().len(), 2);
}

#[test]
fn what_waits_for_a_fault_that_comes_to_nothing_is_not_judged() {
    let folder = tempfile::tempdir().unwrap();
    let (store, told) = meet(folder.path(), &None);
    assert_eq!(told, [[1, 1, 0, 0], [2, 0, 2, 0]]);
    let due = (NOT_AGAIN.0.to_owned(), NOT_AGAIN.1.to_owned(), 2);
    assert_eq!(store.outcomes().unwrap(), [due]);
    assert!(store.findings().unwrap().is_empty());
}

#[test]
fn scripts_import_the_module_of_the_toolchain() {
    assert_eq!(package("tokenspeed-triton==3.7.10.post20260531"), "tokenspeed_triton");
    for other in ["triton==3.9.0", "fbtriton==3.7.4", "path:/some/venv"] {
        assert_eq!(package(other), "triton");
    }
}
