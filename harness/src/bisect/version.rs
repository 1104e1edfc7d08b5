//! Versions of wheels, in the order of the packages' own specification (PEP 440), as far as Triton's builds
//! use it, with one exception: a build of a source tree (`3.9.0+git1a2b3c4`) comes before the release of
//! its number, because Triton's sources carry the number of the release that they become.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    text: String,
    release: Vec<u64>,
    stage: Stage,
    post: Option<u64>,
    dev: Option<u64>,
    revision: Option<String>,
}

/// How near to the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Source,
    Alpha(u64),
    Beta(u64),
    Candidate(u64),
    Final,
}

/// Why a text is no version.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no version: write it as 3.9.0")]
pub struct ParseVersionError(String);

impl Version {
    /// Major and minor number: the branch that a release comes from.
    pub fn branch(&self) -> (u64, u64) {
        let part = |at: usize| self.release.get(at).copied().unwrap_or(0);
        (part(0), part(1))
    }

    /// Whether it is a release, and no step on the way to one.
    pub fn is_release(&self) -> bool {
        self.stage == Stage::Final && self.dev.is_none() && self.post.is_none()
    }

    /// The date in it, as a number such as 20260531, where it has one.
    pub fn date(&self) -> Option<u64> {
        self.post.or(self.dev).filter(|stamp| (20_000_101..=99_991_231).contains(stamp))
    }

    /// The beginning of the commit that it was built from, where it says so.
    pub fn revision(&self) -> Option<&str> {
        self.revision.as_deref()
    }

    fn key(&self) -> (&[u64], Stage, Option<u64>, u64) {
        let zeros = self.release.iter().rev().take_while(|part| **part == 0).count();
        let release = &self.release[..self.release.len() - zeros];
        let stage = match (self.stage, self.dev, self.post) {
            (Stage::Final, Some(_), None) => Stage::Source,
            (stage, ..) => stage,
        };
        (release, stage, self.post, self.dev.unwrap_or(u64::MAX))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key()).then_with(|| self.text.cmp(&other.text))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Version {
    type Err = ParseVersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParseVersionError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Version> {
    let (public, local) = match text.split_once('+') {
        Some((public, local)) => (public, Some(local)),
        None => (text, None),
    };
    let end = public.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(public.len());
    let numbers = public[..end].trim_end_matches('.');
    let release = numbers.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
    let (mut stage, mut post, mut dev) = (Stage::Final, None, None);
    let mut rest = &public[numbers.len()..];
    while !rest.is_empty() {
        let marked = rest.trim_start_matches('.');
        let word = marked.find(|c: char| !c.is_ascii_alphabetic())?;
        let after = &marked[word..];
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let number = after[..digits].parse().ok()?;
        match &marked[..word] {
            "a" => stage = Stage::Alpha(number),
            "b" => stage = Stage::Beta(number),
            "rc" => stage = Stage::Candidate(number),
            "post" => post = Some(number),
            "dev" => dev = Some(number),
            _ => return None,
        }
        rest = &after[digits..];
    }
    let revision = local
        .and_then(|local| local.strip_prefix("git"))
        .map(|git| git.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
    let revision = revision.filter(|revision| revision.len() >= 7);
    if revision.is_some() && stage == Stage::Final && post.is_none() {
        stage = Stage::Source;
    }
    Some(Version { text: text.to_owned(), release, stage, post, dev, revision })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn they_have_an_order() {
        let sorted = [
            "3.0.0b2",
            "3.0.0",
            "3.3.0",
            "3.3.1",
            "3.7.3.dev20260723",
            "3.7.3.dev20260727",
            "3.7.3",
            "3.7.10.post20260505",
            "3.7.10.post20260531",
            "3.8.0rc1",
            "3.8.0rc3",
            "3.8.0",
            "3.9.0+git1a2b3c4",
            "3.9.0",
            "3.10.0",
        ];
        for pair in sorted.windows(2) {
            assert!(version(pair[0]) < version(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn they_say_what_they_are() {
        assert_eq!(version("3.7.10.post20260505").date(), Some(20_260_505));
        assert_eq!(version("3.3.1").branch(), (3, 3));
        assert!(version("3.3.1").is_release() && !version("3.8.0rc1").is_release());
        assert_eq!(version("3.9.0+git1a2b3c4d").revision(), Some("1a2b3c4d"));
        assert_eq!(version("3.9.0+cu12").revision(), None);
        for text in ["", "a", "3.x", "3.9.0-1", "3.9.0rc"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }
}
