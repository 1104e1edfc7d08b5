//! How often something must be tried that may fail in some runs only.
//!
//! The rate is measured at the bad end. With k failures in n runs, and any rate as likely as another
//! beforehand, the probability that m further runs of something equally bad all pass is
//! prod (n - k + 1 + i) / (n + 2 + i) for i < m (Laplace's rule of succession, m times). Runs are added
//! until that is below the risk that is taken, so what is uncertain about the rate is in it. That holds
//! for what failed in each of its runs too: three of three are no proof that it always fails. Only `good`
//! can be wrong in this way: a run that shows the fault shows it. What is bad more seldom than the bad end
//! is outside the bound: nothing is known of its rate.

use super::Answer;

/// Runs that measure what fails in each of them. With fewer, each good answer takes more runs than are
/// saved here: at a risk of 0.2 %, 9 after three, 4 after eight; a search has about three good answers.
const FIRST: u32 = 8;
/// Runs that measure how often, where it does not.
const MEASURED: u32 = 20;
/// More runs than this for one answer are not worth it.
const MOST: u32 = 1000;

/// How often it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Runs that failed,
    pub failed: u32,
    /// of so many.
    pub runs: u32,
}

/// What the bad end has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measured {
    /// How often it fails, which is at least once.
    Fails(Rate),
    /// It never did, in so many runs.
    Never(u32),
    /// That cannot be told, and why.
    Untestable(String),
}

impl Rate {
    /// Whether it fails in some runs only.
    fn is_flaky(self) -> bool {
        self.failed < self.runs
    }

    /// Runs that must all pass before something is good, if an error may happen with this probability.
    /// None if there would be too many.
    pub fn passes(self, risk: f64) -> Option<u32> {
        let (mut missed, passed) = (1.0, f64::from(self.runs - self.failed));
        for more in 0..MOST {
            if missed < risk {
                return Some(more);
            }
            missed *=
                (passed + 1.0 + f64::from(more)) / (f64::from(self.runs) + 2.0 + f64::from(more));
        }
        None
    }
}

/// Measures how often the bad end fails.
///
/// # Errors
/// That of `once`.
pub fn measure<E>(mut once: impl FnMut() -> Result<Answer, E>) -> Result<Measured, E> {
    let mut rate = Rate { failed: 0, runs: 0 };
    while rate.runs < FIRST || (rate.is_flaky() && rate.runs < MEASURED) {
        match once()? {
            Answer::Bad => rate.failed += 1,
            Answer::Good => {}
            Answer::Untestable(reason) => return Ok(Measured::Untestable(reason)),
        }
        rate.runs += 1;
    }
    Ok(if rate.failed == 0 { Measured::Never(rate.runs) } else { Measured::Fails(rate) })
}

/// Tries until something has failed, or has passed often enough; also the number of runs.
///
/// # Errors
/// That of `once`.
pub fn decide<E>(
    rate: Rate,
    risk: f64,
    mut once: impl FnMut() -> Result<Answer, E>,
) -> Result<(Answer, u32), E> {
    let Some(passes) = rate.passes(risk) else {
        let Rate { failed, runs } = rate;
        let reason =
            format!("it fails in {failed} of {runs} runs: too seldom to tell good from bad");
        return Ok((Answer::Untestable(reason), 0));
    };
    for run in 1..=passes {
        match once()? {
            Answer::Good => {}
            other => return Ok((other, run)),
        }
    }
    Ok((Answer::Good, passes))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    fn flaky(rng: &mut ChaCha8Rng, rate: f64) -> Result<Answer, Infallible> {
        let fails = f64::from(rng.next_u32()) / f64::from(u32::MAX) < rate;
        Ok(if fails { Answer::Bad } else { Answer::Good })
    }

    #[test]
    fn what_always_failed_is_not_taken_for_certain() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let Ok(measured) = measure(|| flaky(&mut rng, 2.0));
        let rate = Rate { failed: 8, runs: 8 };
        assert_eq!(measured, Measured::Fails(rate));
        let Ok((answer, runs)) = decide(rate, 0.002, || flaky(&mut rng, 0.0));
        assert_eq!((answer, runs), (Answer::Good, 4));
        let Ok((answer, runs)) = decide(rate, 0.002, || flaky(&mut rng, 2.0));
        assert_eq!((answer, runs), (Answer::Bad, 1));
        let Ok(measured) = measure(|| flaky(&mut rng, -1.0));
        assert_eq!(measured, Measured::Never(20));
    }

    #[test]
    fn so_many_passes_are_as_improbable_as_is_said() {
        // One more pass after 3 of 3, after 8 of 8 and after 10 of 20, by hand.
        let missed = |failed, runs, risk| Rate { failed, runs }.passes(risk);
        assert_eq!((missed(3, 3, 0.201), missed(3, 3, 0.199)), (Some(1), Some(2)));
        assert_eq!((missed(8, 8, 0.101), missed(8, 8, 0.099)), (Some(1), Some(2)));
        assert_eq!((missed(10, 20, 0.51), missed(10, 20, 0.49)), (Some(1), Some(2)));
    }

    #[test]
    fn errors_are_rarer_than_one_in_a_hundred() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut wrong, mut told, mut always) = (0, 0, 0);
        for round in 0..4000 {
            // Every rate, those too at which all of the first runs fail.
            let rate = f64::from(round % 100 + 1) / 100.0;
            let Ok(Measured::Fails(measured)) = measure(|| flaky(&mut rng, rate)) else { continue };
            always += u32::from(!measured.is_flaky());
            // Half the risk that is judged by, so that chance does not decide.
            let Ok((answer, _)) = decide(measured, 0.005, || flaky(&mut rng, rate));
            match answer {
                Answer::Bad => told += 1,
                Answer::Good => (wrong, told) = (wrong + 1, told + 1),
                Answer::Untestable(_) => {}
            }
        }
        assert!(always > 200 && told > 3000 && wrong * 100 <= told, "{wrong} of {told}");
    }

    #[test]
    fn a_rarer_failure_takes_more_runs() {
        let passes = |failed, runs| Rate { failed, runs }.passes(0.01);
        assert!(passes(10, 20).unwrap() < passes(5, 20).unwrap());
        assert!(passes(2, 20).unwrap() > 40);
        assert_eq!(Rate { failed: 1, runs: 20 }.passes(1e-9), None);
    }
}
