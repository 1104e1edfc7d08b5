//! Stages of compilation, in the order in which the compiler runs them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::target::Backend;

/// What a stage of the compiler leaves. The order is the compiler's; each backend has a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Triton IR, after its own clean-up passes.
    Ttir,
    /// TritonGPU IR, with layouts.
    Ttgir,
    /// TritonGPU IR with shared memory allocated and barriers placed. Triton has no such stage: it is
    /// what the conversion to LLVM IR begins with, and is made only where it is the last one.
    #[serde(rename = "ttgir-alloc")]
    TtgirAlloc,
    /// LLVM IR.
    Llir,
    /// NVIDIA's assembly.
    Ptx,
    /// NVIDIA's binary.
    Cubin,
    /// AMD's assembly.
    Amdgcn,
    /// AMD's binary.
    Hsaco,
    /// SPIR-V, for Intel.
    Spv,
}

/// Why a text names no stage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown stage `{0}`: it is one of ttir, ttgir, ttgir-alloc, llir, ptx, cubin, amdgcn, hsaco, spv"
)]
pub struct ParseStageError(String);

impl Stage {
    /// Every stage of every backend.
    pub const ALL: [Stage; 9] = [
        Stage::Ttir,
        Stage::Ttgir,
        Stage::TtgirAlloc,
        Stage::Llir,
        Stage::Ptx,
        Stage::Cubin,
        Stage::Amdgcn,
        Stage::Hsaco,
        Stage::Spv,
    ];

    /// The name that Triton gives the stage and its file.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Ttir => "ttir",
            Stage::Ttgir => "ttgir",
            Stage::TtgirAlloc => "ttgir-alloc",
            Stage::Llir => "llir",
            Stage::Ptx => "ptx",
            Stage::Cubin => "cubin",
            Stage::Amdgcn => "amdgcn",
            Stage::Hsaco => "hsaco",
            Stage::Spv => "spv",
        }
    }

    /// The stages that a backend goes through, first to last.
    pub fn of(backend: Backend) -> &'static [Stage] {
        match backend {
            Backend::Cuda => &[
                Stage::Ttir,
                Stage::Ttgir,
                Stage::TtgirAlloc,
                Stage::Llir,
                Stage::Ptx,
                Stage::Cubin,
            ],
            Backend::Hip => &[Stage::Ttir, Stage::Ttgir, Stage::Llir, Stage::Amdgcn, Stage::Hsaco],
            Backend::Xpu => &[Stage::Ttir, Stage::Ttgir, Stage::Llir, Stage::Spv],
        }
    }

    /// The artifact is bytes, not text.
    pub fn is_binary(self) -> bool {
        matches!(self, Stage::Cubin | Stage::Hsaco | Stage::Spv)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Stage {
    type Err = ParseStageError;

    fn from_str(text: &str) -> Result<Self, ParseStageError> {
        let found = Stage::ALL.into_iter().find(|stage| stage.name() == text);
        found.ok_or_else(|| ParseStageError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_serialize_alike() {
        for stage in Stage::ALL {
            assert_eq!(stage.to_string().parse::<Stage>(), Ok(stage));
            assert_eq!(serde_json::to_value(stage).unwrap(), stage.name());
        }
        assert!("sass".parse::<Stage>().is_err());
    }

    #[test]
    fn a_backends_stages_are_in_order() {
        for backend in [Backend::Cuda, Backend::Hip, Backend::Xpu] {
            assert!(Stage::of(backend).is_sorted());
        }
    }
}
