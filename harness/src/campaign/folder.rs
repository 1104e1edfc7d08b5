//! The folder of a finding: made beside its place and renamed into it, so it is whole or not there.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::examine::Examined;
use super::store::{full, read_findings};
use super::subject::Subject;
use crate::compile::INTERPRETER;
use crate::evaluate::{Reference, ReferenceBuffer};
use crate::render::{self, Contents};
use crate::report::{self, Record};
use crate::testcase::TestCase;

/// The text about a finding for a person.
const VERDICT: &str = "verdict.md";

/// A finding that was written.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The folder.
    pub folder: PathBuf,
    /// What it is about.
    pub record: Record,
}

/// Where the findings of a campaign are.
pub(super) fn findings(campaign: &Path) -> PathBuf {
    campaign.join("findings")
}

/// A file of a finding's folder.
pub(super) struct File<'f> {
    pub(super) name: &'f str,
    pub(super) text: &'f str,
    /// What it is, for a person.
    pub(super) about: &'f str,
}

/// Writes the folder of a kernel's finding.
pub(super) fn write(
    campaign: &Path,
    record: &Record,
    subject: &Subject,
    examined: &Examined,
) -> Result<()> {
    let expected = subject.reference().0.map(contents).unwrap_or_default();
    // The place where it was seen is what comes after the kind.
    let script = match record.signature.split(" | ").nth(1) == Some(INTERPRETER) {
        true => render::interpreted(&subject.case, &expected),
        false => render::standalone(&subject.case, &expected),
    };
    let (case, json) = (subject.case.to_json(), json(record));
    let mut named = vec![("kernel.py", script.as_str()), ("case.json", case.as_str())];
    named.extend(examined.texts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    named.extend([("log.txt", examined.log.as_str()), ("finding.json", json.as_str())]);
    let files: Vec<_> =
        named.into_iter().map(|(name, text)| File { name, text, about: about(name) }).collect();
    publish(campaign, record, &files)
}

/// Makes the folder of a finding of these files, and of its verdict, which lists them. One that is there
/// already, of a run that was killed before it was recorded, is replaced.
///
/// # Errors
/// If it cannot be written. Then there is no folder, or the one that was there.
pub(super) fn publish(campaign: &Path, record: &Record, files: &[File<'_>]) -> Result<()> {
    let parent = findings(campaign);
    let place = parent.join(&record.id);
    fs::create_dir_all(&parent).map_err(|error| full(error, campaign))?;
    let building = tempfile::Builder::new()
        .prefix(".building-")
        .tempdir_in(&parent)
        .map_err(|error| full(error, campaign))?;
    fill(building.path(), record, files)
        .map_err(|error| full(error, campaign))
        .with_context(|| format!("cannot write {}", place.display()))?;
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    fs::rename(building.path(), &place).map_err(|error| full(error, campaign))?;
    Ok(())
}

fn fill(folder: &Path, record: &Record, files: &[File<'_>]) -> std::io::Result<()> {
    files.iter().try_for_each(|file| fs::write(folder.join(file.name), file.text))?;
    let listed: Vec<_> =
        files.iter().map(|file| (file.name.to_owned(), file.about.to_owned())).collect();
    fs::write(folder.join(VERDICT), report::verdict(record, &listed))
}

/// `finding.json`.
pub(super) fn json(record: &Record) -> String {
    serde_json::to_string_pretty(record).expect("invariant: records are plain data")
}

/// Writes the record and the verdict of a finding again, with the files that are there.
pub(super) fn refresh(campaign: &Path, record: &Record) -> Result<()> {
    let folder = findings(campaign).join(&record.id);
    if !folder.is_dir() {
        log::warn!("{} is not there: what changed is told by the campaign only", folder.display());
        return Ok(());
    }
    let written = rewrite(&folder, record).map_err(|error| full(error, campaign));
    written.with_context(|| format!("cannot write {}", folder.display()))
}

fn rewrite(folder: &Path, record: &Record) -> std::io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.retain(|name| name != VERDICT && !name.starts_with('.'));
    names.sort();
    let files: Vec<_> = names.iter().map(|name| (name.clone(), about(name).to_owned())).collect();
    let verdict = report::verdict(record, &files);
    for (name, text) in [("finding.json", json(record)), (VERDICT, verdict)] {
        let building = folder.join(format!(".{name}.building"));
        fs::write(&building, text)?;
        fs::rename(&building, folder.join(name))?;
    }
    Ok(())
}

fn about(name: &str) -> &'static str {
    match name {
        "kernel.py" => "the kernel as a script that runs alone",
        "case.json" => "the test case",
        "log.txt" => "what the compiler printed",
        "finding.json" => "this finding, for programs",
        "before.mlir" => "the IR before the pass that went wrong",
        "after.mlir" => "the IR after it",
        name if name.starts_with("before-") => "the IR before the pass that failed",
        "launch.json" => "the compiled kernel and its arguments, as they were launched",
        "observed.json" => "what the device left",
        _ => "the IR after this stage",
    }
}

/// What the script compares with: the buffers that the kernel stores to. The script makes the others
/// from their formulas, and itself checks that they do not change.
pub fn contents(expected: &Reference) -> Vec<Contents> {
    let stored = expected.buffers.iter().filter(|buffer| buffer.written.contains(&true));
    let contents = |buffer: &ReferenceBuffer| {
        let bits = |at| (!buffer.is_open(at)).then(|| buffer.bits(at));
        let margins: Vec<f64> = (0..buffer.len()).map(|at| buffer.margin(at)).collect();
        Contents {
            name: buffer.name.clone(),
            bits: (0..buffer.len()).map(bits).collect(),
            margins: margins.iter().any(|margin| *margin > 0.0).then_some(margins),
        }
    };
    stored.map(contents).collect()
}

/// The finding of that id in the campaigns under `reports`, or in the folder `given`.
///
/// # Errors
/// If there is none, or its record cannot be read.
pub fn find_finding(given: &str, reports: &Path) -> Result<Finding> {
    let direct = Path::new(given);
    if direct.join("finding.json").exists() {
        return read(direct);
    }
    let mut campaigns: Vec<_> = match fs::read_dir(reports) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(_) => Vec::new(),
    };
    campaigns.sort();
    let found = campaigns.iter().map(|c| findings(c).join(given)).find(|place| place.exists());
    match found {
        Some(place) => read(&place),
        None => bail!(
            "`{given}` is no case, and no finding in {}: give a case.json, a finding's folder or \
             id, or an .mlir file with --pass",
            reports.display()
        ),
    }
}

