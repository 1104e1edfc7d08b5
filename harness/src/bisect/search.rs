//! The search for a step on a line whose elements are asked about as seldom as can be.
//!
//! The bad end is asked first: what fails there is what is looked for. The good end is asked only if the
//! step turns out to be there; otherwise an element between the ends has answered for it. What that saves
//! is spent on the elements next to the step, because that is where a history of bad, good and bad again
//! shows. A search of n elements asks [`bound`] times at most, so it cannot see every such history: what it
//! did not ask is in the outcome.

use std::collections::BTreeMap;

use super::{Answer, Find};

/// Where in the elements that are left the next one is taken from: the middle and, when that is untestable,
/// other places farther and farther from it, because what does not build lies together. Of several such
/// lists this one took the fewest tests for 60 elements of which ten in a row or here and there are
/// untestable (simulated).
const PLACES: [f64; 8] = [0.5, 0.35, 0.65, 0.5, 0.2, 0.8, 0.4, 0.6];

/// How a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What is looked for.
    pub find: Find,
    /// Elements that are asked about at once.
    pub jobs: usize,
    /// Questions beyond the bound, to see whether the line has one step only.
    pub probes: usize,
}

/// Two elements between which the behaviour changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The last one before the change.
    pub low: usize,
    /// The first one after it.
    pub high: usize,
    /// What lies between and cannot be tested: the change may be in each of these.
    pub between: Vec<usize>,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a step.
    Found(Step),
    /// The behaviour changed more than once.
    NonMonotone,
    /// An end of the line is not what it was said to be.
    WrongEnd {
        /// Which end.
        at: usize,
        /// What it is.
        answer: Answer,
    },
}

/// What a search has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What was asked, in that order, with the answers.
    pub tested: Vec<(usize, Answer)>,
    /// What was not asked.
    pub untested: Vec<usize>,
}

/// The number of questions that one step among `n` elements takes at most, if all can be tested and are
/// asked one at a time.
pub fn bound(n: usize) -> usize {
    n.max(1).next_power_of_two().trailing_zeros() as usize + 2
}

/// Searches a line of `n` elements, which has its older end at 0. For a bug the good end is the older
/// one, for a fix the bad one. `ask` is given elements that it was not given before.
///
/// # Errors
/// That of `ask`.
///
/// # Panics
/// If the line has fewer than two elements or `ask` gives fewer answers than it was asked for.
pub fn search<E>(
    n: usize,
    options: &Options,
    ask: impl FnMut(&[usize]) -> Result<Vec<Answer>, E>,
) -> Result<Outcome, E> {
    assert!(n >= 2, "a line has two ends");
    let mut known = Known { n, find: options.find, answers: BTreeMap::new(), order: vec![], ask };
    let ending = run(&mut known, options)?;
    let untested = (0..n).filter(|at| !known.answers.contains_key(at)).collect();
    let tested = known.order.iter().map(|at| (*at, known.answers[at].clone())).collect();
    Ok(Outcome { ending, tested, untested })
}

fn run<E, F: FnMut(&[usize]) -> Result<Vec<Answer>, E>>(
    known: &mut Known<F>,
    options: &Options,
) -> Result<Ending, E> {
    let n = known.n;
    let (bad, good) = match options.find {
        Find::Bug => (n - 1, 0),
        Find::Fix => (0, n - 1),
    };
    known.ask(&[bad])?;
    if known.answers[&bad] != Answer::Bad {
        return Ok(Ending::WrongEnd { at: bad, answer: known.answers[&bad].clone() });
    }
    let mut misses = 0;
    let (low, high) = loop {
        let (low, high) = known.bounds();
        let open: Vec<usize> =
            (low + 1..high).filter(|at| !known.answers.contains_key(at)).collect();
        if open.is_empty() {
            break (low, high);
        }
        known.ask(&pick(&open, options.jobs, misses))?;
        if !known.is_monotone() {
            return Ok(Ending::NonMonotone);
        }
        misses = if known.bounds() == (low, high) { misses + 1 } else { 0 };
    };
    if low == good || high == good {
        known.ask(&[good])?;
        if known.answers[&good] != Answer::Good {
            return Ok(Ending::WrongEnd { at: good, answer: known.answers[&good].clone() });
        }
    }
    let spare = bound(n).saturating_sub(known.judged()).max(options.jobs.max(1) - 1);
    for _ in 0..spare + options.probes {
        let Some(at) = known.probe(low, high) else { break };
        known.ask(&[at])?;
        if !known.is_monotone() {
            return Ok(Ending::NonMonotone);
        }
    }
    Ok(Ending::Found(Step { low, high, between: (low + 1..high).collect() }))
}

