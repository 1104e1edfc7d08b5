//! `replay` of a module of TTGIR: has it compiled on and executed again.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::expect::Expected;
use super::replay::{Options, Replayed, conclude, settings};
use super::select;
use crate::campaign::ttgir::{self, Judge, job};
use crate::campaign::{Compilers, record_beside};
use crate::compile::{Stage, Target};

/// The file of a case, which other names end in.
const FILE: &str = "ttgir.json";

/// The case's file, if what was given is one or a folder that holds one.
pub(super) fn file(given: &str, reports: &Path) -> Option<PathBuf> {
    let path = Path::new(given);
    if path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(FILE)) {
        return Some(path.to_owned());
    }
    let mut places = vec![path.join(FILE)];
    let campaigns = std::fs::read_dir(reports).into_iter().flatten().flatten();
    places.extend(campaigns.map(|c| c.path().join("findings").join(given).join(FILE)));
    places.into_iter().find(|place| place.is_file())
}

/// Refuses a last stage that is no code of a GPU.
///
/// # Errors
/// One line about it.
pub(super) fn executed(until: Stage) -> Result<()> {
    match until {
        Stage::Ptx | Stage::Cubin => Ok(()),
        _ => bail!(
            "a module of TTGIR becomes what a GPU executes: use --until ptx or cubin, not {until}"
        ),
    }
}

/// Replays.
///
/// # Errors
/// If the options do not go with it, the case cannot be read or a toolchain cannot be had.
pub(super) fn run(options: &Options, path: &Path) -> Result<super::Status> {
    if !options.passes.is_empty() {
        bail!(
            "--pass goes with an .mlir file: give the finding's module.mlir, or leave --pass out"
        );
    }
    options.until.map_or(Ok(()), executed)?;
    let case = ttgir::read(path)?;
    let record = record_beside(path)?;
    let expected = Expected::of(options.expect.as_deref(), record.as_ref())?;
    let mut settings = settings(options, record.as_ref())?;
    settings.devices = select::executing(&settings.devices);
    if !matches!(settings.until, Stage::Ptx | Stage::Cubin) {
        settings.until = select::until(None, &settings.devices);
    }
    if options.target.is_none() && record.is_none() {
        settings.targets = vec![Target::cuda(case.capability)];
    }
    select::check(&settings.plans(), settings.until)?;
    select::devices(&settings.devices)?;
    let compilers = select::install(&settings.toolchains, options.workers.options())?;
    let mut judge = Judge::new(&settings, &compilers)?;
    let mut results = Vec::new();
    for plan in settings.plans() {
        let mut compiler = compilers.start(&plan.toolchain)?;
        let answer = compiler.run(&job(&case, &plan.target, settings.until))?;
        let judged = judge.examine(&case, &plan, &answer)?;
        results.push(Replayed::new(&plan, judged.outcome, expected.as_ref()));
    }
    conclude(&options.case, &results, None, options.json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stage_is_one_that_a_gpu_executes() {
        assert!(executed(Stage::Ptx).is_ok() && executed(Stage::Cubin).is_ok());
        assert!(executed(Stage::Llir).unwrap_err().to_string().contains("not llir"));
    }
}