fn read(folder: &Path) -> Result<Finding> {
    let path = folder.join("finding.json");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let record = serde_json::from_str(&text)
        .with_context(|| format!("{} is damaged: replay its case.json", path.display()))?;
    Ok(Finding { folder: folder.to_path_buf(), record })
}

/// The record of the finding whose folder the file of a case is in; none if it is no finding's.
///
/// # Errors
/// If the record is there and cannot be read.
pub fn record_beside(case: &Path) -> Result<Option<Record>> {
    let path = case.with_file_name("finding.json");
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let record = serde_json::from_str(&text).with_context(|| {
        format!("the finding's record is damaged: {}, move it away to do without", path.display())
    })?;
    Ok(Some(record))
}

impl Finding {
    /// Its test case.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn case(&self) -> Result<TestCase> {
        Ok(TestCase::read(&self.folder.join("case.json"))?)
    }
}

/// The findings of a campaign's folder.
///
/// # Errors
/// If there is no campaign in it.
pub fn list(folder: &Path) -> Result<Vec<Record>> {
    read_findings(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::progress::Silent;
    use crate::campaign::recorder::Ledger;
    use crate::campaign::settings::{Plan, Settings};
    use crate::campaign::store::Store;
    use crate::compile::{Stage, Target};
    use crate::oracle::FindingKind;

    #[test]
    fn a_folder_takes_the_place_of_an_earlier_one_and_its_verdict_lists_its_files() {
        let home = tempfile::tempdir().unwrap();
        let plan = Plan { toolchain: "triton==3.9.0".parse().unwrap(), target: Target::cuda(90) };
        let settings = Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir);
        let store = Store::open(home.path(), &settings.identity()).unwrap();
        let ledger = Ledger::new(&settings, &store, &Silent).unwrap();
        let told = "told".to_owned();
        let finding = crate::oracle::Finding::new(FindingKind::Mismatch, None, "ttir", "1", told);
        let record = ledger.describe(&plan, ("k0", "case.json"), &finding, None);
        let file = |name: &'static str| File { name, text: "x", about: "a text" };
        publish(home.path(), &record, &[file("a.txt"), file("b.txt")]).unwrap();
        publish(home.path(), &record, &[file("b.txt")]).unwrap();
        let place = findings(home.path()).join(&record.id);
        assert!(!place.join("a.txt").exists());
        assert_eq!(fs::read_to_string(place.join("b.txt")).unwrap(), "x");
        let told = fs::read_to_string(place.join(VERDICT)).unwrap();
        assert!(told.contains("\n- [b.txt](b.txt): a text\n") && !told.contains("a.txt"), "{told}");
        assert_eq!(fs::read_dir(findings(home.path())).unwrap().count(), 1);
    }
}
