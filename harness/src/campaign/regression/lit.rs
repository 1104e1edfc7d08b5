//! The file of a lit test: `RUN` line, what is tested, `CHECK` lines, the module.

use std::fmt::Write;

use anyhow::{Context, Result, bail};

use super::checks::{labels, of_good, telling_apart};
use super::filecheck::FileCheck;
use crate::mlir;
use crate::report::{Bad, Minimal};

/// Columns of a comment.
const WIDTH: usize = 100;
/// Said where the checks are not those of a right output.
const OPEN: &str = "No right output is known. These checks hold of the input and not of a wrong \
                    output, and may not hold of a right one; whoever fixes the pass replaces them \
                    with checks of its output.";
/// Said where a pass fails and no right output is known.
const FAILS: &str = "No right output is known: the test only says that there is one. It passes once the \
                     pass is fixed; whoever does that adds checks of its output.";

/// The lit test of a finding.
///
/// # Errors
/// If there is no pass or no module, or if no checks tell the right output from the wrong one.
pub fn regression(tool: &FileCheck, minimal: &Minimal) -> Result<String> {
    let flag = minimal.flag().context("a lit test needs the pass that goes wrong")?;
    let before =
        minimal.before.as_deref().context("a lit test needs the module before the pass")?;
    let bad = minimal.bad.as_ref().context("a lit test needs what the pass makes of the module")?;
    let good = minimal.good.as_ref().map(|good| good.text.as_str());
    let module = stripped(before);
    let checks = match (good, bad) {
        (Some(good), Bad::Text(bad)) => telling_apart(tool, &module, good, bad)?,
        (Some(good), Bad::Crash(_)) => of_good(tool, before, good)?,
        (None, Bad::Text(bad)) => telling_apart(tool, &module, &module, bad)?,
        (None, Bad::Crash(_)) => labels(&module)?,
    };
    let mut out = format!("// RUN: triton-opt %s -split-input-file {flag} | FileCheck %s\n");
    if good.is_none() {
        out.push_str("// XFAIL: *\n");
    }
    out.push('\n');
    out.push_str(&comment(&tested(minimal)));
    if good.is_none() {
        out.push_str(&comment(if let Bad::Crash(_) = bad { FAILS } else { OPEN }));
    }
    let _ = write!(out, "\n{checks}{module}");
    verify(tool, &out, good.unwrap_or(&module), bad)?;
    Ok(out)
}

/// What the test is about.
fn tested(minimal: &Minimal) -> String {
    match (&minimal.bad, &minimal.sides) {
        (Some(Bad::Crash(_)), _) => format!("The pass must not fail. {}", minimal.summary()),
        (_, Some(sides)) => {
            let mut text = sides.sentence();
            if let Some((before, after)) = &sides.load {
                let _ = write!(text, " A load must read {}, not {}.", before.value, after.value);
            }
            text
        }
        _ => minimal.summary(),
    }
}

/// Text as lines of comments. FileCheck and lit must find nothing of theirs in it.
fn comment(text: &str) -> String {
    let mut lines = vec!["//".to_owned()];
    for word in text.split_whitespace() {
        let word = word.replace("CHECK", "check").replace("RUN:", "run").replace("XFAIL:", "xfail");
        let last = lines.last_mut().expect("invariant: there is a line");
        if last.len() + 1 + word.len() > WIDTH && last.len() > 2 {
            lines.push(format!("// {word}"));
        } else {
            last.push(' ');
            last.push_str(&word);
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The module without locations, where it has any.
fn stripped(text: &str) -> String {
    let own = || format!("{}\n", text.trim());
    // Names are kept as they are where there is nothing to strip.
    if !text.contains("loc(") && !text.contains("#loc") {
        return own();
    }
    let printed = mlir::parse(text).ok().and_then(|module| mlir::print(&module).ok());
    printed.unwrap_or_else(own)
}

/// The whole file as lit would run it.
fn verify(tool: &FileCheck, test: &str, good: &str, bad: &Bad) -> Result<()> {
    let checked = tool.run(test, good, None)?;
    if !checked.passes {
        bail!("the right output does not pass the test: {}", checked.message);
    }
    if let Bad::Text(bad) = bad
        && tool.run(test, bad, None)?.passes
    {
        bail!("the wrong output passes the test");
    }
    Ok(())
}
