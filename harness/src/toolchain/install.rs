//! Makes toolchains: a virtual environment built beside its place, proven, then renamed into it.
//!
//! Scripts of a renamed environment point to the old place, so only `bin/python -m ...` is used. The
//! manifest is written last and an exclusive lock is held all the while: at any moment, whatever is
//! killed, the place holds nothing, a complete toolchain, or one that the next call replaces.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::ToolchainError;
use super::home::Home;
use super::id::ToolchainId;
use super::manifest::{Files, Manifest};
use super::{Progress, Toolchain, pip, probe};

impl Toolchain {
    /// The toolchain `id`, installed or repaired if need be. Safe to call from several processes.
    ///
    /// # Errors
    /// When it is not there and cannot be installed.
    pub fn ensure(
        home: &Home,
        id: &ToolchainId,
        progress: &mut dyn Progress,
    ) -> Result<Self, ToolchainError> {
        if let ToolchainId::Path(path) = id {
            return adopt(home, id, path);
        }
        let folder = home.toolchains().join(id.to_string());
        if let Ok(manifest) = check(id, &folder) {
            return Ok(ready(home, id, &folder, &manifest));
        }
        let _lock = Lock::acquire(home, id, progress)?;
        let manifest = match check(id, &folder) {
            Ok(manifest) => manifest, // another process was faster
            Err(_) => replace(id, &folder, progress)?,
        };
        Ok(ready(home, id, &folder, &manifest))
    }

    /// As [`Toolchain::ensure`], and imports it too: what does not import is installed anew.
    ///
    /// # Errors
    /// When it cannot be installed.
    pub fn install(
        home: &Home,
        id: &ToolchainId,
        progress: &mut dyn Progress,
    ) -> Result<Self, ToolchainError> {
        let toolchain = Self::ensure(home, id, progress)?;
        if matches!(id, ToolchainId::Path(_)) || toolchain.describe().is_ok() {
            return Ok(toolchain);
        }
        let _lock = Lock::acquire(home, id, progress)?;
        let folder = home.toolchains().join(id.to_string());
        let manifest = replace(id, &folder, progress)?;
        Ok(ready(home, id, &folder, &manifest))
    }
}

/// The exclusive right to change one toolchain; released when dropped or when the process ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn acquire(
        home: &Home,
        id: &ToolchainId,
        progress: &mut dyn Progress,
    ) -> Result<Self, ToolchainError> {
        let folder = home.toolchains();
        fs::create_dir_all(&folder).map_err(ToolchainError::io(&folder))?;
        let path = folder.join(format!(".{id}.lock"));
        let file = File::create(&path).map_err(ToolchainError::io(&path))?;
        if file.try_lock().is_err() {
            progress.report(&format!("{id}: waiting for another process that installs it"));
            file.lock().map_err(ToolchainError::io(&path))?;
        }
        Ok(Lock { _file: file })
    }
}

/// The manifest of a complete, undamaged toolchain, or what is wrong with it.
pub(super) fn check(id: &ToolchainId, folder: &Path) -> Result<Manifest, String> {
    let manifest = Manifest::read(folder)?;
    if manifest.id != id.to_string() {
        return Err(format!("its manifest is that of {}", manifest.id));
    }
    if !python_of(folder).exists() {
        return Err("its Python is gone".to_owned());
    }
    let files = Files::count(folder);
    if files != manifest.files {
        return Err(format!(
            "its files have changed ({} files of {} bytes, {} of {} were installed)",
            files.count, files.bytes, manifest.files.count, manifest.files.bytes
        ));
    }
    Ok(manifest)
}

/// Moves a folder out of the way in one step, then deletes it.
pub(super) fn discard(folder: &Path) -> Result<(), ToolchainError> {
    let trash = sibling(folder, "removed");
    match fs::rename(folder, &trash) {
        Ok(()) => fs::remove_dir_all(&trash).map_err(ToolchainError::io(&trash)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(ToolchainError::io(folder)(error)),
    }
}

fn python_of(folder: &Path) -> PathBuf {
    folder.join("bin").join("python")
}

fn sibling(folder: &Path, what: &str) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.with_file_name(format!(".{name}.{what}"))
}

fn ready(home: &Home, id: &ToolchainId, folder: &Path, manifest: &Manifest) -> Toolchain {
    Toolchain {
        id: id.clone(),
        version: manifest.version.clone(),
        module: manifest.module.clone(),
        python: python_of(folder),
        home: home.clone(),
    }
}

/// Somebody's own environment, as it is.
fn adopt(home: &Home, id: &ToolchainId, path: &Path) -> Result<Toolchain, ToolchainError> {
    let not = |reason: String| ToolchainError::NotAToolchain { path: path.to_path_buf(), reason };
    let python = python_of(path);
    if !python.exists() {
        return Err(not("there is no bin/python".to_owned()));
    }
    let found = probe::describe(&python, id).map_err(not)?;
    Ok(Toolchain {
        id: id.clone(),
        version: found.version,
        module: found.module,
        python,
        home: home.clone(),
    })
}

/// Installs `id` beside `folder` and moves it there, in place of what may be there.
fn replace(
    id: &ToolchainId,
    folder: &Path,
    progress: &mut dyn Progress,
) -> Result<Manifest, ToolchainError> {
    let building = sibling(folder, "building");
    discard(&building)?; // of a process that was killed
    let result = build(id, &building, progress).and_then(|manifest| {
        discard(folder)?;
        fs::rename(&building, folder).map_err(ToolchainError::io(folder))?;
        Ok(manifest)
    });
    match &result {
        Ok(_) => progress.report(&format!("{id}: ready")),
        // The error itself is the line to show, and the first one the one to tell.
        Err(_) => drop(fs::remove_dir_all(&building)),
    }
    result
}

fn build(
    id: &ToolchainId,
    building: &Path,
    progress: &mut dyn Progress,
) -> Result<Manifest, ToolchainError> {
    pip::make_environment(id, building, &python_of(building), progress)?;
    progress.report(&format!("{id}: importing it"));
    let found = probe::describe(&python_of(building), id)
        .map_err(|reason| ToolchainError::DoesNotImport { id: id.to_string(), reason })?;
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let manifest = Manifest {
        schema: 1,
        id: id.to_string(),
        version: found.version,
        module: found.module,
        python: found.python,
        created,
        files: Files::count(building),
    };
    manifest.write(building)?;
    Ok(manifest)
}
