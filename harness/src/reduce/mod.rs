//! Makes failing inputs smaller.
//!
//! A reducer gets an input and a *predicate* that says whether a smaller one still fails in the same
//! way. It knows neither toolchains nor oracles.

mod scenario;

pub use scenario::scenario;
