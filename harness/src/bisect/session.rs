//! A search whose answers are kept: what was asked before is not asked again.

use super::Answer;
use super::search::{Options, Outcome, search};
use super::state::{State, StateError, Tested};

/// Searches a line of these names. `test` is asked about places of it; what it says is in the state
/// before the search goes on.
///
/// # Errors
/// If the state cannot be written, or that of `test`.
///
/// # Panics
/// As [`search`] does.
pub fn session<E: From<StateError>>(
    names: &[String],
    options: &Options,
    state: &mut State,
    mut test: impl FnMut(&mut State, &[usize]) -> Result<Vec<Tested>, E>,
) -> Result<Outcome, E> {
    search(names.len(), options, |asked| {
        let new = asked.iter().copied().filter(|at| state.get(&names[*at]).is_none());
        let new: Vec<usize> = new.collect();
        if !new.is_empty() {
            for tested in test(state, &new)? {
                state.record(tested)?;
            }
        }
        let untold = || Answer::Untestable("nothing was told of it".to_owned());
        let answer = |at: &usize| state.get(&names[*at]).map_or_else(untold, |t| t.answer.clone());
        Ok(asked.iter().map(answer).collect())
    })
}
