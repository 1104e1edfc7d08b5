//! Bundles of launches that belong to no campaign: of each of them only the verdict is asked.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

use super::DEVICE;
use super::entry::{Case, Packed};
use super::expectation::Expectation;
use super::judge::verdict;
use super::launcher::prepare;
use super::ordered;
use super::pack::{code, header};
use super::read::Reader;
use super::results::Left;
use super::write::Writer;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::subject::Subject;
use crate::compile::{Launch, Stage};
use crate::oracle::Verdict;

/// Writes a bundle of launches of PTX, each of a case with a reference. `plan` is the bundle's; each
/// launch has its own.
///
/// # Errors
/// If the file cannot be written, or a launch has no PTX or its case no reference.
pub(in crate::campaign) fn carry(
    file: &Path,
    plan: &Plan,
    launches: &[(Plan, &Subject, Launch)],
) -> Result<()> {
    let mut writer = Writer::new(file)?;
    for (kernel, (plan, subject, launch)) in launches.iter().enumerate() {
        let name = &subject.case.name;
        let (reference, evaluate) = subject.reference();
        let reference = reference.map_err(|error| anyhow!("{name} has no reference: {error:?}"))?;
        let expectation = Expectation::of(reference, subject.has_atomics());
        let json = serde_json::to_string(&subject.case)?;
        let case = Case { kernel: kernel as u64, json, expectation, evaluate };
        let packed = Packed::new(plan, Stage::Ptx, launch, launch.kernel.compile_seconds)?;
        let code = code(launch, Stage::Ptx).with_context(|| format!("{name} has no PTX"))?;
        writer.add(case, code, packed)?;
    }
    let settings = Settings {
        count: Some(launches.len() as u64),
        ..Settings::single(plan, &[DEVICE.to_owned()], Stage::Ptx)
    };
    writer.finish(header(&settings, BTreeMap::new()))?;
    Ok(())
}

/// The code of each launch of a bundle, and the verdict on its results.
///
/// # Errors
/// If a file cannot be read, they do not belong together, or results are missing.
pub(in crate::campaign) fn brought(file: &Path, results: &Path) -> Result<Vec<(Vec<u8>, Verdict)>> {
    let reader = Reader::open(file)?;
    let mut records = HashMap::new();
    let origin = ordered::each(results, |record| {
        records.insert(record.entry, record);
    })?;
    if origin.bundle != reader.header.id {
        bail!("{} holds results of another bundle than {}", results.display(), file.display());
    }
    let mut brought = Vec::new();
    for entry in reader {
        let entry = entry.with_context(|| file.display().to_string())?;
        let record = records.remove(&entry.number).context("an entry has no result")?;
        let verdict = match record.left {
            Left::Same => Verdict::Agree,
            Left::Unable(reason) => Verdict::Inconclusive(reason),
            Left::Other(results) | Left::Twice(results) => {
                let subject = Subject::new(entry.case.parse()?);
                let expected = subject.reference().0;
                let expected = expected.map_err(|error| anyhow!("no reference: {error:?}"))?;
                let launch = prepare(&entry)?;
                verdict(&origin.device, &entry, (&subject.case, expected), &launch, &results).0
            }
        };
        brought.push((entry.code.to_vec(), verdict));
    }
    Ok(brought)
}
