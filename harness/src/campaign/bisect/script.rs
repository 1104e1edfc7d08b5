//! A script that runs alone in a toolchain's Python, as findings have them: it says `PASS` with status 0
//! or `FAIL` with status 1. Where the fault itself is an exception or a signal, that is what is recognised.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use super::{Shown, Symptom};
use crate::bisect::{Limited, limited};

/// How long a script may run.
const LIMIT: Duration = Duration::from_secs(600);

/// What a script inherits: where programs and libraries are, and which GPUs it may use. Everything else is
/// set here or absent, so that no variable of the user's (`TRITON_INTERPRET`, ...) decides.
const INHERITED: &[&str] = &[
    "PATH",
    "LD_LIBRARY_PATH",
    "CUDA_VISIBLE_DEVICES",
    "HIP_VISIBLE_DEVICES",
    "ROCR_VISIBLE_DEVICES",
    "ZE_AFFINITY_MASK",
];

/// Runs the script once, with caches of its own; it is told `environment` too.
pub(super) fn once(
    script: &Path,
    python: &Path,
    environment: &[(String, String)],
) -> Result<Shown> {
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let place = |name: &str| folder.path().join(name);
    let (out, err) = (File::create(place("out"))?, File::create(place("err"))?);
    let mut command = Command::new(python);
    command.arg("-s").arg(script).stdin(Stdio::null()).env_clear();
    for name in INHERITED {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    command.env("HOME", folder.path()).env("TMPDIR", folder.path()).env("LANG", "C.UTF-8");
    command.env("TRITON_CACHE_DIR", place("cache")).env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("PYTHONHASHSEED", "0").envs(environment.iter().map(|(name, value)| (name, value)));
    let ended = limited(&mut command, LIMIT, out, err)
        .with_context(|| format!("cannot run {}", python.display()))?;
    let read = |name: &str| fs::read(place(name)).unwrap_or_default();
    let (out, err) = (read("out"), read("err"));
    let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    Ok(match ended {
        Limited::TimedOut => wrong("it does not end"),
        Limited::Ended(status) => judge(status, &out, &err),
    })
}

fn judge(status: ExitStatus, out: &str, err: &str) -> Shown {
    let begins = |word: &str| {
        let mut lines = out.lines().chain(err.lines()).map(str::trim_start);
        lines.find(|line| line.starts_with(word)).map(str::to_owned)
    };
    if let Some(signal) = status.signal() {
        return wrong(&format!("it died of signal {signal}"));
    }
    if let Some(line) = begins("SKIP") {
        return Shown::Cannot(line);
    }
    match status.code() {
        Some(0) => match begins("FAIL") {
            Some(line) => Shown::Cannot(format!("it ended with status 0 and said {line}")),
            None => Shown::Right,
        },
        Some(1) if err.contains("Traceback (most recent call last)") => {
            let last = err.lines().rfind(|line| is_exception(line)).unwrap_or("an exception");
            wrong(&plain(last))
        }
        Some(1) => match begins("FAIL") {
            Some(line) => {
                let (what, text) = ("FAIL".to_owned(), line.chars().take(200).collect());
                Shown::Wrong(vec![Symptom { what, pass: None, fails: false, text }])
            }
            None => Shown::Cannot("it ended with status 1 and did not say FAIL".to_owned()),
        },
        code => Shown::Cannot(format!("it ended with status {}", code.unwrap_or(-1))),
    }
}

/// `ValueError: ...`: a word with nothing before it, then a colon or nothing.
fn is_exception(line: &str) -> bool {
    let word = line.split(':').next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._".contains(c);
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_name)
}

/// Without numbers, which may be addresses or lines.
fn plain(line: &str) -> String {
    let mut out = String::new();
    for c in line.chars().take(200) {
        match c.is_ascii_digit() {
            true if out.ends_with('N') => {}
            true => out.push('N'),
            false => out.push(c),
        }
    }
    out
}

fn wrong(text: &str) -> Shown {
    let (what, text) = (text.to_owned(), text.to_owned());
    Shown::Wrong(vec![Symptom { what, pass: None, fails: false, text }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::find_base_python;

    #[test]
    fn a_script_has_the_environment_that_it_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("case.py");
        // What `cargo test` sets is not handed on.
        let text = "import os, sys\ne = os.environ\n\
                    ok = 'CARGO_MANIFEST_DIR' not in e and e['HOME'] == e['TMPDIR'] and e['A'] == 'b'\n\
                    print('PASS' if ok and e['PATH'] else 'FAIL')\nsys.exit(not ok)\n";
        fs::write(&script, text).unwrap();
        let python = find_base_python().unwrap();
        let told = |value: &str| vec![("A".to_owned(), value.to_owned())];
        assert!(matches!(once(&script, &python, &told("b")).unwrap(), Shown::Right));
        assert!(matches!(once(&script, &python, &told("c")).unwrap(), Shown::Wrong(_)));
    }

    fn judged(status: i32, out: &str, err: &str) -> String {
        match judge(ExitStatus::from_raw(status), out, err) {
            Shown::Right => "right".to_owned(),
            Shown::Wrong(symptoms) => symptoms[0].what.clone(),
            Shown::Survives(_) => unreachable!(),
            Shown::Cannot(why) => format!("cannot: {why}"),
        }
    }

    #[test]
    fn scripts_say_what_they_show() {
        assert_eq!(judged(0, "PASS\n", ""), "right");
        assert_eq!(judged(1 << 8, "", "FAIL: 3 of 4\n"), "FAIL");
        assert_eq!(judged(1 << 8, "FAIL 7\n", "nanobind: leaked 3\n"), "FAIL");
        assert!(judged(0, "SKIP: no such op\n", "").starts_with("cannot: SKIP"));
        assert!(judged(2 << 8, "", "usage").starts_with("cannot"));
        let raised = "Traceback (most recent call last):\n  File \"x\", line 3\nE: at 0x12\n";
        assert_eq!(judged(1 << 8, "", raised), "E: at NxN");
        assert_eq!(judged(6, "", ""), "it died of signal 6");
    }
}
