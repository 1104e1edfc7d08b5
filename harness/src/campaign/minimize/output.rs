//! The files of a finding that was made small.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::super::regression::{FileCheck, regression};
use crate::campaign::chain;
use crate::report::{Bad, Minimal, explain, issue};
use crate::testcase::TestCase;

/// Writes `kernel.py`, `case.json`, `before.mlir`, `after.mlir`, `good.mlir`, `regression.mlir`,
/// `explain.md` and `issue.md` as far as there is something to write; gives their names, and why there is
/// no lit test where there is none.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(
    folder: &Path,
    minimal: &Minimal,
    case: Option<&TestCase>,
    tool: Option<&FileCheck>,
) -> Result<(Vec<String>, Option<String>)> {
    let mut written = Vec::new();
    let mut put = |name: &str, text: Option<&str>| -> Result<()> {
        let path = folder.join(name);
        let Some(text) = text else {
            // What an earlier run has left is not of this one.
            if path.exists() {
                fs::remove_file(&path).with_context(|| path.display().to_string())?;
            }
            return Ok(());
        };
        written.push(name.to_owned());
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    let test = match (tool, &minimal.before) {
        (Some(tool), Some(_)) => regression(tool, minimal).map_err(|error| chain(&error)),
        (None, Some(_)) => Err("no toolchain has FileCheck".to_owned()),
        (_, None) => Err("there is no module that a pass goes wrong on".to_owned()),
    };
    let after = minimal.bad.as_ref().and_then(|bad| match bad {
        Bad::Text(text) => Some(text.as_str()),
        Bad::Crash(_) => None,
    });
    let good = minimal.good.as_ref().map(|good| good.text.as_str());
    put("case.json", case.map(TestCase::to_json).as_deref())?;
    put("kernel.py", minimal.script.as_deref())?;
    put("before.mlir", minimal.before.as_deref())?;
    put("after.mlir", after)?;
    put("good.mlir", good)?;
    put("regression.mlir", test.as_ref().ok().map(String::as_str))?;
    put("explain.md", Some(&explain(minimal, test.is_ok())))?;
    put("issue.md", Some(&issue(minimal, test.as_ref().ok().map(String::as_str))))?;
    Ok((written, test.err()))
}
