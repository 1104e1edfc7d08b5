//! A worker's private folder: Triton's cache, the capture of its output, a lock while it is in use.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

/// Triton makes and removes a dozen files and folders a kernel: a quarter of the time to TTGIR on a
/// disk, next to nothing in memory.
const MEMORY: &str = "/dev/shm";
const YOUNG: Duration = Duration::from_secs(60);
const PREFIX: &str = "tritonsmith-worker-";

/// Most bytes of a job's output that are read back; dumps of a large kernel are about 4 MB.
const LONGEST_OUTPUT: u64 = 256 << 20;

/// Removed when dropped. What a killed harness leaves is removed by the next one.
#[derive(Debug)]
pub(super) struct Folder {
    main: Held,
    in_memory: Option<Held>,
    capture: File,
}

/// A folder that other processes leave alone while the lock in it is held.
#[derive(Debug)]
struct Held {
    directory: TempDir,
    _lock: File,
}

impl Held {
    fn create(parent: &Path) -> io::Result<Self> {
        let directory = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        let lock = File::create(lock_path(directory.path()))?;
        lock.lock()?;
        fs::create_dir(directory.path().join("cache"))?;
        Ok(Held { directory, _lock: lock })
    }
}

impl Folder {
    /// Makes a folder under `parent` and sweeps those that nobody holds.
    pub(super) fn create(parent: &Path) -> io::Result<Self> {
        fs::create_dir_all(parent)?;
        sweep(parent);
        sweep(Path::new(MEMORY));
        let main = Held::create(parent)?;
        let capture = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(main.directory.path().join("output"))?;
        Ok(Folder { main, in_memory: Held::create(Path::new(MEMORY)).ok(), capture })
    }

    pub(super) fn path(&self) -> &Path {
        self.main.directory.path()
    }

    /// Folders for Triton's cache: the worker takes the first with enough space.
    pub(super) fn caches(&self) -> Vec<PathBuf> {
        let held = self.in_memory.iter().chain([&self.main]);
        held.map(|held| held.directory.path().join("cache")).collect()
    }

    /// Where the process's standard output and error go; opened for appending.
    pub(super) fn capture(&self) -> &File {
        &self.capture
    }

    /// Forgets what was printed so far.
    pub(super) fn clear(&self) -> io::Result<()> {
        self.capture.set_len(0)
    }

    /// What was printed since.
    pub(super) fn output(&self) -> io::Result<String> {
        let mut file = &self.capture;
        file.seek(SeekFrom::Start(0))?;
        let mut bytes = Vec::new();
        file.take(LONGEST_OUTPUT).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn lock_path(folder: &Path) -> PathBuf {
    folder.join("lock")
}

/// Removes worker folders whose harness is gone. Young ones stay: between its making and its locking
/// a folder looks abandoned.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let old = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > YOUNG));
        let held = || File::open(lock_path(&entry.path())).is_ok_and(|l| l.try_lock().is_err());
        if ours && old && !held() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_folders_stay_and_abandoned_ones_go() {
        let parent = tempfile::tempdir().unwrap();
        let held = Folder::create(parent.path()).unwrap();
        let abandoned = parent.path().join(format!("{PREFIX}old"));
        fs::create_dir(&abandoned).unwrap();
        fs::write(lock_path(&abandoned), "").unwrap();
        let age = |path: &Path| {
            let past = std::time::SystemTime::now() - 2 * YOUNG;
            File::open(path).unwrap().set_modified(past).unwrap();
        };
        drop(Folder::create(parent.path()).unwrap());
        assert!(abandoned.exists(), "it may be just being made");
        age(&abandoned);
        age(held.path());
        let next = Folder::create(parent.path()).unwrap();
        assert!(held.path().is_dir() && next.path().is_dir() && !abandoned.exists());
        let path = next.path().to_path_buf();
        drop(next);
        assert!(!path.exists());
    }
}
