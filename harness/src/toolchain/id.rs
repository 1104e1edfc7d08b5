//! Names of toolchains: `triton==3.9.0`, `path:/some/venv`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::error::ToolchainError;
use super::registry::{FAMILIES, Family};

/// The name of a toolchain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ToolchainId {
    /// A pinned wheel of a family in the registry.
    Wheel {
        /// The package's name.
        package: String,
        /// Its version.
        version: String,
    },
    /// Somebody's own virtual environment, by its absolute path.
    Path(PathBuf),
}

impl ToolchainId {
    /// The registry's line for this wheel; `None` for a path.
    pub fn family(&self) -> Option<&'static Family> {
        match self {
            ToolchainId::Wheel { package, .. } => FAMILIES.iter().find(|f| f.package == package),
            ToolchainId::Path(_) => None,
        }
    }
}

impl Default for ToolchainId {
    /// The newest release that this version of the harness was tested with.
    fn default() -> Self {
        ToolchainId::Wheel { package: "triton".to_owned(), version: "3.9.0".to_owned() }
    }
}

impl fmt::Display for ToolchainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolchainId::Wheel { package, version } => write!(f, "{package}=={version}"),
            ToolchainId::Path(path) => write!(f, "path:{}", path.display()),
        }
    }
}

impl FromStr for ToolchainId {
    type Err = ToolchainError;

    fn from_str(text: &str) -> Result<Self, ToolchainError> {
        if let Some(path) = text.strip_prefix("path:") {
            let path = std::path::absolute(path)
                .map_err(|_| ToolchainError::Malformed(text.to_owned()))?;
            return Ok(ToolchainId::Path(path));
        }
        let malformed = || ToolchainError::Malformed(text.to_owned());
        let (package, version) = text.split_once("==").ok_or_else(malformed)?;
        let valid = |c: char| c.is_ascii_alphanumeric() || ".+-_".contains(c);
        if !version.starts_with(|c: char| c.is_ascii_digit()) || !version.chars().all(valid) {
            return Err(malformed());
        }
        if !FAMILIES.iter().any(|family| family.package == package) {
            return Err(ToolchainError::UnknownPackage(package.to_owned()));
        }
        Ok(ToolchainId::Wheel { package: package.to_owned(), version: version.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for family in FAMILIES {
            let id: ToolchainId = family.example.parse().unwrap();
            assert_eq!(id.to_string(), family.example);
            assert_eq!(id.family().unwrap().package, family.package);
        }
        let id: ToolchainId = "path:/some/venv".parse().unwrap();
        assert_eq!(id.to_string(), "path:/some/venv");
        assert_eq!(ToolchainId::default().to_string(), "triton==3.9.0");
    }

    #[test]
    fn nonsense_is_refused_with_advice() {
        for text in ["", "triton", "triton=3.9.0", "triton==", "triton==../x", "triton==3/.."] {
            let error = text.parse::<ToolchainId>().unwrap_err().to_string();
            assert!(error.contains("triton==3.9.0"), "{text}: {error}");
        }
        let error = "tritn==3.9.0".parse::<ToolchainId>().unwrap_err().to_string();
        assert!(error.contains("tokenspeed-triton"), "{error}");
    }
}
