//! The GPU that a kernel is compiled for, by name. The GPU need not be there.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A compiler backend, by the name that Triton gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backend {
    /// NVIDIA.
    Cuda,
    /// AMD.
    Hip,
    /// Intel.
    Xpu,
}

impl Backend {
    /// The backend's name in Triton's `GPUTarget`.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Cuda => "cuda",
            Backend::Hip => "hip",
            Backend::Xpu => "xpu",
        }
    }
}

/// A GPU architecture: `cuda:90`, `hip:gfx942`, `xpu:pvc`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    backend: Backend,
    arch: String,
}

/// Why a text names no target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown target `{0}`: write it as cuda:90, hip:gfx942 or xpu:pvc")]
pub struct ParseTargetError(String);

impl Target {
    /// The target that a module names: `ttg.target = "cuda:80"`.
    pub fn of_module(text: &str) -> Option<Self> {
        let (_, rest) = text.split_once("ttg.target = \"")?;
        rest.split_once('"')?.0.parse().ok()
    }

    /// NVIDIA compute capability as one number: 90 is sm_90.
    pub fn cuda(capability: u32) -> Self {
        Target { backend: Backend::Cuda, arch: capability.to_string() }
    }

    /// The backend that compiles for this target.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The architecture's name within its backend: `90`, `gfx942`, `pvc`.
    pub fn arch(&self) -> &str {
        &self.arch
    }

    /// NVIDIA compute capability (90 for sm_90); `None` for other backends.
    pub fn capability(&self) -> Option<u32> {
        (self.backend == Backend::Cuda).then(|| self.arch.parse().ok()).flatten()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.backend.name(), self.arch)
    }
}

impl FromStr for Target {
    type Err = ParseTargetError;

    fn from_str(text: &str) -> Result<Self, ParseTargetError> {
        let error = || ParseTargetError(text.to_owned());
        let (backend, arch) = text.split_once(':').ok_or_else(error)?;
        let word = !arch.is_empty() && arch.bytes().all(|b| b.is_ascii_alphanumeric());
        let (backend, valid) = match backend {
            "cuda" => {
                (Backend::Cuda, arch.parse::<u32>().is_ok_and(|n| n.to_string() == arch && n >= 50))
            }
            "hip" => (Backend::Hip, arch.starts_with("gfx") && word),
            "xpu" => (Backend::Xpu, word),
            _ => return Err(error()),
        };
        if valid { Ok(Target { backend, arch: arch.to_owned() }) } else { Err(error()) }
    }
}

impl Serialize for Target {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["cuda:80", "cuda:90", "cuda:100", "hip:gfx942", "xpu:pvc"] {
            assert_eq!(name.parse::<Target>().unwrap().to_string(), name);
        }
        assert_eq!("cuda:90".parse::<Target>().unwrap(), Target::cuda(90));
    }

    #[test]
    fn a_module_names_its_target() {
        let text = "module attributes {ttg.target = \"cuda:80\", x = 1} {}";
        assert_eq!(Target::of_module(text), Some(Target::cuda(80)));
        assert_eq!(Target::of_module("module {}"), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for name in ["", "cuda", "cuda:", "cuda:sm_90", "cuda:090", "hip:90", "tpu:v5", "xpu:p c"] {
            let error = name.parse::<Target>().unwrap_err().to_string();
            assert!(error.contains("cuda:90"), "{name}: {error}");
        }
    }
}
