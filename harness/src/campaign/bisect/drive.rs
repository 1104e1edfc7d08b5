//! Searches a line with an asker: toolchains side by side, revisions one by one.

use anyhow::{Context, Result};

use super::ask::{Asker, Wanted};
use crate::bisect::{Answer, Line, Options, Outcome, Revisions, State, Tested, Workshop, session};
use crate::toolchain::ToolchainId;

/// What the state calls the fault that the bad end has shown.
const WANTED: &str = "wanted";

/// Searches a line of toolchains.
///
/// # Errors
/// If no toolchain can be had or the state cannot be written.
pub fn over_toolchains(
    line: &Line,
    asker: &Asker<'_>,
    options: &Options,
    state: &mut State,
) -> Result<Outcome> {
    let ids: Vec<ToolchainId> = line.points.iter().map(|point| point.id.clone()).collect();
    let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
    session(&names, options, state, |state, asked| {
        let Some(wanted) = wanted(state)? else {
            return first(asker, state, &ids[asked[0]], None).map(|tested| vec![tested]);
        };
        std::thread::scope(|scope| {
            let wanted = &wanted;
            let ask = |at: &usize| {
                let id = &ids[*at];
                scope.spawn(move || asker.ask(id, Some(wanted)).map(|(tested, _)| tested))
            };
            let asking: Vec<_> = asked.iter().map(ask).collect();
            let told = asking.into_iter().map(|thread| match thread.join() {
                Ok(tested) => tested,
                Err(_) => Err(anyhow::anyhow!("our own code failed")),
            });
            told.collect()
        })
    })
}

/// Searches the revisions of a repository, each of which is built first.
///
/// # Errors
/// If the work tree or the state cannot be used.
pub fn over_revisions(
    revisions: &Revisions,
    workshop: &mut Workshop<'_>,
    asker: &Asker<'_>,
    options: &Options,
    state: &mut State,
) -> Result<Outcome> {
    let options = Options { jobs: 1, ..*options };
    session(&revisions.hashes, &options, state, |state, asked| {
        let mut all = Vec::new();
        for at in asked {
            let revision = &revisions.hashes[*at];
            (asker.progress)(&format!("building {revision}"));
            let venv = match workshop.build(revision)?.venv() {
                Ok(venv) => venv,
                Err(why) => {
                    let (name, answer) = (revision.clone(), Answer::Untestable(why));
                    all.push(Tested { name, answer, seen: String::new(), runs: 0, failed: 0 });
                    continue;
                }
            };
            let id = ToolchainId::Path(venv);
            let tested = match wanted(state)? {
                None => first(asker, state, &id, Some(revision))?,
                Some(wanted) => asker.ask(&id, Some(&wanted))?.0,
            };
            all.push(Tested { name: revision.clone(), ..tested });
        }
        Ok(all)
    })
}

/// Asks the bad end, and keeps what it has shown.
fn first(
    asker: &Asker<'_>,
    state: &mut State,
    id: &ToolchainId,
    name: Option<&String>,
) -> Result<Tested> {
    let (mut tested, wanted) = asker.ask(id, None)?;
    if let Some(wanted) = wanted {
        let text = serde_json::to_string(&wanted).expect("invariant: it is plain data");
        state.note(WANTED, text)?;
    }
    if let Some(name) = name {
        tested.name.clone_from(name);
    }
    Ok(tested)
}

fn wanted(state: &State) -> Result<Option<Wanted>> {
    let wanted = state.fact(WANTED).map(serde_json::from_str);
    wanted.transpose().context("the state is damaged: remove it and start again")
}
