//! Tensor maps: what a tensor copy must know of the tensor in global memory.
//!
//! The 128 bytes of a real map are not documented, so that a program can only copy them and change
//! fields by `tensormap.replace`. Here they have a layout of our own, in which 128 zero bytes are
//! what such a program starts from. Codes are those of `tensormap.replace` in the PTX ISA; the
//! driver numbers the element types otherwise.

use crate::ptx::decode::TensorMapField;

/// Bytes of a tensor map in memory.
pub const TENSOR_MAP_BYTES: usize = 128;

const MAX_RANK: usize = 5;

// Where the fields lie. Fields by dimension are arrays.
const ADDRESS: usize = 0;
const STRIDES: usize = 8;
const DIMS: usize = 40;
const BOX_DIMS: usize = 60;
const STEPS: usize = 80;
const RANK: usize = 100;
const ELEMENT: usize = 101;
const INTERLEAVE: usize = 102;
const SWIZZLE: usize = 103;
const ATOMICITY: usize = 104;
const FILL: usize = 105;

/// A tensor in global memory and the box that a copy moves. Dimensions count from the innermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// Address of the first element.
    pub address: u64,
    /// Type of the elements.
    pub element: ElementType,
    /// Elements of each dimension; 1 to 5 of them.
    pub dims: Vec<u32>,
    /// Strides in bytes of the dimensions after the innermost, whose elements are neighbours.
    pub strides: Vec<u64>,
    /// Elements of the box in each dimension.
    pub box_dims: Vec<u32>,
    /// Step between elements in each dimension.
    pub steps: Vec<u32>,
    /// How the box is swizzled in shared memory.
    pub swizzle: Swizzle,
    /// What is read out of bounds.
    pub fill: Fill,
}

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident: $($kind:ident $code:literal $text:literal),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $text] $kind),* }

        impl $name {
            /// Every one.
            pub const ALL: &[$name] = &[$($name::$kind),*];

            /// Its code in `tensormap.replace`.
            pub fn code(self) -> u8 {
                match self { $(Self::$kind => $code),* }
            }

            /// What has this code.
            pub fn from_code(code: u8) -> Option<$name> {
                match code { $($code => Some(Self::$kind),)* _ => None }
            }
        }
    };
}

codes! {
    /// Type of a tensor's elements.
    ElementType:
    U8 0 "8 bits.",
    U16 1 "16 bits.",
    U32 2 "Unsigned, 32 bits.",
    S32 3 "Signed, 32 bits.",
    U64 4 "Unsigned, 64 bits.",
    S64 5 "Signed, 64 bits.",
    F16 6 "IEEE half.",
    F32 7 "IEEE single.",
    F32Ftz 8 "IEEE single, subnormals read as zero.",
    F64 9 "IEEE double.",
    Bf16 10 "bfloat16.",
    Tf32 11 "Single that is rounded to TF32 when it is read.",
    Tf32Ftz 12 "The same, subnormals read as zero.",
}

codes! {
    /// How the units of 16 bytes of a box are permuted in shared memory.
    Swizzle:
    None 0 "Not at all.",
    B32 1 "Within 32 bytes.",
    B64 2 "Within 64 bytes.",
    B128 3 "Within 128 bytes.",
}

codes! {
    /// What is read out of bounds.
    Fill:
    Zero 0 "Zeros.",
    Nan 1 "NaN; for floats only.",
}

impl ElementType {
    /// Bytes of one element.
    pub fn bytes(self) -> u32 {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::U32 | Self::S32 | Self::F32 | Self::F32Ftz | Self::Tf32 | Self::Tf32Ftz => 4,
            Self::U64 | Self::S64 | Self::F64 => 8,
        }
    }
}

impl Swizzle {
    /// How many units of 16 bytes a permuted row has: 1 if nothing is permuted.
    pub fn units(self) -> u32 {
        match self {
            Self::None => 1,
            Self::B32 => 2,
            Self::B64 => 4,
            Self::B128 => 8,
        }
    }
}

