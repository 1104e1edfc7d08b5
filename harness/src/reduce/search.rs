//! The search that reducers share: candidates are tried in order, several at once, none twice.
//!
//! A search is a function of its start and of the answers alone. Answers are kept in a *journal*, so a
//! search that was interrupted takes the same way again, without asking, and ends with the same result.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What is reduced.
pub trait Candidate: Clone {
    /// A text that tells candidates apart.
    fn key(&self) -> String;
}

impl Candidate for String {
    fn key(&self) -> String {
        self.clone()
    }
}

impl Candidate for crate::testcase::TestCase {
    fn key(&self) -> String {
        self.to_json()
    }
}

/// How much a search may ask.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Candidates that are asked about.
    pub attempts: usize,
    /// Wall-clock time, of which a search that goes on has all again.
    pub time: Duration,
}

/// One answer of a journal.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    key: String,
    holds: bool,
}

/// Answers to what was asked before, also of an earlier process.
#[derive(Debug, Default)]
pub struct Journal {
    answers: HashMap<String, bool>,
    file: Option<File>,
}

impl Journal {
    /// The journal in a file, which is made if it is not there. A last line that was cut short is
    /// left out.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut answers = HashMap::new();
        if path.exists() {
            for line in BufReader::new(File::open(path)?).lines() {
                if let Ok(answer) = serde_json::from_str::<Answer>(&line?) {
                    answers.insert(answer.key, answer.holds);
                }
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // What follows a line that was cut short must not be a part of it.
        file.write_all(b"\n")?;
        Ok(Journal { answers, file: Some(file) })
    }

    fn get(&self, key: &str) -> Option<bool> {
        self.answers.get(key).copied()
    }

    fn add(&mut self, key: String, holds: bool) {
        if let Some(file) = &mut self.file {
            let line = serde_json::json!({ "key": key, "holds": holds });
            // An answer that is not kept is asked for again.
            if let Err(error) = writeln!(file, "{line}") {
                log::warn!("the journal of the reduction cannot be written: {error}");
                self.file = None;
            }
        }
        self.answers.insert(key, holds);
    }
}

/// Says of candidates whether they fail in the same way, one answer each, in order; `None` where that
/// could not be found out, which is not kept.
type Ask<'a, T> = Box<dyn FnMut(&[T]) -> Vec<Option<bool>> + 'a>;

/// A search for the smallest candidate that still fails.
pub struct Search<'a, T> {
    best: T,
    journal: Journal,
    ask: Ask<'a, T>,
    /// Is told what has become the best.
    accepted: Box<dyn FnMut(&T) + 'a>,
    /// What was asked or looked up in this process: each costs one attempt, so that a search that goes on
    /// ends where it would have ended.
    counted: HashSet<String>,
    left: usize,
    deadline: Instant,
    width: usize,
}

impl<'a, T: Candidate> Search<'a, T> {
    /// A search that asks about `width` candidates at once.
    pub fn new(
        start: T,
        width: usize,
        budget: Budget,
        journal: Journal,
        ask: impl FnMut(&[T]) -> Vec<Option<bool>> + 'a,
    ) -> Self {
        Search {
            best: start,
            journal,
            ask: Box::new(ask),
            accepted: Box::new(|_| ()),
            counted: HashSet::new(),
            left: budget.attempts,
            deadline: Instant::now() + budget.time,
            width: width.max(1),
        }
    }

    /// Calls `f` with everything that becomes the best.
    #[must_use]
    pub fn on_accepted(mut self, f: impl FnMut(&T) + 'a) -> Self {
        self.accepted = Box::new(f);
        self
    }

    /// The smallest one so far.
    pub fn best(&self) -> &T {
        &self.best
    }

    /// The smallest one.
    pub fn into_best(self) -> T {
        self.best
    }

    /// Whether nothing more may be asked.
    pub fn is_over(&self) -> bool {
        self.left == 0 || Instant::now() >= self.deadline
    }

    /// Tries candidates in their order; the first that fails too becomes the best.
    pub fn first(&mut self, candidates: impl IntoIterator<Item = T>) -> bool {
        let own = hash(&self.best.key());
        let mut candidates = candidates.into_iter().peekable();
        while candidates.peek().is_some() && !self.is_over() {
            // What is known is looked up; the rest is asked together, in order.
            let mut row: Vec<(T, String)> = Vec::new();
            let mut unknown = 0;
            while unknown < self.width
                && let Some(candidate) = candidates.next()
            {
                let key = hash(&candidate.key());
                if key == own || row.iter().any(|(_, known)| *known == key) {
                    continue;
                }
                let known = self.journal.get(&key);
                if known.is_some() {
                    self.count(&key);
                }
                if known == Some(false) {
                    continue;
                }
                unknown += usize::from(known.is_none());
                row.push((candidate, key));
                if known == Some(true) {
                    break;
                }
            }
            self.answer(&row);
            let found = row.into_iter().find(|(_, key)| self.journal.get(key) == Some(true));
            if let Some((candidate, _)) = found {
                self.best = candidate;
                (self.accepted)(&self.best);
                return true;
            }
        }
        false
    }

