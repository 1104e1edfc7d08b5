//! The vocabulary of PTX that every family shares: types, state spaces, special registers.

macro_rules! types {
    ($($kind:ident $name:literal $bits:literal $doc:literal),* $(,)?) => {
        /// A type suffix of an instruction or a variable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Type { $(#[doc = $doc] $kind),* }

        impl Type {
            /// Every type, in order.
            pub const ALL: &[Type] = &[$(Type::$kind),*];

            /// The name in the text, without its dot.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),* }
            }

            /// The bits that one operand of the type has, both halves of a packed one together.
            /// A predicate has 1.
            pub fn bits(self) -> u32 {
                match self { $(Self::$kind => $bits),* }
            }

            /// The type of a name without its dot.
            pub fn from_name(name: &str) -> Option<Type> {
                match name { $($name => Some(Self::$kind),)* _ => None }
            }
        }
    };
}

types! {
    Pred "pred" 1 "A truth value.",
    B1 "b1" 1 "One bit (a matrix element).",
    B8 "b8" 8 "8 untyped bits.",
    B16 "b16" 16 "16 untyped bits.",
    B32 "b32" 32 "32 untyped bits.",
    B64 "b64" 64 "64 untyped bits.",
    B128 "b128" 128 "128 untyped bits.",
    U4 "u4" 4 "Unsigned, 4 bits (a matrix element).",
    U8 "u8" 8 "Unsigned, 8 bits.",
    U16 "u16" 16 "Unsigned, 16 bits.",
    U32 "u32" 32 "Unsigned, 32 bits.",
    U64 "u64" 64 "Unsigned, 64 bits.",
    S4 "s4" 4 "Signed, 4 bits (a matrix element).",
    S8 "s8" 8 "Signed, 8 bits.",
    S16 "s16" 16 "Signed, 16 bits.",
    S32 "s32" 32 "Signed, 32 bits.",
    S64 "s64" 64 "Signed, 64 bits.",
    U16x2 "u16x2" 32 "Two unsigned halves.",
    S16x2 "s16x2" 32 "Two signed halves.",
    F16 "f16" 16 "IEEE half.",
    F16x2 "f16x2" 32 "Two IEEE halves, the first in the low bits.",
    Bf16 "bf16" 16 "bfloat16.",
    Bf16x2 "bf16x2" 32 "Two bfloat16, the first in the low bits.",
    F32 "f32" 32 "IEEE single.",
    F32x2 "f32x2" 64 "Two IEEE singles, the first in the low bits.",
    F64 "f64" 64 "IEEE double.",
    Tf32 "tf32" 32 "TF32: a single of which the low 13 bits do not count.",
    E4m3 "e4m3" 8 "FP8 with 4 exponent bits, finite (a matrix element).",
    E5m2 "e5m2" 8 "FP8 with 5 exponent bits (a matrix element).",
    E4m3x2 "e4m3x2" 16 "Two FP8 e4m3.",
    E5m2x2 "e5m2x2" 16 "Two FP8 e5m2.",
    E3m2 "e3m2" 6 "FP6 with 3 exponent bits (a matrix element).",
    E2m3 "e2m3" 6 "FP6 with 2 exponent bits (a matrix element).",
    E2m1 "e2m1" 4 "FP4 (a matrix element).",
    E3m2x2 "e3m2x2" 16 "Two FP6 e3m2.",
    E2m3x2 "e2m3x2" 16 "Two FP6 e2m3.",
    E2m1x2 "e2m1x2" 8 "Two FP4.",
    Ue8m0 "ue8m0" 8 "A power of two (a scale).",
    Ue8m0x2 "ue8m0x2" 16 "Two powers of two.",
    Ue4m3 "ue4m3" 8 "FP8 e4m3 without sign (a scale).",
}

impl Type {
    /// A signed integer, packed ones too.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::S4 | Self::S8 | Self::S16 | Self::S32 | Self::S64 | Self::S16x2)
    }

    /// Integers and untyped bits of 8 to 64 bits, not packed.
    pub fn is_integer(self) -> bool {
        use Type::{B8, B16, B32, B64, S8, S16, S32, S64, U8, U16, U32, U64};
        matches!(self, B8 | B16 | B32 | B64 | S8 | S16 | S32 | S64 | U8 | U16 | U32 | U64)
    }

    /// The formats that arithmetic instructions know, packed ones too.
    pub fn is_float(self) -> bool {
        use Type::{Bf16, Bf16x2, F16, F16x2, F32, F32x2, F64};
        matches!(self, Bf16 | Bf16x2 | F16 | F16x2 | F32 | F32x2 | F64)
    }

    /// The element of a packed type that has a name of its own; otherwise the type itself.
    pub fn element(self) -> Type {
        match self {
            Self::U16x2 => Self::U16,
            Self::S16x2 => Self::S16,
            Self::F16x2 => Self::F16,
            Self::Bf16x2 => Self::Bf16,
            Self::F32x2 => Self::F32,
            Self::E4m3x2 => Self::E4m3,
            Self::E5m2x2 => Self::E5m2,
            Self::E3m2x2 => Self::E3m2,
            Self::E2m3x2 => Self::E2m3,
            Self::E2m1x2 => Self::E2m1,
            Self::Ue8m0x2 => Self::Ue8m0,
            other => other,
        }
    }

    /// Whether an operand holds two elements.
    pub fn is_packed(self) -> bool {
        self.element() != self
    }
}