impl TensorMap {
    /// The map as bytes in memory.
    ///
    /// # Panics
    ///
    /// If there are no dimensions or more than five, or lists of other lengths.
    pub fn encode(&self) -> [u8; TENSOR_MAP_BYTES] {
        let rank = self.dims.len();
        assert!((1..=MAX_RANK).contains(&rank), "a tensor map of {rank} dimensions");
        assert_eq!(
            [self.box_dims.len(), self.steps.len(), self.strides.len() + 1],
            [rank; 3],
            "a tensor map's lists"
        );
        let mut bytes = [0; TENSOR_MAP_BYTES];
        put(&mut bytes, ADDRESS, 8, self.address);
        for (index, stride) in self.strides.iter().enumerate() {
            put(&mut bytes, STRIDES + 8 * index, 8, *stride);
        }
        let lists = [(DIMS, &self.dims), (BOX_DIMS, &self.box_dims), (STEPS, &self.steps)];
        for (at, list) in lists {
            for (index, value) in list.iter().enumerate() {
                put(&mut bytes, at + 4 * index, 4, u64::from(*value));
            }
        }
        bytes[RANK] = rank as u8 - 1;
        bytes[ELEMENT] = self.element.code();
        bytes[SWIZZLE] = self.swizzle.code();
        bytes[FILL] = self.fill.code();
        bytes
    }

    /// The map that these bytes are.
    ///
    /// # Errors
    ///
    /// A field has a value that is not modelled, and which.
    pub fn decode(bytes: &[u8; TENSOR_MAP_BYTES]) -> Result<TensorMap, String> {
        let unknown = |field: &str, code: u8| format!("tensor map with {field} {code}");
        let rank = usize::from(bytes[RANK]) + 1;
        if rank > MAX_RANK {
            return Err(unknown("rank", bytes[RANK]));
        }
        for (field, at) in [("interleave", INTERLEAVE), ("swizzle atomicity", ATOMICITY)] {
            if bytes[at] != 0 {
                return Err(unknown(field, bytes[at]));
            }
        }
        let list =
            |at: usize| (0..rank).map(|index| get(bytes, at + 4 * index, 4) as u32).collect();
        Ok(TensorMap {
            address: get(bytes, ADDRESS, 8),
            element: ElementType::from_code(bytes[ELEMENT])
                .ok_or_else(|| unknown("element type", bytes[ELEMENT]))?,
            dims: list(DIMS),
            strides: (1..rank).map(|index| get(bytes, STRIDES + 8 * (index - 1), 8)).collect(),
            box_dims: list(BOX_DIMS),
            steps: list(STEPS),
            swizzle: Swizzle::from_code(bytes[SWIZZLE])
                .ok_or_else(|| unknown("swizzle", bytes[SWIZZLE]))?,
            fill: Fill::from_code(bytes[FILL]).ok_or_else(|| unknown("fill", bytes[FILL]))?,
        })
    }
}

/// `tensormap.replace.tile`: writes one field. `dimension` counts only for fields by dimension.
///
/// # Errors
///
/// There is no such dimension, or the value does not fit.
pub(in crate::ptx) fn replace_field(
    map: &mut [u8; TENSOR_MAP_BYTES],
    field: TensorMapField,
    dimension: u32,
    value: u64,
) -> Result<(), String> {
    let (at, size, count) = match field {
        TensorMapField::GlobalAddress => (ADDRESS, 8, 1),
        TensorMapField::GlobalStride => (STRIDES, 8, MAX_RANK - 1),
        TensorMapField::GlobalDim => (DIMS, 4, MAX_RANK),
        TensorMapField::BoxDim => (BOX_DIMS, 4, MAX_RANK),
        TensorMapField::ElementStride => (STEPS, 4, MAX_RANK),
        TensorMapField::Rank => (RANK, 1, 1),
        TensorMapField::ElementType => (ELEMENT, 1, 1),
        TensorMapField::InterleaveLayout => (INTERLEAVE, 1, 1),
        TensorMapField::SwizzleMode => (SWIZZLE, 1, 1),
        TensorMapField::SwizzleAtomicity => (ATOMICITY, 1, 1),
        TensorMapField::FillMode => (FILL, 1, 1),
    };
    let index = if count == 1 { 0 } else { dimension as usize };
    // A 32-bit operand may come with its sign extended.
    let value = if size == 8 { value } else { value & 0xffff_ffff };
    if index >= count || (size == 1 && value > 0xff) {
        return Err(format!("tensormap.replace of {field:?} {dimension} by {value}"));
    }
    put(map, at + size * index, size, value);
    Ok(())
}

