//! The worker's Python package, carried inside the binary and unpacked by content.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

macro_rules! python {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../../worker/", $path)))),*]
    };
}

/// Path and text of every file; a test compares the list with the folder.
const FILES: &[(&str, &str)] = &python![
    "__main__.py",
    "tritonsmith_worker/__init__.py",
    "tritonsmith_worker/alias.py",
    "tritonsmith_worker/arrays.py",
    "tritonsmith_worker/artifacts.py",
    "tritonsmith_worker/backend.py",
    "tritonsmith_worker/baseline.py",
    "tritonsmith_worker/confine.py",
    "tritonsmith_worker/driver.py",
    "tritonsmith_worker/failures.py",
    "tritonsmith_worker/fresh.py",
    "tritonsmith_worker/instrument.py",
    "tritonsmith_worker/interpret.py",
    "tritonsmith_worker/memory.py",
    "tritonsmith_worker/modules.py",
    "tritonsmith_worker/passes.py",
    "tritonsmith_worker/placed.py",
    "tritonsmith_worker/plants.py",
    "tritonsmith_worker/process.py",
    "tritonsmith_worker/protocol.py",
    "tritonsmith_worker/scenario.py",
    "tritonsmith_worker/server.py",
    "tritonsmith_worker/state.py",
    "tritonsmith_worker/text.py",
    "tritonsmith_worker/torchless.py",
    "tritonsmith_worker/walk.py",
    "tritonsmith_worker/warm.py",
    "tritonsmith_worker/xpu.py",
];

/// The folder with this binary's worker, under `parent`; written unless it is there.
pub(super) fn unpack(parent: &Path) -> io::Result<PathBuf> {
    let folder = parent.join(fingerprint());
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(parent)?;
    let temporary = tempfile::tempdir_in(parent)?;
    for (path, text) in FILES {
        let path = temporary.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(parent))?;
        fs::write(path, text)?;
    }
    match fs::rename(temporary.path(), &folder) {
        Err(error) if !folder.is_dir() => Err(error),
        _ => Ok(folder), // renamed, or another process was faster
    }
}

fn fingerprint() -> String {
    let mut hash = Sha256::new();
    for (path, text) in FILES {
        hash.update(path.as_bytes());
        hash.update([0]);
        hash.update(text.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_of_the_package_is_carried() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("worker");
        let mut found = BTreeSet::new();
        for folder in ["", "tritonsmith_worker/"] {
            for entry in fs::read_dir(root.join(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if name.ends_with(".py") {
                    found.insert(format!("{folder}{name}"));
                }
            }
        }
        let carried: BTreeSet<_> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(carried, found);
    }

    #[test]
    fn unpacking_twice_gives_one_folder() {
        let parent = tempfile::tempdir().unwrap();
        let first = unpack(parent.path()).unwrap();
        assert!(first.join("tritonsmith_worker/server.py").is_file());
        assert_eq!(unpack(parent.path()).unwrap(), first);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }
}
