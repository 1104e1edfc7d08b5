//! The folder of a finding that was made small, and its files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::super::regression::{FileCheck, regression};
use crate::campaign::chain;
use crate::report::{Bad, Minimal, explain, issue};
use crate::testcase::TestCase;

/// The file that says of a folder that a reduction has made it, and may write and remove its files there.
const MARK: &str = ".reduction";

/// The files of reductions of every kind.
const FILES: [&str; 11] = [
    "case.json",
    "kernel.py",
    "before.mlir",
    "after.mlir",
    "good.mlir",
    "regression.mlir",
    "module.mlir",
    "ttgir.json",
    "script.py",
    "explain.md",
    "issue.md",
];

/// Makes the folder for the files, or takes one that is empty or that an earlier reduction has made.
///
/// # Errors
/// If the folder holds files of anybody else, or cannot be made.
pub(super) fn claim(folder: &Path) -> Result<()> {
    let shown = || folder.display().to_string();
    fs::create_dir_all(folder).with_context(shown)?;
    let mark = folder.join(MARK);
    if mark.exists() {
        return Ok(());
    }
    if fs::read_dir(folder).with_context(shown)?.next().is_some() {
        bail!(
            "{}: files are in it that `reduce` has not written: give the name of a new folder with --out",
            shown()
        );
    }
    let told = "`tritonsmith reduce` has made this folder, and writes its files anew.\n";
    fs::write(&mark, told).with_context(shown)
}

/// Writes a file whole or not at all.
pub(super) fn publish(folder: &Path, name: &str, text: &str) -> Result<()> {
    let (building, path) = (folder.join(format!(".{name}.building")), folder.join(name));
    fs::write(&building, text)
        .and_then(|()| fs::rename(&building, &path))
        .with_context(|| path.display().to_string())
}

/// Removes what an earlier run has left and this one, which has `written` those, did not write.
///
/// # Errors
/// If a file cannot be removed.
pub(super) fn clear(folder: &Path, written: &[String]) -> Result<()> {
    for name in FILES.into_iter().filter(|name| !written.iter().any(|other| other == name)) {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

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
        let Some(text) = text else { return Ok(()) };
        written.push(name.to_owned());
        publish(folder, name, text)
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
    clear(folder, &written)?;
    Ok((written, test.err()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_new_folder_or_one_of_a_reduction_is_taken() {
        let place = tempfile::tempdir().unwrap();
        let new = place.path().join("a/b");
        claim(&new).unwrap();
        publish(&new, "case.json", "{}").unwrap();
        claim(&new).unwrap();
        let names: Vec<_> = fs::read_dir(&new).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "{names:?}");

        fs::write(new.join("module.mlir"), "").unwrap();
        fs::write(new.join("notes.md"), "").unwrap();
        clear(&new, &["case.json".to_owned()]).unwrap();
        let left = ["case.json", "module.mlir", "notes.md"].map(|name| new.join(name).exists());
        assert_eq!(left, [true, false, true]);

        let own = place.path().join("own");
        fs::create_dir(&own).unwrap();
        claim(&own).unwrap();
        fs::remove_file(own.join(MARK)).unwrap();
        fs::write(own.join("before.mlir"), "mine").unwrap();
        let error = claim(&own).unwrap_err().to_string();
        assert!(error.contains("--out"), "{error}");
        assert_eq!(fs::read_to_string(own.join("before.mlir")).unwrap(), "mine");
    }
}