fn put(bytes: &mut [u8; TENSOR_MAP_BYTES], at: usize, size: usize, value: u64) {
    bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
}

fn get(bytes: &[u8; TENSOR_MAP_BYTES], at: usize, size: usize) -> u64 {
    let mut value = [0; 8];
    value[..size].copy_from_slice(&bytes[at..at + size]);
    u64::from_le_bytes(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> TensorMap {
        TensorMap {
            address: 0x7fff_0000_1230,
            element: ElementType::F16,
            dims: vec![100, 200],
            strides: vec![256],
            box_dims: vec![64, 32],
            steps: vec![1, 1],
            swizzle: Swizzle::B128,
            fill: Fill::Nan,
        }
    }

    #[test]
    fn maps_round_trip() {
        let five = TensorMap {
            dims: vec![1, 2, 3, 4, u32::MAX],
            strides: vec![16, 32, 48, 1 << 39],
            box_dims: vec![5, 6, 7, 8, 256],
            steps: vec![1, 1, 1, 1, 2],
            ..example()
        };
        for map in [example(), five] {
            assert_eq!(TensorMap::decode(&map.encode()), Ok(map));
        }
    }

    #[test]
    fn codes_round_trip() {
        for (code, kind) in ElementType::ALL.iter().enumerate() {
            assert_eq!(usize::from(kind.code()), code);
            assert_eq!(ElementType::from_code(code as u8), Some(*kind));
        }
        for swizzle in Swizzle::ALL {
            assert_eq!(Swizzle::from_code(swizzle.code()), Some(*swizzle));
        }
        assert_eq!(ElementType::from_code(13), None);
        assert_eq!(Fill::from_code(1), Some(Fill::Nan));
    }

    #[test]
    fn replacing_every_field_makes_a_map() {
        use TensorMapField as Field;
        let mut bytes = [0; TENSOR_MAP_BYTES];
        let fields = [
            (Field::GlobalAddress, 0, 0x7fff_0000_1230),
            (Field::Rank, 0, 1),
            (Field::BoxDim, 0, 64),
            (Field::BoxDim, 1, 32),
            (Field::GlobalDim, 0, 100),
            (Field::GlobalDim, 1, 0xffff_ffff_0000_00c8),
            (Field::GlobalStride, 0, 256),
            (Field::ElementStride, 0, 1),
            (Field::ElementStride, 1, 1),
            (Field::ElementType, 0, 6),
            (Field::InterleaveLayout, 0, 0),
            (Field::SwizzleMode, 0, 3),
            (Field::FillMode, 0, 1),
        ];
        for (field, dimension, value) in fields {
            replace_field(&mut bytes, field, dimension, value).unwrap();
        }
        assert_eq!(TensorMap::decode(&bytes), Ok(example()));
        assert!(replace_field(&mut bytes, Field::GlobalStride, 4, 1).is_err());
        assert!(replace_field(&mut bytes, Field::Rank, 0, 256).is_err());
        replace_field(&mut bytes, Field::InterleaveLayout, 0, 1).unwrap();
        assert!(TensorMap::decode(&bytes).is_err());
    }
}
