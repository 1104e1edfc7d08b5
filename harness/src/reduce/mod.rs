//! Makes failing inputs smaller.
//!
//! A reducer gets an input and a *predicate* that says whether a smaller one still fails in the same
//! way. It knows neither toolchains nor oracles.

mod guess;
mod scenario;

pub use guess::Suspect;
pub use scenario::scenario;
