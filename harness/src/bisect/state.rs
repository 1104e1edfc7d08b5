//! What a search has learnt, on disk: written whole after each answer, so that a killed search goes on.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Answer;

const FILE: &str = "state.json";

/// What was learnt of one element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tested {
    /// The toolchain or the revision.
    pub name: String,
    /// Good or bad.
    #[serde(flatten)]
    pub answer: Answer,
    /// What was seen.
    pub seen: String,
    /// How often it was tried.
    pub runs: u32,
    /// Runs that failed.
    pub failed: u32,
}

/// Why a state cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It is of another search.
    #[error("{0} holds another search: give another --state, or remove it")]
    Other(PathBuf),
    /// It cannot be understood.
    #[error("{path} is damaged ({reason}): remove it and start again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A file cannot be used.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

#[derive(Default, Serialize, Deserialize)]
struct Contents {
    schema: u32,
    question: String,
    tested: Vec<Tested>,
    facts: BTreeMap<String, String>,
}

/// The state of one search. One process has it at a time.
#[derive(Debug)]
pub struct State {
    folder: PathBuf,
    question: String,
    tested: Vec<Tested>,
    facts: BTreeMap<String, String>,
    lock: File,
}

impl State {
    /// The state in `folder`, empty if there is none. `question` is all that the answers depend on. Waits
    /// while another process, or a build that a killed one has left behind, has it; `waiting` is told.
    /// What could not be tested is left out, to be tried again: a network, a disk or a limit may have been
    /// the reason.
    ///
    /// # Errors
    /// If it cannot be used, or is of another question.
    pub fn open(
        folder: &Path,
        question: &str,
        waiting: &mut dyn FnMut(&str),
    ) -> Result<Self, StateError> {
        let io = |path: &Path| {
            let path = path.to_path_buf();
            move |source| StateError::Io { path, source }
        };
        fs::create_dir_all(folder).map_err(io(folder))?;
        let path = folder.join(".lock");
        let lock = File::create(&path).map_err(io(&path))?;
        if lock.try_lock().is_err() {
            waiting(&format!("waiting for what works in {}", folder.display()));
            lock.lock().map_err(io(&path))?;
        }
        let path = folder.join(FILE);
        let contents = match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str::<Contents>(&text).map_err(|error| {
                StateError::Damaged { path: path.clone(), reason: error.to_string() }
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Contents { schema: 1, question: question.to_owned(), ..Contents::default() }
            }
            Err(error) => return Err(io(&path)(error)),
        };
        if contents.question != question || contents.schema != 1 {
            return Err(StateError::Other(path));
        }
        let (folder, Contents { question, mut tested, facts, .. }) =
            (folder.to_path_buf(), contents);
        tested.retain(|tested| !matches!(tested.answer, Answer::Untestable(_)));
        Ok(State { folder, question, tested, facts, lock })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What was learnt, in that order.
    pub fn tested(&self) -> &[Tested] {
        &self.tested
    }

    /// What was learnt of one element.
    pub fn get(&self, name: &str) -> Option<&Tested> {
        self.tested.iter().find(|tested| tested.name == name)
    }

    /// Something else that was written down.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.get(name).map(String::as_str)
    }

    /// Writes down something else.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(&mut self, name: &str, value: String) -> Result<(), StateError> {
        self.facts.insert(name.to_owned(), value);
        self.write()
    }

    /// Writes down what was learnt of an element.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record(&mut self, tested: Tested) -> Result<(), StateError> {
        self.tested.retain(|before| before.name != tested.name);
        self.tested.push(tested);
        self.write()
    }

    /// The open lock: a child that has it keeps the state from others as long as it lives.
    pub(super) fn lock(&self) -> &File {
        &self.lock
    }

    fn write(&self) -> Result<(), StateError> {
        let path = self.folder.join(FILE);
        let contents = Contents {
            schema: 1,
            question: self.question.clone(),
            tested: self.tested.clone(),
            facts: self.facts.clone(),
        };
        let text = serde_json::to_string_pretty(&contents).expect("invariant: it is plain data");
        publish(&self.folder, &path, &text).map_err(|source| StateError::Io { path, source })
    }
}

/// Writes a file beside its place and renames it into it.
pub(super) fn publish(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let open = |question: &str| State::open(folder.path(), question, &mut |_| ());
        let tested = Tested {
            name: "triton==3.7.1".to_owned(),
            answer: Answer::Untestable("no such pass".to_owned()),
            seen: String::new(),
            runs: 1,
            failed: 0,
        };
        let mut state = open("q").unwrap();
        state.record(tested.clone()).unwrap();
        state.note("rate", "3/3".to_owned()).unwrap();
        assert_eq!(state.get("triton==3.7.1"), Some(&tested));
        let other = Tested { name: "triton==3.8.0".to_owned(), ..tested.clone() };
        state.record(other).unwrap();
        state.record(Tested { answer: Answer::Bad, ..tested.clone() }).unwrap();
        drop(state);
        let state = open("q").unwrap();
        // What could not be tested is asked again.
        assert_eq!(state.tested(), [Tested { answer: Answer::Bad, ..tested }]);
        assert_eq!(state.fact("rate"), Some("3/3"));
        drop(state);
        assert!(matches!(open("another"), Err(StateError::Other(_))));
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert!(matches!(open("q"), Err(StateError::Damaged { .. })));
    }
}
