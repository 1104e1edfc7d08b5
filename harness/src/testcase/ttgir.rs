//! Modules of TTGIR as test cases: the text, and what it is launched on.
//!
//! They are there for what kernels in Python reach little of: layouts of every kind and the lowering of
//! conversions between them. A module moves data and rounds nothing, so results are compared bit for bit.

use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Argument, BufferSpec, CaseError, Mode, Options, SCHEMA, Step, TestCase};
use crate::program::{Param, ParamKind, Program, Surface, ValueId};

/// Version of the format.
pub const TTGIR_SCHEMA: u32 = 1;

/// Bytes that all buffers of a module may have together.
const MAX_BYTES: u128 = 1 << 26;
/// Warps of a program: 1024 threads of 32.
const MAX_WARPS: u32 = 32;

/// Compute capabilities that modules are for: later ones have other layouts.
pub const CAPABILITIES: RangeInclusive<u32> = 80..=90;

/// A module with one public function, whose parameters are pointers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TtgirCase {
    /// Version of this format.
    pub schema: u32,
    /// The name, unique in its campaign: `s1-t17-sm90` is module 17 of seed 1 for that GPU.
    pub name: String,
    /// The public function.
    pub function: String,
    /// NVIDIA compute capability that the text is for: 90 is sm_90.
    pub capability: u32,
    /// Warps of a program, as in the text.
    pub num_warps: u32,
    /// What the module is made of, by name, in order.
    pub families: Vec<String>,
    /// What each parameter points to.
    pub buffers: Vec<Pointed>,
    /// The module.
    pub text: String,
}

/// A parameter and what it points to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pointed {
    /// The parameter.
    pub name: String,
    /// The buffer.
    pub buffer: BufferSpec,
}

impl TtgirCase {
    /// A case with the same buffers, whose program is empty: what judges results, and makes inputs, asks
    /// cases and not texts.
    pub fn launched(&self) -> TestCase {
        let param = |(at, pointed): (usize, &Pointed)| Param {
            name: pointed.name.clone(),
            value: ValueId(at as u32),
            kind: ParamKind::Pointer(pointed.buffer.dtype),
        };
        let program = Program {
            name: self.function.clone(),
            params: self.buffers.iter().enumerate().map(param).collect(),
            body: Vec::new(),
            surface: Surface::default(),
        };
        TestCase {
            schema: SCHEMA,
            name: self.name.clone(),
            mode: Mode::Exact,
            program,
            arguments: self.buffers.iter().map(|p| Argument::Buffer(p.buffer.clone())).collect(),
            grid: [1, 1, 1],
            options: Options::new(self.num_warps, 1, false),
            scenario: vec![Step::Launch],
        }
    }

    /// The case as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("invariant: cases are plain data")
    }

    /// Reads a stored case.
    ///
    /// # Errors
    /// If it cannot be read or is not well formed.
    pub fn read(path: &Path) -> Result<Self, CaseError> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|source| CaseError::Io { path: shown.clone(), source })?;
        let malformed = |reason: String| CaseError::Malformed { path: shown.clone(), reason };
        let case: TtgirCase =
            serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
        case.check().map_err(malformed)?;
        Ok(case)
    }

    /// Whether names are names, sizes within what this program handles, and the text for the GPU that is named.
    ///
    /// # Errors
    /// One line that says what is not.
    pub fn check(&self) -> Result<(), String> {
        if self.schema != TTGIR_SCHEMA {
            return Err(format!("schema {} is not {TTGIR_SCHEMA}", self.schema));
        }
        let mut names: Vec<&str> = self.buffers.iter().map(|p| p.name.as_str()).collect();
        names.push(&self.function);
        if let Some(name) = names.iter().find(|name| !is_identifier(name)) {
            return Err(format!("`{name}` is no name"));
        }
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("`{}` is there twice", pair[0]));
        }
        if !CAPABILITIES.contains(&self.capability) {
            return Err(format!("cuda:{} is none of cuda:80 to cuda:90", self.capability));
        }
        let bytes = |p: &Pointed| p.buffer.len as u128 * p.buffer.dtype.bytes() as u128;
        if self.buffers.iter().map(bytes).sum::<u128>() > MAX_BYTES {
            return Err("buffers of more than 64 MiB".to_owned());
        }
        if self.num_warps == 0 || self.num_warps > MAX_WARPS {
            return Err(format!("{} warps", self.num_warps));
        }
        let target = format!("ttg.target = \"cuda:{}\"", self.capability);
        if !self.text.contains(&target) {
            return Err(format!("the text is not for cuda:{}", self.capability));
        }
        Ok(())
    }
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::DType;
    use crate::testcase::Fill;

    fn case() -> TtgirCase {
        let buffer = |fill| BufferSpec { dtype: DType::F16, len: 8, fill, misalign: 0 };
        let ramp = Fill::Ramp { low: 1, stride: 1, modulus: 100, scale: 0 };
        TtgirCase {
            schema: TTGIR_SCHEMA,
            name: "s0-t0-sm90".to_owned(),
            function: "layouts".to_owned(),
            capability: 90,
            num_warps: 4,
            families: vec!["load".to_owned()],
            buffers: vec![
                Pointed { name: "a0".to_owned(), buffer: buffer(ramp) },
                Pointed { name: "o0".to_owned(), buffer: buffer(Fill::Unwritten) },
            ],
            text: "module attributes {ttg.target = \"cuda:90\"} {}\n".to_owned(),
        }
    }

    #[test]
    fn cases_round_trip_and_keep_their_buffers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ttgir.json");
        std::fs::write(&path, case().to_json()).unwrap();
        let read = TtgirCase::read(&path).unwrap();
        assert_eq!(read, case());
        let launched = read.launched();
        let names: Vec<_> = launched.buffers().map(|(name, ..)| name.to_owned()).collect();
        assert_eq!(names, ["a0", "o0"]);
    }

    #[test]
    fn nonsense_is_refused() {
        let refused = |change: fn(&mut TtgirCase)| {
            let mut case = case();
            change(&mut case);
            case.check().unwrap_err()
        };
        assert!(refused(|case| case.schema = 9).contains("schema 9"));
        assert!(refused(|case| case.buffers[1].name = "a0".to_owned()).contains("twice"));
        assert!(refused(|case| case.function = "a b".to_owned()).contains("no name"));
        assert!(refused(|case| case.buffers[0].buffer.len = 1 << 40).contains("64 MiB"));
        assert!(refused(|case| case.capability = 100).contains("cuda:100 is none of"));
        assert!(refused(|case| case.num_warps = 0).contains("0 warps"));
        assert!(refused(|case| case.capability = 80).contains("not for cuda:80"));
    }
}
