//! The manifest of an installed toolchain: written last, so that its presence means "complete".

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ToolchainError;

/// The manifest's file name inside a toolchain's folder.
pub(super) const FILE: &str = "toolchain.json";

/// What was installed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) schema: u32,
    pub(super) id: String,
    pub(super) version: String,
    pub(super) module: String,
    /// The interpreter's version.
    pub(super) python: String,
    /// Seconds since 1970.
    pub(super) created: u64,
    pub(super) files: Files,
}

/// How much was installed; a toolchain with other numbers is damaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Files {
    pub(super) count: u64,
    pub(super) bytes: u64,
}

impl Manifest {
    /// The manifest in `folder`, or why there is none.
    pub(super) fn read(folder: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(folder.join(FILE))
            .map_err(|_| "it was not completely installed".to_owned())?;
        let manifest: Manifest =
            serde_json::from_str(&text).map_err(|_| "its manifest is unreadable".to_owned())?;
        if manifest.schema == 1 { Ok(manifest) } else { Err("another version made it".to_owned()) }
    }

    /// Writes it by a temporary file and a rename.
    pub(super) fn write(&self, folder: &Path) -> Result<(), ToolchainError> {
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(self).expect("invariant: a manifest is plain JSON");
        let temporary = folder.join("toolchain.json.new");
        fs::write(&temporary, text).map_err(ToolchainError::io(&temporary))?;
        fs::rename(&temporary, &path).map_err(ToolchainError::io(&path))
    }
}

impl Files {
    /// Counts what was installed under `folder`, leaving out what Python and Triton write later
    /// (byte code, our own manifest).
    pub(super) fn count(folder: &Path) -> Files {
        let mut files = Files::default();
        files.add(&folder.join("lib"));
        files
    }

    fn add(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                if entry.file_name() != "__pycache__" {
                    self.add(&entry.path());
                }
            } else if kind.is_file() {
                self.count += 1;
                self.bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_changes_the_count_and_byte_code_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("lib/triton");
        fs::create_dir_all(package.join("__pycache__")).unwrap();
        fs::write(package.join("a.so"), "12345").unwrap();
        let before = Files::count(folder.path());
        assert_eq!(before, Files { count: 1, bytes: 5 });
        fs::write(package.join("__pycache__/a.pyc"), "123").unwrap();
        assert_eq!(Files::count(folder.path()), before);
        fs::write(package.join("a.so"), "123").unwrap();
        assert_ne!(Files::count(folder.path()), before);
    }

    #[test]
    fn absent_and_broken_manifests_are_no_manifests() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Manifest::read(folder.path()).is_err());
        fs::write(folder.path().join(FILE), "{\"schema\":").unwrap();
        assert!(Manifest::read(folder.path()).is_err());
        let manifest = Manifest {
            schema: 1,
            id: "triton==3.9.0".into(),
            version: "3.9.0".into(),
            module: "triton".into(),
            python: "3.11.7".into(),
            created: 1,
            files: Files::default(),
        };
        manifest.write(folder.path()).unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), manifest);
    }
}
