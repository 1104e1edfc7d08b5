//! Element types of Triton's language.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::FloatFormat;

/// An element type of `triton.language`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum DType {
    I1,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F8E4M3,
    F8E5M2,
    F16,
    BF16,
    F32,
    F64,
}

/// What the bits of an element are: all that an executor of signless IR knows of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An integer or an address of so many bits.
    Int(u32),
    /// A float of that format.
    Float(FloatFormat),
}

impl Kind {
    /// Bits of one element.
    pub fn bits(self) -> u32 {
        match self {
            Kind::Int(bits) => bits,
            Kind::Float(format) => format.bits(),
        }
    }

    /// Bytes of one element in memory; an `i1` takes one.
    pub fn bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }
}

/// Type, short name, name in `triton.language`, what its bits are, signedness.
const TABLE: [(DType, &str, &str, Kind, bool); 15] = [
    (DType::I1, "i1", "int1", Kind::Int(1), false),
    (DType::I8, "i8", "int8", Kind::Int(8), true),
    (DType::I16, "i16", "int16", Kind::Int(16), true),
    (DType::I32, "i32", "int32", Kind::Int(32), true),
    (DType::I64, "i64", "int64", Kind::Int(64), true),
    (DType::U8, "u8", "uint8", Kind::Int(8), false),
    (DType::U16, "u16", "uint16", Kind::Int(16), false),
    (DType::U32, "u32", "uint32", Kind::Int(32), false),
    (DType::U64, "u64", "uint64", Kind::Int(64), false),
    (DType::F8E4M3, "fp8e4nv", "float8e4nv", Kind::Float(FloatFormat::F8E4M3), true),
    (DType::F8E5M2, "fp8e5", "float8e5", Kind::Float(FloatFormat::F8E5M2), true),
    (DType::F16, "fp16", "float16", Kind::Float(FloatFormat::F16), true),
    (DType::BF16, "bf16", "bfloat16", Kind::Float(FloatFormat::BF16), true),
    (DType::F32, "fp32", "float32", Kind::Float(FloatFormat::F32), true),
    (DType::F64, "fp64", "float64", Kind::Float(FloatFormat::F64), true),
];

impl DType {
    /// Every element type, in declaration order.
    pub fn all() -> impl Iterator<Item = DType> {
        TABLE.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (DType, &'static str, &'static str, Kind, bool) {
        &TABLE[self as usize]
    }

    /// The name in JIT signatures: `i32`, `fp16`.
    pub fn short_name(self) -> &'static str {
        self.row().1
    }

    /// The name in `triton.language`: `int32`, `float16`.
    pub fn triton_name(self) -> &'static str {
        self.row().2
    }

    /// What the bits are.
    pub fn kind(self) -> Kind {
        self.row().3
    }

    /// Bits of one element.
    pub fn bits(self) -> u32 {
        self.kind().bits()
    }

    /// Bytes of one element in memory.
    pub fn bytes(self) -> usize {
        self.kind().bytes()
    }

    /// Whether this is an integer type, `i1` included.
    pub fn is_int(self) -> bool {
        matches!(self.kind(), Kind::Int(_))
    }

    /// Whether this is a float of 8 bits, which is there to be stored and converted only.
    pub fn is_fp8(self) -> bool {
        self.is_float() && self.bits() == 8
    }

    /// Whether this is a float type.
    pub fn is_float(self) -> bool {
        !self.is_int()
    }

    /// Signed integers and floats; `i1` counts as unsigned, as in Triton.
    pub fn is_signed(self) -> bool {
        self.row().4
    }

    /// The float format, if this is a float type.
    pub fn format(self) -> Option<FloatFormat> {
        match self.kind() {
            Kind::Float(format) => Some(format),
            Kind::Int(_) => None,
        }
    }

    /// Smallest and largest value of an integer type.
    pub fn int_range(self) -> Option<(i128, i128)> {
        let Kind::Int(bits) = self.kind() else { return None };
        Some(if self.is_signed() {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        })
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.short_name())
    }
}

/// No element type has this name.
#[derive(Debug, thiserror::Error)]
#[error("unknown element type `{0}`")]
pub struct ParseDTypeError(String);

impl FromStr for DType {
    type Err = ParseDTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        TABLE
            .iter()
            .find(|row| row.1 == text || row.2 == text)
            .map(|row| row.0)
            .ok_or_else(|| ParseDTypeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_declaration_order_and_names_round_trip() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.0 as usize, index);
            assert_eq!(row.0.to_string().parse::<DType>().unwrap(), row.0);
            assert_eq!(row.0.triton_name().parse::<DType>().unwrap(), row.0);
        }
        assert!("int3".parse::<DType>().is_err());
    }

    #[test]
    fn ranges() {
        assert_eq!(DType::I8.int_range(), Some((-128, 127)));
        assert_eq!(DType::U64.int_range(), Some((0, u64::MAX as i128)));
        assert_eq!(DType::I1.int_range(), Some((0, 1)));
        assert_eq!(DType::F16.int_range(), None);
    }
}