/// The next elements to ask about, of those that are left.
fn pick(open: &[usize], jobs: usize, misses: usize) -> Vec<usize> {
    if jobs <= 1 {
        let at = (open.len() as f64 * PLACES[misses % PLACES.len()]) as usize;
        return vec![open[at.min(open.len() - 1)]];
    }
    let mut picked: Vec<usize> =
        (1..=jobs).map(|job| open[(job * open.len() / (jobs + 1)).min(open.len() - 1)]).collect();
    picked.dedup();
    picked
}

/// What is known of a line.
struct Known<F> {
    n: usize,
    find: Find,
    answers: BTreeMap<usize, Answer>,
    order: Vec<usize>,
    ask: F,
}

impl<F> Known<F> {
    fn ask<E>(&mut self, at: &[usize]) -> Result<(), E>
    where
        F: FnMut(&[usize]) -> Result<Vec<Answer>, E>,
    {
        let new = at.iter().copied().filter(|at| !self.answers.contains_key(at));
        let new: Vec<usize> = new.collect();
        if new.is_empty() {
            return Ok(());
        }
        let answers = (self.ask)(&new)?;
        assert_eq!(answers.len(), new.len(), "each question has an answer");
        self.answers.extend(new.iter().copied().zip(answers));
        self.order.extend(new);
        Ok(())
    }

