//! Reading and writing case files.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::TestCase;

/// Version of the case format that this program writes.
pub const SCHEMA: u32 = 1;

/// Why a case cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file is no case.
    #[error("{path} is no test case: {reason}")]
    Malformed {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// The file is from a later version of this program.
    #[error("{path} has case format {found}, this tritonsmith reads up to {SCHEMA}: update it")]
    Newer {
        /// The file.
        path: String,
        /// Its format.
        found: u64,
    },
    /// The case contradicts itself.
    #[error("the test case is invalid: {0}")]
    Invalid(String),
}

impl TestCase {
    /// Reads and checks a case.
    ///
    /// # Errors
    /// If there is no valid case of a known format.
    pub fn read(path: &Path) -> Result<TestCase, CaseError> {
        let shown = path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|source| CaseError::Io { path: shown.clone(), source })?;
        TestCase::parse(&text, &shown)
    }

    /// As `read`, from text; `path` is for messages.
    ///
    /// # Errors
    /// As `read`.
    pub fn parse(text: &str, path: &str) -> Result<TestCase, CaseError> {
        let malformed = |error: serde_json::Error| CaseError::Malformed {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        // The version first: a later format need not parse as this one.
        let value: serde_json::Value = serde_json::from_str(text).map_err(malformed)?;
        match value.get("schema").and_then(serde_json::Value::as_u64) {
            Some(found) if found > u64::from(SCHEMA) => {
                return Err(CaseError::Newer { path: path.to_owned(), found });
            }
            Some(_) => {}
            None => {
                let reason = "it has no `schema` number".to_owned();
                return Err(CaseError::Malformed { path: path.to_owned(), reason });
            }
        }
        let case: TestCase = serde_json::from_str(text).map_err(malformed)?;
        case.check()?;
        Ok(case)
    }

    /// The case as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("invariant: cases are plain data")
    }

    /// Writes the case: whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), CaseError> {
        let io = |source| CaseError::Io { path: path.display().to_string(), source };
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(io)?;
        file.write_all(self.to_json().as_bytes()).map_err(io)?;
        file.persist(path).map_err(|error| io(error.error))?;
        Ok(())
    }
}