/// A state space. Where an instruction names none, its address is generic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// No space named: the address says which.
    Generic,
    /// `.global`
    Global,
    /// `.shared`, `.shared::cta`
    Shared,
    /// `.shared::cluster`: the window onto every block of the cluster; an address of the own
    /// block's shared memory is valid in it.
    SharedCluster,
    /// `.local`
    Local,
    /// `.const`
    Const,
    /// `.param`, `.param::entry`, `.param::func`
    Param,
}

impl Space {
    /// The space of a modifier without its dot.
    pub fn from_name(name: &str) -> Option<Space> {
        Some(match name {
            "global" => Self::Global,
            "shared" | "shared::cta" => Self::Shared,
            "shared::cluster" => Self::SharedCluster,
            "local" => Self::Local,
            "const" => Self::Const,
            "param" | "param::entry" | "param::func" => Self::Param,
            _ => return None,
        })
    }
}

/// A component of a special register that is a vector. `w` does not exist in what is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `.x`
    X,
    /// `.y`
    Y,
    /// `.z`
    Z,
}

macro_rules! specials {
    ($($kind:ident $name:literal),* ; $($vector:ident $prefix:literal),* $(,)?) => {
        /// A special register, named as in the text: `%laneid` is `LaneId`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Special {
            $(#[doc = concat!("`", $name, "`")] $kind,)*
            $(#[doc = concat!("`", $prefix, ".x`, `.y`, `.z`")] $vector(Axis),)*
        }

        impl Special {
            /// The special register of a name with its `%`.
            pub fn from_name(name: &str) -> Option<Special> {
                match name { $($name => return Some(Self::$kind),)* _ => {} }
                let (prefix, axis) = name.split_once('.')?;
                let axis = match axis {
                    "x" => Axis::X,
                    "y" => Axis::Y,
                    "z" => Axis::Z,
                    _ => return None,
                };
                match prefix { $($prefix => Some(Self::$vector(axis)),)* _ => None }
            }
        }
    };
}

specials! {
    LaneId "%laneid", WarpId "%warpid", NwarpId "%nwarpid", SmId "%smid", NsmId "%nsmid",
    GridId "%gridid", LanemaskEq "%lanemask_eq", LanemaskLe "%lanemask_le",
    LanemaskLt "%lanemask_lt", LanemaskGe "%lanemask_ge", LanemaskGt "%lanemask_gt",
    Clock "%clock", ClockHi "%clock_hi", Clock64 "%clock64", GlobalTimer "%globaltimer",
    GlobalTimerLo "%globaltimer_lo", GlobalTimerHi "%globaltimer_hi",
    ClusterCtaRank "%cluster_ctarank", ClusterNctaRank "%cluster_nctarank",
    IsExplicitCluster "%is_explicit_cluster", TotalSmemSize "%total_smem_size",
    DynamicSmemSize "%dynamic_smem_size", AggrSmemSize "%aggr_smem_size" ;
    Tid "%tid", Ntid "%ntid", CtaId "%ctaid", NctaId "%nctaid", ClusterId "%clusterid",
    NclusterId "%nclusterid", ClusterCtaId "%cluster_ctaid", ClusterNctaId "%cluster_nctaid",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_one_name() {
        for ty in Type::ALL {
            assert_eq!(Type::from_name(ty.name()), Some(*ty));
            assert!(ty.bits() >= ty.element().bits());
        }
        assert_eq!(Type::from_name("x32"), None);
        assert!(Type::F16x2.is_packed() && !Type::F32.is_packed());
    }

    #[test]
    fn special_registers_have_axes() {
        assert_eq!(Special::from_name("%tid.y"), Some(Special::Tid(Axis::Y)));
        assert_eq!(Special::from_name("%laneid"), Some(Special::LaneId));
        assert_eq!(Special::from_name("%tid"), None);
        assert_eq!(Special::from_name("%tid.w"), None);
    }
}
