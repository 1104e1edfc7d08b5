//! The folders of a merged campaign's findings, and the cases that were set aside.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Source;
use super::order::{Picked, elsewhere, number};
use crate::campaign::folder;
use crate::campaign::recorder::SET_ASIDE;
use crate::campaign::store::full;

/// Texts that name the finding's folder.
const NAMING: &[&str] = &["verdict.md", "minimal/explain.md", "minimal/issue.md"];

/// Files by their path below a folder.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Writes the folders of all findings into `built`, for a campaign that will be in `out`.
pub(super) fn findings(records: &BTreeMap<String, Picked>, built: &Path, out: &Path) -> Result<()> {
    for (id, picked) in records {
        let mut files = Files::new();
        for (from, known_as) in &picked.folders {
            if !from.is_dir() {
                log::warn!("{} is not there: its finding has fewer files", from.display());
                continue;
            }
            let told = || format!("cannot read {}", from.display());
            let place = folder::findings(out).join(id).display().to_string();
            for (path, bytes) in read(from).with_context(told)? {
                keep(&mut files, path.clone(), renamed(&path, bytes, known_as, &place));
            }
        }
        let json = folder::json(&picked.record);
        files.insert(PathBuf::from("finding.json"), json.into_bytes());
        let target = folder::findings(built).join(id);
        write(&target, &files).map_err(|error| full(error, out))?;
    }
    Ok(())
}

/// A file's content with the folder's new name, where it tells it.
fn renamed(path: &Path, bytes: Vec<u8>, old: &str, new: &str) -> Vec<u8> {
    if !NAMING.iter().any(|name| path == Path::new(name)) {
        return bytes;
    }
    match String::from_utf8(bytes) {
        Ok(text) => elsewhere(&text, old, new).into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

/// Of two contents of one file the greater stays: which of them came first must not matter.
fn keep(files: &mut Files, path: PathBuf, bytes: Vec<u8>) {
    let old = files.entry(path).or_default();
    if *old < bytes {
        *old = bytes;
    }
}

/// All files below a folder.
fn read(folder: &Path) -> std::io::Result<Files> {
    let mut files = Files::new();
    let mut left = vec![PathBuf::new()];
    while let Some(below) = left.pop() {
        for entry in fs::read_dir(folder.join(&below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            let kind = entry.file_type()?;
            if kind.is_dir() {
                left.push(path);
            } else if kind.is_file() {
                files.insert(path, fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
}

fn write(folder: &Path, files: &Files) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (path, bytes) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}

/// Takes over the cases that were set aside: of each reason the first few, as one campaign keeps.
pub(super) fn set_aside(sources: &[Source], built: &Path) -> std::io::Result<()> {
    let mut all = Files::new();
    for source in sources {
        let folder = source.folder.join("set-aside");
        if folder.is_dir() {
            read(&folder)?.into_iter().for_each(|(path, bytes)| keep(&mut all, path, bytes));
        }
    }
    let mut cases: BTreeMap<(u64, String), Files> = BTreeMap::new();
    for (path, bytes) in all {
        let name = path.to_string_lossy().split('.').next().unwrap_or_default().to_owned();
        cases.entry((number(&name), name)).or_default().insert(path, bytes);
    }
    let mut kept: BTreeMap<String, u32> = BTreeMap::new();
    for ((_, name), files) in cases {
        let told = files.get(Path::new(&format!("{name}.txt")));
        let told = told.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let reason = told.unwrap_or_default().split("\n\n").next().unwrap_or_default().to_owned();
        let count = kept.entry(reason).or_default();
        if *count < SET_ASIDE {
            *count += 1;
            write(&built.join("set-aside"), &files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_written_with_their_folders() {
        let [one, two] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let mut files = Files::new();
        keep(&mut files, "a/b.txt".into(), b"1".to_vec());
        keep(&mut files, "a/b.txt".into(), b"2".to_vec());
        keep(&mut files, "a/b.txt".into(), b"0".to_vec());
        write(one.path(), &files).unwrap();
        assert_eq!(read(one.path()).unwrap(), files);
        assert_eq!(files[Path::new("a/b.txt")], b"2");
        assert!(read(two.path()).unwrap().is_empty());
    }

    #[test]
    fn only_texts_that_name_the_folder_change() {
        let text = b"tritonsmith replay a/x".to_vec();
        let there = renamed(Path::new("verdict.md"), text.clone(), "a/x", "b/x");
        assert_eq!(there, b"tritonsmith replay b/x");
        assert_eq!(renamed(Path::new("log.txt"), text.clone(), "a/x", "b/x"), text);
    }
}