    /// Elements with an answer, and whether that is the one before the step.
    fn sides(&self) -> impl DoubleEndedIterator<Item = (usize, bool)> + '_ {
        self.answers.iter().filter_map(|(at, answer)| Some((*at, self.find.is_before(answer)?)))
    }

    /// The last element known to be before the step and the first one after it; the ends where none is.
    fn bounds(&self) -> (usize, usize) {
        let low = self.sides().rev().find(|(_, before)| *before).map_or(0, |(at, _)| at);
        let high = self.sides().find(|(_, before)| !before).map_or(self.n - 1, |(at, _)| at);
        (low, high)
    }

    fn is_monotone(&self) -> bool {
        self.sides().map(|(_, before)| !before).is_sorted()
    }

    fn judged(&self) -> usize {
        self.sides().count()
    }

    /// The element whose answer is most likely to show a second step: one next to the found step, an end
    /// after others because somebody has said what it is, then the middle of the longest stretch.
    fn probe(&self, low: usize, high: usize) -> Option<usize> {
        let is_untestable =
            |at: &usize| matches!(self.answers.get(at), Some(Answer::Untestable(_)));
        let is_new = |at: &usize| !self.answers.contains_key(at);
        let below = (0..low).rev().find(|at| !is_untestable(at)).filter(is_new);
        let above = (high + 1..self.n).find(|at| !is_untestable(at)).filter(is_new);
        let is_end = |at: usize| at == 0 || at == self.n - 1;
        let length = |at: usize| match at < low {
            true => (0..=at).rev().take_while(is_new).count(),
            false => (at..self.n).take_while(is_new).count(),
        };
        let next = below.into_iter().chain(above);
        next.min_by_key(|at| (is_end(*at), std::cmp::Reverse(length(*at)))).or_else(|| {
            let mut stretches: Vec<Vec<usize>> = Vec::new();
            for at in (0..self.n).filter(is_new) {
                match stretches.last_mut().filter(|last| last.last() == Some(&(at.wrapping_sub(1))))
                {
                    Some(last) => last.push(at),
                    None => stretches.push(vec![at]),
                }
            }
            let longest = stretches.iter().max_by_key(|stretch| stretch.len())?;
            Some(longest[longest.len() / 2])
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn options(find: Find) -> Options {
        Options { find, jobs: 1, probes: 0 }
    }

    /// Searches a history of `b`, `g` and `?`.
    fn searched(history: &str, options: &Options) -> Outcome {
        let answer = |at: &usize| match history.as_bytes()[*at] {
            b'g' => Answer::Good,
            b'b' => Answer::Bad,
            _ => Answer::Untestable("it does not build".to_owned()),
        };
        let ask = |asked: &[usize]| Ok::<_, Infallible>(asked.iter().map(answer).collect());
        let Ok(outcome) = search(history.len(), options, ask);
        outcome
    }

    fn step(outcome: &Outcome) -> (usize, usize) {
        match &outcome.ending {
            Ending::Found(step) => (step.low, step.high),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_step_is_found_within_the_bound() {
        for n in 2..=64 {
            for at in 1..n {
                for (find, early, late) in [(Find::Bug, "g", "b"), (Find::Fix, "b", "g")] {
                    let history = early.repeat(at) + &late.repeat(n - at);
                    let outcome = searched(&history, &options(find));
                    assert_eq!(step(&outcome), (at - 1, at), "{history}");
                    assert!(outcome.tested.len() <= bound(n), "{history}: {outcome:?}");
                    assert_eq!(outcome.tested.len() + outcome.untested.len(), n);
                    for jobs in [2, 3, 7] {
                        let parallel = Options { jobs, ..options(find) };
                        assert_eq!(step(&searched(&history, &parallel)), (at - 1, at));
                    }
                }
            }
        }
        assert_eq!([2, 3, 4, 8, 9, 64].map(bound), [3, 4, 4, 5, 6, 8]);
    }

    #[test]
    fn a_second_change_next_to_the_step_is_seen_within_the_bound() {
        let outcome = searched("bbbbgbgg", &options(Find::Fix));
        assert_eq!(outcome.ending, Ending::NonMonotone);
        assert!(outcome.tested.len() <= bound(8), "{outcome:?}");
        assert_eq!(searched("ggbgbbbb", &options(Find::Bug)).ending, Ending::NonMonotone);
    }

    #[test]
    fn with_enough_probes_every_second_change_is_seen() {
        for hole in 1..15 {
            for length in 1..15 - hole {
                let mut history = vec![b'b'; 16];
                history[hole..hole + length].fill(b'g');
                history[15] = b'g';
                let history = String::from_utf8(history).unwrap();
                let all = Options { probes: 16, ..options(Find::Fix) };
                assert_eq!(searched(&history, &all).ending, Ending::NonMonotone, "{history}");
            }
        }
        let all = Options { probes: 16, ..options(Find::Fix) };
        assert_eq!(searched("bbbbgggg", &all).untested, [0usize; 0]);
    }

    #[test]
    fn ends_that_are_not_what_they_are_said_to_be_are_refused() {
        let outcome = searched("bbbbbb", &options(Find::Bug));
        assert_eq!(outcome.ending, Ending::WrongEnd { at: 0, answer: Answer::Bad });
        let outcome = searched("gggggg", &options(Find::Bug));
        assert_eq!(outcome.ending, Ending::WrongEnd { at: 5, answer: Answer::Good });
        assert_eq!(outcome.tested.len(), 1);
        let outcome = searched("b?", &options(Find::Fix));
        assert!(matches!(outcome.ending, Ending::WrongEnd { at: 1, .. }));
    }

    #[test]
    fn what_cannot_be_tested_is_gone_around_and_told() {
        for at in 1..40 {
            for gap in 1..39 {
                for length in 1..(40 - gap).min(9) {
                    let mut history = ("g".repeat(at) + &"b".repeat(40 - at)).into_bytes();
                    history[gap..gap + length].fill(b'?');
                    let history = String::from_utf8(history).unwrap();
                    if history.starts_with('?') || history.ends_with('?') {
                        continue;
                    }
                    let outcome = searched(&history, &options(Find::Bug));
                    let Ending::Found(step) = &outcome.ending else { panic!("{history}") };
                    assert_eq!(step.low, history.rfind('g').unwrap(), "{history}");
                    assert_eq!(step.high, history.find('b').unwrap(), "{history}");
                    assert!(step.between.iter().all(|at| history.as_bytes()[*at] == b'?'));
                    assert_eq!(step.between.len(), step.high - step.low - 1);
                }
            }
        }
    }

    #[test]
    fn ten_of_sixty_that_do_not_build_cost_few_tests() {
        let broken = [4, 11, 17, 23, 29, 30, 31, 38, 44, 52];
        for first_bad in (1..60).filter(|at| !broken.contains(at) && !broken.contains(&(at - 1))) {
            let mut history = ("g".repeat(first_bad) + &"b".repeat(60 - first_bad)).into_bytes();
            broken.iter().for_each(|at| history[*at] = b'?');
            let outcome = searched(&String::from_utf8(history).unwrap(), &options(Find::Bug));
            assert_eq!(step(&outcome), (first_bad - 1, first_bad));
            assert!(outcome.tested.len() <= 12, "{first_bad}: {outcome:?}");
        }
    }

    #[test]
    fn a_search_goes_on_where_it_was_cut() {
        let history = "gggggggggggggg???bbbbbbbbbbbbb";
        let whole = searched(history, &options(Find::Bug));
        for cut in 0..whole.tested.len() {
            let mut kept: BTreeMap<usize, Answer> = whole.tested[..cut].iter().cloned().collect();
            let mut asked = 0;
            let outcome = search(history.len(), &options(Find::Bug), |at| {
                let answers = at.iter().map(|at| {
                    let fresh = whole.tested.iter().find(|(tested, _)| tested == at).unwrap();
                    asked += usize::from(!kept.contains_key(at));
                    kept.entry(*at).or_insert_with(|| fresh.1.clone()).clone()
                });
                Ok::<_, Infallible>(answers.collect())
            });
            let Ok(outcome) = outcome;
            assert_eq!((&outcome, asked), (&whole, whole.tested.len() - cut));
        }
    }
}
