//! `tv` with `--pass`: the toolchain makes the module after.

use anyhow::{Result, bail};

use super::select;
use super::tv::{Entry, Options, Place, Report, read};
use super::tv_unit::{Ending, Steps, Unit, failure, first_wrong};
use crate::campaign::Compilers;
use crate::compile::Target;
use crate::validate::lit;

/// Runs the passes on each part of the file and compares.
///
/// # Errors
/// If the file cannot be read or parsed, or the toolchain lacks a pass.
pub(super) fn run(options: &Options, path: &str) -> Result<Report> {
    let text = read(path)?;
    let toolchain = options.toolchain.clone().unwrap_or_default();
    let parts = lit::parts(&text, true);
    let ids = [toolchain.clone()];
    let compilers = select::install(&ids, options.workers.options())?;
    let mut compiler = compilers.start(&toolchain)?;
    let mut report = Report::new(Vec::new());
    report.pass = Some(options.passes.join(" "));
    let mut wrong = None;
    for part in parts.iter().filter(|part| parts.len() == 1 || !part.is_empty()) {
        let target = target(options, &part.text);
        let (passes, asynchrony) = (&options.passes, options.asynchrony);
        let unit = Unit { file: path, part, passes, target: target.clone(), asynchrony };
        let before = unit.before()?;
        let judged = unit.judge(compiler.as_mut(), &before, Steps::Blamed)?;
        let place = (parts.len() > 1).then(|| Place::part(part));
        match &judged.ending {
            Ending::Done => {
                let entry = |report| Entry { report, place: place.clone() };
                report.functions.extend(judged.functions.into_iter().map(entry));
                wrong = wrong.or_else(|| first_wrong(&judged.steps));
            }
            Ending::Refused(said) => {
                bail!("{toolchain} cannot read {path}: {said}; mend it or try another --toolchain")
            }
            Ending::Missing(said) => bail!("{toolchain} cannot do that: {said}; check --pass"),
            Ending::Failed(how) => {
                let mut failure = failure(compiler.as_mut(), &unit, how, &toolchain)?;
                failure.place = place;
                report.fail(failure);
            }
        }
    }
    // Where none of several differs alone, none is named.
    let list = report.pass.take().filter(|_| options.passes.len() == 1);
    report.pass = wrong.or(list);
    Ok(report)
}

/// The GPU to compile a text for.
pub(super) fn target(options: &Options, text: &str) -> Target {
    let named = options.target.clone().or_else(|| Target::of_module(text));
    named.unwrap_or_else(select::default_target)
}
