//! An error with what it came from, as one line.

/// Each cause after a colon. The errors of some libraries, and some of ours, tell their cause in their own
/// text, too: what the line has already is not told twice.
pub(crate) fn chain(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if line.is_empty() {
            line = cause;
        } else if !line.contains(&cause) {
            line.push_str(": ");
            line.push_str(&cause);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use std::io;

    use anyhow::{Context, anyhow};

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("cannot use {path}: {source}")]
    struct Unusable {
        path: &'static str,
        source: io::Error,
    }

    #[test]
    fn every_cause_is_told_once() {
        let source = io::Error::other("no such file");
        let error = anyhow::Error::new(Unusable { path: "a", source }).context("no campaign");
        assert_eq!(format!("{error:#}").matches("no such file").count(), 2);
        assert_eq!(chain(&error), "no campaign: cannot use a: no such file");
        assert_eq!(chain(&anyhow!("first").context("second")), "second: first");
        let missing = tempfile::tempfile_in("no/such/folder").context("cannot write");
        let line = chain(&missing.unwrap_err());
        assert_eq!(line.matches("os error").count(), 1, "{line}");
    }
}
