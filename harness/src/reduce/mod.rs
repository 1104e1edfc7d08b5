//! Makes failing inputs smaller.
//!
//! A reducer gets an input and a *predicate* that says whether a smaller one still fails in the same
//! way. It knows neither toolchains nor oracles. [`Search`] is what reducers have in common: `kernel`
//! gives it smaller test cases, `ir` smaller modules.

mod guess;
pub mod ir;
pub mod kernel;
mod scenario;
mod search;

pub use guess::Suspect;
pub use scenario::scenario;
pub(crate) use search::hash;
pub use search::{Budget, Candidate, Journal, Search};
