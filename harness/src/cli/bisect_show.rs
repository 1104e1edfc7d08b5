//! What `bisect` prints: its plan, and what came of it.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::bisect::Options;
use super::{Status, print, print_json};
use crate::bisect::{Ending, Find, Outcome, Range, State, bound};

/// Commits that are shown to a person.
const SHOWN: usize = 20;

/// A search that has ended.
pub(super) struct Searched {
    /// The line.
    pub(super) names: Vec<String>,
    /// What was looked for.
    pub(super) find: Find,
    /// What the line is sorted by.
    pub(super) order: &'static str,
    /// How it ended.
    pub(super) outcome: Outcome,
    /// What lies in the step.
    pub(super) range: Option<Range>,
    /// What else must be said of it.
    pub(super) note: Option<String>,
}

/// Prints what a search would do.
///
/// # Errors
/// If nothing can be written.
pub(super) fn plan(
    as_json: bool,
    names: &[String],
    notes: &[String],
    folder: &Path,
) -> Result<Status> {
    let (tests, folder) = (bound(names.len()), folder.display().to_string());
    if as_json {
        print_json(&json!({
            "schema": 1, "plan": true, "line": names, "tests_at_most": tests, "state": folder,
            "notes": notes,
        }))?;
        return Ok(Status::Clean);
    }
    print(&format!("{} elements, the oldest first:", names.len()))?;
    for name in names {
        print(&format!("  {name}"))?;
    }
    for note in notes {
        print(note)?;
    }
    print(&format!("at most {tests} tests if all can be tested and one change is to be found"))?;
    print(&format!("what is learnt is kept in {folder}"))?;
    Ok(Status::Clean)
}

/// Prints the result; the exit status goes with it.
///
/// # Errors
/// If nothing can be written.
pub(super) fn show(options: &Options, searched: &Searched, state: &State) -> Result<Status> {
    let status = match searched.outcome.ending {
        Ending::Found(_) => Status::Clean,
        _ => Status::Inconclusive,
    };
    if options.json {
        print_json(&document(options, searched, state))?;
        return Ok(status);
    }
    for line in text(searched, state) {
        print(&line)?;
    }
    Ok(status)
}

fn document(options: &Options, searched: &Searched, state: &State) -> Value {
    let Searched { names, find, order, outcome, range, note } = searched;
    let mut ends = [None, None, None, None];
    if let Ending::Found(step) = &outcome.ending {
        let at = match find {
            Find::Bug => 0,
            Find::Fix => 2,
        };
        (ends[at], ends[at + 1]) = (Some(&names[step.low]), Some(&names[step.high]));
    }
    let untested: Vec<_> = outcome.untested.iter().map(|at| &names[*at]).collect();
    json!({
        "schema": 1,
        "case": options.case,
        "find": find.name(),
        "verdict": verdict(&outcome.ending),
        "last_good": ends[0],
        "first_bad": ends[1],
        "last_bad": ends[2],
        "first_good": ends[3],
        "order": order,
        "tests": outcome.tested.len(),
        "tested": state.tested(),
        "untested": untested,
        "range": range,
        "note": note,
        "state": state.folder().display().to_string(),
    })
}

fn verdict(ending: &Ending) -> &'static str {
    match ending {
        Ending::Found(_) => "found",
        Ending::NonMonotone => "non-monotone",
        Ending::WrongEnd { .. } => "wrong end",
    }
}

fn text(searched: &Searched, state: &State) -> Vec<String> {
    let Searched { names, find, outcome, range, .. } = searched;
    let mut lines = Vec::new();
    let mut tested: Vec<_> = outcome.tested.iter().map(|(at, _)| *at).collect();
    tested.sort_unstable();
    for at in tested {
        let Some(tested) = state.get(&names[at]) else { continue };
        let more = match &tested.answer {
            crate::bisect::Answer::Untestable(why) => why,
            _ => &tested.seen,
        };
        let runs = match tested.runs {
            0 | 1 => String::new(),
            runs => format!(" ({} of {runs} runs fail)", tested.failed),
        };
        lines.push(format!("{} {}{runs}: {more}", tested.name, tested.answer.word()));
    }
    let untested: Vec<_> = outcome.untested.iter().map(|at| names[*at].as_str()).collect();
    match untested.len() {
        0 => {}
        1..=SHOWN => lines.push(format!("not tested: {}", untested.join(", "))),
        many => lines.push(format!("not tested: {many} others")),
    }
    match &outcome.ending {
        Ending::Found(step) => {
            let (low, high) = (&names[step.low], &names[step.high]);
            lines.push(match find {
                Find::Bug => format!("last good {low}, first bad {high}"),
                Find::Fix => format!("last bad {low}, first good {high}"),
            });
        }
        Ending::NonMonotone => lines.push(
            "non-monotone: it came and went more than once, so there is no first one".to_owned(),
        ),
        Ending::WrongEnd { at, answer } => {
            let name = &names[*at];
            lines.push(match answer {
                crate::bisect::Answer::Untestable(why) => {
                    format!("{name}, an end, cannot be tested: {why}; give another")
                }
                answer => format!("{name} is {}, and was said not to be", answer.word()),
            });
        }
    }
    lines.extend(range.iter().flat_map(of_range));
    lines.extend(searched.note.clone());
    lines
}

fn of_range(range: &Range) -> Vec<String> {
    let mut lines = vec![match &range.why {
        Some(why) => format!("between them lies a {}: {why}", range.kind),
        None => format!("between them lies a {}", range.kind),
    }];
    if range.llvm_changed == Some(true) {
        let hashes = range.llvm.as_ref();
        let which = hashes.map_or(String::new(), |[from, to]| format!(" from {from} to {to}"));
        lines.push(format!("LLVM changes between them{which}: it may be to blame (see --llvm)"));
    }
    let Some(commits) = &range.commits else { return lines };
    let total = range.total.unwrap_or(commits.len());
    lines.push(match (&range.unfiltered, range.files.is_empty()) {
        (Some(why), _) => format!("all {total} commits are listed: {why}"),
        (None, true) => format!("{total} commits"),
        (None, false) => {
            format!("{} of {total} commits touch {}", commits.len(), range.files.join(" "))
        }
    });
    for commit in commits.iter().take(SHOWN) {
        let short = &commit.hash[..commit.hash.len().min(12)];
        lines.push(format!("  {short} {} {}", commit.date, commit.title));
    }
    if commits.len() > SHOWN {
        lines.push(format!("  and {} more: --json has all", commits.len() - SHOWN));
    }
    lines
}
