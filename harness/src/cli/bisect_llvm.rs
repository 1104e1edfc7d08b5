//! `bisect --llvm`: which change of LLVM a fault came in with, after it was found that it came with a Triton that
//! took in another LLVM.

use std::path::Path;

use anyhow::{Context, Result};

use super::bisect::{Options, Start, said};
use super::bisect_show::{self, Searched};
use super::{Status, select};
use crate::bisect::{Answer, Build, Checkout, Ending, Find, Pairs, State, Triton, Workshop};
use crate::campaign::bisect::over_revisions;

/// Bisects the revisions of LLVM between those of two revisions of Triton.
///
/// # Errors
/// If these make no line, or nothing can be asked.
pub(super) fn run(options: &Options, start: &Start, triton: &Path, llvm: &Path) -> Result<Status> {
    let (triton, llvm) = (Checkout::open(triton)?, Checkout::open(llvm)?);
    let (older, newer) = options.ends();
    let revisions = Pairs::line(&triton, &llvm, older, newer)?;
    let command = options.build.clone().context("say how a pair is built: --build CMD")?;
    let names = revisions.hashes.clone();
    let tritons = [triton.commit(older)?, triton.commit(newer)?].join(" ");
    let how = format!("llvm {tritons}\n{command}\n{:?}", options.python);
    let (question, folder) = start.place(options, &names, &how);
    if options.dry_run {
        let with = format!("each with Triton {newer}, or {older} where that fails, by: {command}");
        let notes: Vec<String> = revisions.note.iter().cloned().chain([with]).collect();
        return bisect_show::plan(options.json, &names, &notes, &folder);
    }
    let asker = start.asker(options, names.len(), &said)?;
    let mut state = State::open(&folder, &question, &mut said)?;
    let pairs = Pairs::open(&triton, state.folder(), older, newer)?;
    let (command, python) = (pairs.command(&command), options.python.clone());
    let build = Build { command, limit: options.build_time, python };
    let mut workshop = Workshop::open(&llvm, &state, build)?;
    let search = options.search();
    let outcome = over_revisions(&revisions, &mut workshop, &asker, &search, &mut state)?;
    let folder_of = |revision: &str| workshop.folder(revision);
    let range = match &outcome.ending {
        Ending::Found(step) => Some(pairs.range(&revisions, step, &llvm, &folder_of)?),
        _ => None,
    };
    let note = note(options.find, &outcome.ending, Triton::used(&folder_of(&names[0])));
    workshop.close()?;
    pairs.close()?;
    select::Line::default().end();
    let (order, find) = ("first parents", options.find);
    bisect_show::show(options, &Searched { names, find, order, outcome, range, note }, &state)
}

/// What it means that the older LLVM shows the fault too. `used` is the Triton that it was built with.
fn note(find: Find, ending: &Ending, used: Option<Triton>) -> Option<String> {
    let Ending::WrongEnd { at: 0, answer: Answer::Bad } = ending else { return None };
    (find == Find::Bug && used == Some(Triton::Newer)).then(|| {
        "the newer Triton shows it with the LLVM of the older one too: LLVM is not to blame"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triton_that_is_wrong_with_both_is_told() {
        let ending = |at, answer| Ending::WrongEnd { at, answer };
        let told = |used| note(Find::Bug, &ending(0, Answer::Bad), used);
        assert!(told(Some(Triton::Newer)).unwrap().contains("LLVM is not to blame"));
        assert_eq!((told(Some(Triton::Older)), told(None)), (None, None));
        assert_eq!(note(Find::Bug, &ending(0, Answer::Good), Some(Triton::Newer)), None);
        assert_eq!(note(Find::Bug, &ending(9, Answer::Good), Some(Triton::Newer)), None);
        assert_eq!(note(Find::Fix, &ending(0, Answer::Bad), Some(Triton::Newer)), None);
    }
}
