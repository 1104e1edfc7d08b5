//! Judges what a kernel's builds with a sanitizer left where a bundle was launched, by the rules of a
//! campaign. It takes their results, each of one launch or of two, and knows nothing of the plain build.

use super::evidence::evidence;
use super::launcher::{observation, prepare};
use super::read::Entry;
use super::ready::failed;
use super::results::{Left, Record};
use crate::campaign::chain;
use crate::campaign::launched::mark;
use crate::campaign::sanitized::{BuildSeen, judged, told, twice};
use crate::compile::Instrument;
use crate::device::Observation;
use crate::device::native::{NativeLaunch, NativeResult};
use crate::evaluate::Reference;
use crate::oracle::Verdict;
use crate::testcase::TestCase;

/// Whether nothing is left to judge: all that counts is equal to the bit, of a build whose results are
/// the kernel's.
pub(super) fn is_right(by: Instrument, builds: &[(Entry, Record)]) -> bool {
    let same = |(_, record): &(Entry, Record)| matches!(record.left, Left::Same);
    by == Instrument::Consan && builds.len() == 1 && builds.iter().all(same)
}

/// The verdict on the builds of one kernel, and the evidence where they do not agree.
pub(super) fn verdict(
    by: Instrument,
    device: &str,
    expected: &Reference,
    builds: &[(Entry, Record)],
) -> (Verdict, Vec<(String, String)>) {
    let launched = builds.iter().map(|(entry, record)| LaunchedBuild::new(entry, record));
    let launched: Vec<LaunchedBuild<'_>> = match launched.collect::<Result<_, _>>() {
        Ok(launched) => launched,
        Err(reason) => return (told(by, Verdict::Inconclusive(reason)), Vec::new()),
    };
    let mut looks = 0;
    let verdict = twice(|| {
        looks += 1;
        look(by, device, expected, &launched, looks - 1)
    });
    let seen_once = looks > 1 && launched.iter().any(|build| build.results.len() < looks);
    let verdict = match verdict {
        Verdict::Inconclusive(_) if seen_once => {
            Verdict::Inconclusive("the device failed when a finding was looked at again".to_owned())
        }
        verdict => verdict,
    };
    let mut files = Vec::new();
    if verdict != Verdict::Agree {
        for ((launched, (_, record)), nth) in launched.iter().zip(builds).zip(1..) {
            let of = evidence(launched.entry, &launched.launch, record.left.results());
            files.extend(of.into_iter().map(|(name, text)| (format!("{by}-{nth}-{name}"), text)));
        }
    }
    (told(by, verdict), files)
}

/// A build that was launched.
struct LaunchedBuild<'a> {
    entry: &'a Entry,
    /// With the options of the build.
    case: TestCase,
    launch: NativeLaunch,
    /// Those that tell something of it, in order.
    results: Vec<&'a NativeResult>,
}

impl<'a> LaunchedBuild<'a> {
    /// What is judged; a reason to count under where nothing can be.
    fn new(entry: &'a Entry, record: &'a Record) -> Result<Self, String> {
        if let Left::Unable(reason) = &record.left {
            return Err(reason.clone());
        }
        let all = record.left.results();
        let mut results: Vec<&NativeResult> = all.iter().filter(|result| !failed(result)).collect();
        if results.is_empty() {
            results.extend(all.last());
        }
        let case = entry.case.parse().map_err(|error| chain(&error))?;
        let launch = prepare(entry).map_err(|error| chain(&error))?;
        Ok(LaunchedBuild { entry, case, launch, results })
    }

    /// What was seen at one of the launches.
    fn observed(&self, device: &str, expected: &Reference, nth: usize) -> Option<Observation> {
        let result = self.results.get(nth)?;
        let mut observation = observation(device, self.entry, &self.case, result);
        mark(&mut observation, expected, &self.launch.buffers);
        Some(observation)
    }
}

/// One launch of each build, judged.
fn look(
    by: Instrument,
    device: &str,
    expected: &Reference,
    builds: &[LaunchedBuild<'_>],
    nth: usize,
) -> Verdict {
    let seen = builds.iter().map(|build| build.observed(device, expected, nth));
    let Some(seen) = seen.collect::<Option<Vec<Observation>>>() else {
        return Verdict::Inconclusive("nothing came back".to_owned());
    };
    let executed: Vec<BuildSeen<'_>> = builds
        .iter()
        .zip(&seen)
        .map(|(build, observation)| BuildSeen {
            case: &build.case,
            ttir: Some(build.entry.packed.ttir.as_str()).filter(|text| !text.is_empty()),
            observation,
        })
        .collect();
    judged(by, expected, &executed)
}
