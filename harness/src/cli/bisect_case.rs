//! What `bisect` is given: the case, what was found about it, and the text that the answers depend on.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::bisect::Options;
use super::{replay, replay_scenario, replay_ttgir};
use crate::campaign::bisect::Case;
use crate::campaign::{record_beside, ttgir};
use crate::report::Record;
use crate::testcase::scenario::Scenario;

/// Reads it.
///
/// # Errors
/// If it cannot be read, or does not go with `--pass`.
pub(super) fn read(options: &Options) -> Result<(Case, Option<Record>, String)> {
    let (path, reports) = (Path::new(&options.case), Path::new("reports"));
    let is = |end: &str| path.extension().is_some_and(|extension| extension == end);
    if is("mlir") {
        if options.passes.is_empty() {
            bail!("{}: say which pass goes wrong on it, such as --pass cse", options.case);
        }
        let (text, passes) = (contents(path)?, options.passes.clone());
        return Ok((Case::Module { text: text.clone(), passes }, None, text));
    }
    if !options.passes.is_empty() {
        bail!("--pass goes with an .mlir file: give one, or leave --pass out");
    }
    if is("py") {
        let text = contents(path)?;
        return Ok((Case::Script(std::path::absolute(path)?), None, text));
    }
    if let Some(file) = replay_scenario::file(&options.case, reports) {
        let record = record_beside(&file)?;
        let text = contents(&file)?;
        return Ok((Case::Scenario(Box::new(Scenario::read(&file)?)), record, text));
    }
    if let Some(file) = replay_ttgir::file(&options.case, reports) {
        let (case, record) = (ttgir::read(&file)?, record_beside(&file)?);
        let text = case.to_json();
        return Ok((Case::Ttgir(Box::new(case)), record, text));
    }
    let (case, record) = replay::read(&options.case)?;
    let text = case.to_json();
    Ok((Case::Kernel(Box::new(case)), record, text))
}

fn contents(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