    fn answer(&mut self, row: &[(T, String)]) {
        let asked: Vec<&(T, String)> =
            row.iter().filter(|(_, key)| self.journal.get(key).is_none()).collect();
        if asked.is_empty() {
            return;
        }
        let asked: Vec<(T, String)> = asked.into_iter().cloned().collect();
        asked.iter().for_each(|(_, key)| self.count(key));
        let candidates: Vec<T> = asked.iter().map(|(candidate, _)| candidate.clone()).collect();
        let answers = (self.ask)(&candidates);
        for ((_, key), holds) in asked.into_iter().zip(answers) {
            if let Some(holds) = holds {
                self.journal.add(key, holds);
            }
        }
    }

    fn count(&mut self, key: &str) {
        if self.counted.insert(key.to_owned()) {
            self.left = self.left.saturating_sub(1);
        }
    }

    /// Leaves out as many of `count` parts as can be, long runs first. `without` gives the best without
    /// a run of parts, or `None`; after a success the number of parts is asked for again.
    pub fn fewer(
        &mut self,
        count: impl Fn(&T) -> usize,
        without: impl Fn(&T, std::ops::Range<usize>) -> Option<T>,
    ) -> bool {
        let mut any = false;
        let mut length = count(&self.best);
        while length > 0 && !self.is_over() {
            let mut start = 0;
            loop {
                let all = count(&self.best);
                let best = self.best.clone();
                let starts = (start..all).step_by(length);
                let mut tried = Vec::new();
                let candidates = starts.filter_map(|start| {
                    let candidate = without(&best, start..(start + length).min(all))?;
                    tried.push((start, candidate.key()));
                    Some(candidate)
                });
                let candidates: Vec<T> = candidates.collect();
                if !self.first(candidates) {
                    break;
                }
                any = true;
                let key = self.best.key();
                // Parts before that one were tried: what follows has moved to its place.
                start = tried.iter().find(|(_, tried)| *tried == key).map_or(0, |(at, _)| *at);
            }
            length /= 2;
        }
        any
    }
}

/// A short name for a text.
pub(crate) fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest[..12].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { attempts: 1000, time: Duration::from_secs(60) };

    fn has_both(text: &str) -> bool {
        text.contains('x') && text.contains('y')
    }

    fn reduced(journal: Journal, asked: &mut usize) -> String {
        let ask = |candidates: &[String]| {
            *asked += candidates.len();
            candidates.iter().map(|text| Some(has_both(text))).collect()
        };
        let mut search = Search::new("aaxbbbyccc".to_owned(), 2, BUDGET, journal, ask);
        search.fewer(String::len, |text, run| {
            Some(format!("{}{}", &text[..run.start], &text[run.end..]))
        });
        search.into_best()
    }

    #[test]
    fn what_is_needed_stays() {
        let mut asked = 0;
        assert_eq!(reduced(Journal::default(), &mut asked), "xy");
        assert!(asked < 60, "{asked}");
    }

    #[test]
    fn a_journal_answers_and_leads_to_the_same_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let (mut first, mut again) = (0, 0);
        let one = reduced(Journal::open(&path).unwrap(), &mut first);
        // Killed while it wrote.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() / 2]).unwrap();
        let other = reduced(Journal::open(&path).unwrap(), &mut again);
        assert_eq!(one, other);
        assert!(again < first, "{again} of {first}");
        let mut third = 0;
        reduced(Journal::open(&path).unwrap(), &mut third);
        assert_eq!(third, 0);
    }

    #[test]
    fn a_budget_ends_it() {
        let budget = Budget { attempts: 3, ..BUDGET };
        let ask = |candidates: &[String]| vec![Some(true); candidates.len()];
        let mut search = Search::new("abcdefgh".to_owned(), 1, budget, Journal::default(), ask);
        let tail = |text: &String| Some(text[1..].to_owned());
        while !search.is_over() && search.first(tail(search.best())) {}
        assert_eq!(search.best(), "defgh");
    }
}
