//! Wheels of one's own, in files: each is installed in an environment that is named after its content, so
//! a file that is built anew is another toolchain.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::ToolchainError;
use super::home::Home;
use super::id::ToolchainId;
use super::install::Lock;
use super::registry::{FAMILIES, Family};
use super::{Progress, pip, probe};

/// A wheel that was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalWheel {
    /// Where.
    pub id: ToolchainId,
    /// The package.
    pub package: String,
    /// The version in its name.
    pub version: String,
}

/// The wheels of known packages in a folder, by name.
///
/// # Errors
/// If it cannot be read.
pub fn local_wheels(folder: &Path) -> Result<Vec<PathBuf>, ToolchainError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(ToolchainError::io(folder))? {
        let path = entry.map_err(ToolchainError::io(folder))?.path();
        if parts(&path).is_some() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Installs a wheel, unless it is. Safe to call from several processes.
///
/// # Errors
/// If it is none of a known package, or cannot be installed.
pub fn install_wheel(
    home: &Home,
    wheel: &Path,
    progress: &mut dyn Progress,
) -> Result<LocalWheel, ToolchainError> {
    let shown = wheel.display().to_string();
    let (family, version) = parts(wheel).ok_or_else(|| ToolchainError::Malformed(shown.clone()))?;
    let hash = hash(wheel)?;
    let parent = home.root().join("wheels");
    let place = parent.join(format!("{}-{version}-{hash}", family.package));
    let id = ToolchainId::Path(place.clone());
    let found = LocalWheel {
        id: id.clone(),
        package: family.package.to_owned(),
        version: version.to_owned(),
    };
    let lock =
        ToolchainId::Wheel { package: format!("{}-{version}", family.package), version: hash };
    let _lock = Lock::acquire(home, &lock, progress)?;
    // It is renamed into its place when it is complete.
    if place.exists() {
        return Ok(found);
    }
    fs::create_dir_all(&parent).map_err(ToolchainError::io(&parent))?;
    let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let building = parent.join(format!(".{name}.building"));
    let _ = fs::remove_dir_all(&building);
    let python = building.join("bin").join("python");
    let file = std::path::absolute(wheel).map_err(ToolchainError::io(wheel))?;
    let flags = family.flags.iter().map(|flag| (*flag).to_owned());
    let needs = family.requirements(version).into_iter().map(str::to_owned);
    let packages: Vec<String> = flags.chain([file.display().to_string()]).chain(needs).collect();
    pip::make_environment_with(&id, &packages, &building, &python, progress)?;
    probe::describe(&python, &id)
        .map_err(|reason| ToolchainError::DoesNotImport { id: shown, reason })?;
    fs::rename(&building, &place).map_err(ToolchainError::io(&place))?;
    Ok(found)
}

/// Package and version of a wheel's file name, which has them before its first two hyphens.
fn parts(path: &Path) -> Option<(&'static Family, &str)> {
    let name = path.file_name()?.to_str()?.strip_suffix(".whl")?;
    let mut parts = name.split('-');
    let package = parts.next()?.replace('_', "-");
    let family = FAMILIES.iter().find(|family| family.package == package)?;
    Some((family, parts.next()?))
}

fn hash(path: &Path) -> Result<String, ToolchainError> {
    let mut file = File::open(path).map_err(ToolchainError::io(path))?;
    let (mut hasher, mut buffer) = (Sha256::new(), vec![0; 1 << 20]);
    loop {
        let read = file.read(&mut buffer).map_err(ToolchainError::io(path))?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
    }
    Ok(hasher.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_known_by_their_names() {
        let told = |name: &str| {
            parts(Path::new(name)).map(|(family, version)| (family.package, version.to_owned()))
        };
        let one = told("a/triton-3.9.0+git1a2b3c4-cp312-cp312-linux_x86_64.whl");
        assert_eq!(one, Some(("triton", "3.9.0+git1a2b3c4".to_owned())));
        let other = told("tokenspeed_triton-3.8.10-cp312-cp312-linux_x86_64.whl");
        assert_eq!(other.unwrap().0, "tokenspeed-triton");
        assert_eq!(told("numpy-2.0-cp312-cp312-linux_x86_64.whl"), None);
        assert_eq!(told("triton-3.9.0.tar.gz"), None);
    }

    #[test]
    fn a_folder_gives_its_wheels() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["triton-3.9.0-cp312-a-b.whl", "triton-3.8.0-cp312-a-b.whl", "x.whl", "y"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let found = local_wheels(folder.path()).unwrap();
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("triton-3.8.0-cp312-a-b.whl"));
        assert_ne!(hash(&found[0]).unwrap(), hash(&found[1]).unwrap());
    }
}
