//! Which of several records of one finding stays: that of the first kernel, as in one campaign.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Source;
use crate::bisect::quoted;
use crate::campaign::folder;
use crate::report::Record;

/// The record of a finding as it is in the merged campaign, and where its files are.
pub(super) struct Picked {
    pub(super) record: Record,
    pub(super) json: String,
    /// Folders of the finding, each with the path that its files know it by.
    pub(super) folders: Vec<(PathBuf, String)>,
}

/// The findings of all sources, by id.
pub(super) fn records(sources: &[Source], out: &Path) -> Result<BTreeMap<String, Picked>> {
    let mut picked: BTreeMap<String, Picked> = BTreeMap::new();
    for source in sources {
        let mut statement = source.connection.prepare("SELECT record FROM findings ORDER BY id")?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        for text in rows {
            let told = || format!("{} holds a damaged record", source.folder.display());
            let record: Record = serde_json::from_str(&text?).with_context(told)?;
            let place = parent(&record.case);
            let from = (folder::findings(&source.folder).join(&record.id), place);
            let record = moved(record, out);
            let json = serde_json::to_string(&record).expect("invariant: records are plain data");
            let new = Picked { record, json, folders: vec![from] };
            let id = new.record.id.clone();
            match picked.get(&id).map(|old| key(old).cmp(&key(&new))) {
                Some(Ordering::Less) => {}
                Some(Ordering::Equal) => {
                    let old = picked.get_mut(&id).expect("invariant: it was compared");
                    old.folders.extend(new.folders);
                }
                Some(Ordering::Greater) | None => {
                    picked.insert(id, new);
                }
            }
        }
    }
    Ok(picked)
}

/// Smaller is earlier; the text makes it a total order.
fn key(picked: &Picked) -> (u64, &str) {
    (number(&picked.record.name), &picked.json)
}

/// The number of the kernel or scenario in a case's name (`s1-k93`, `s1-k95-split`, `s1-g4`); names that
/// have none come last.
pub(super) fn number(name: &str) -> u64 {
    let digits = |part: &str| part.strip_prefix(['k', 'g']).and_then(|text| text.parse().ok());
    name.split('-').find_map(digits).unwrap_or(u64::MAX)
}

/// The folder in a path of a record.
fn parent(case: &str) -> String {
    Path::new(case).parent().map_or_else(String::new, |folder| folder.display().to_string())
}

/// The record with the paths of the merged campaign.
fn moved(record: Record, out: &Path) -> Record {
    let old = parent(&record.case);
    let place = folder::findings(out).join(&record.id);
    let file = Path::new(&record.case).file_name().unwrap_or_default();
    let case = place.join(file).display().to_string();
    let replay = elsewhere(&record.replay, &old, &place.display().to_string());
    Record { case, replay, ..record }
}

/// A text in which a folder has another place. Commands quote what a shell would take apart.
pub(super) fn elsewhere(text: &str, old: &str, new: &str) -> String {
    if old.is_empty() || old == new {
        return text.to_owned();
    }
    let as_word = quoted(old);
    let old = if text.contains(&as_word) { as_word.as_str() } else { old };
    text.replace(old, &quoted(new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_kernels() {
        assert_eq!(number("s1-k93"), 93);
        assert_eq!(number("s17-k95-split"), 95);
        assert_eq!(number("s1-g4"), 4);
        assert_eq!(number("by-hand"), u64::MAX);
    }

    #[test]
    fn commands_follow_the_folder() {
        let text = "tritonsmith replay a/findings/x --device ir";
        let there = elsewhere(text, "a/findings/x", "b c/findings/x");
        assert_eq!(there, "tritonsmith replay 'b c/findings/x' --device ir");
        assert_eq!(elsewhere(&there, "b c/findings/x", "a/findings/x"), text);
    }
}
