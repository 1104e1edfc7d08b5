//! Types of the IR: what the reader builds and the printer gives back.
//!
//! Encodings stay attributes, so that an alias of the text (`#blocked`) is still one afterwards.

use std::fmt;
use std::sync::Arc;

use super::attribute::Attribute;

/// A type as Triton prints it. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `i1` to `i128`, also `si8` and `ui8`.
    Integer(u32, Signedness),
    /// `index`
    Index,
    /// `f16`, `bf16`, `f8E5M2`, ... by the name that MLIR gives it.
    Float(FloatKind),
    /// `none`
    None,
    /// `!tt.ptr<pointee, address space>`
    Pointer(Arc<Type>, u32),
    /// `tensor<64x8xf32, #encoding>`
    Tensor(Arc<TensorType>),
    /// `!ttg.memdesc<...>`
    MemDesc(Arc<MemDescType>),
    /// `!tt.tensordesc<...>`
    TensorDesc(Arc<TensorDescType>),
    /// `!ttg.async.token`
    AsyncToken,
    /// `(inputs) -> results`
    Function(Arc<FunctionType>),
    /// Any other type, with its text.
    Opaque(Arc<str>),
    /// The type of a result of an operation that the reader does not know.
    Unknown,
}

/// Whether an integer type says how it is signed. Triton's integers are signless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signedness {
    /// `i32`
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

macro_rules! float_kinds {
    ($($kind:ident $name:literal $width:literal $doc:literal),* $(,)?) => {
        /// The float formats that MLIR has a name for and Triton uses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FloatKind { $(#[doc = $doc] $kind),* }

        impl FloatKind {
            /// The name in the text.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),* }
            }
            /// The format of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$kind),)* _ => None }
            }
            /// Width in bits.
            pub fn width(self) -> u32 {
                match self { $(Self::$kind => $width),* }
            }
        }
    };
}

float_kinds! {
    F16 "f16" 16 "IEEE half", BF16 "bf16" 16 "bfloat16", F32 "f32" 32 "IEEE single",
    F64 "f64" 64 "IEEE double", TF32 "tf32" 19 "tensor float", F8E5M2 "f8E5M2" 8 "fp8 e5",
    F8E4M3FN "f8E4M3FN" 8 "fp8 e4nv", F8E4M3FNUZ "f8E4M3FNUZ" 8 "fp8 e4b8",
    F8E5M2FNUZ "f8E5M2FNUZ" 8 "fp8 e5b16", F8E4M3B11FNUZ "f8E4M3B11FNUZ" 8 "fp8 e4b15",
    F8E8M0FNU "f8E8M0FNU" 8 "scale", F4E2M1FN "f4E2M1FN" 4 "fp4",
}

/// Shape, element and encoding of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorType {
    /// Sizes of the dimensions; -1 for an unknown one.
    pub shape: Vec<i64>,
    /// Element type.
    pub element: Type,
    /// Layout.
    pub encoding: Option<Attribute>,
}

/// A view of shared or tensor memory.
#[derive(Clone, Debug, PartialEq)]
pub struct MemDescType {
    /// Sizes of the view.
    pub shape: Vec<i64>,
    /// Element type.
    pub element: Type,
    /// Layout in memory.
    pub encoding: Attribute,
    /// Memory space (`#smem`).
    pub space: Attribute,
    /// Whether it may be stored to.
    pub mutable: bool,
    /// Shape of the allocation where it differs from that of the view.
    pub allocation: Option<Vec<i64>>,
}

/// A tensor descriptor's block.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorDescType {
    /// Sizes of the block.
    pub shape: Vec<i64>,
    /// Element type.
    pub element: Type,
    /// Layout in shared memory.
    pub encoding: Option<Attribute>,
    /// The spelling of Triton up to 3.7.1: `!tt.tensordesc<tensor<16x64xf16>>`.
    pub wrapped: bool,
}

/// Inputs and results of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionType {
    /// Types of the arguments.
    pub inputs: Vec<Type>,
    /// Types of the results.
    pub results: Vec<Type>,
}

impl Type {
    /// `i1`
    pub const BOOL: Type = Type::Integer(1, Signedness::Signless);

    /// A signless integer.
    pub fn integer(width: u32) -> Type {
        Type::Integer(width, Signedness::Signless)
    }

    /// Shape of a tensor, memory view or descriptor; empty for a scalar.
    pub fn shape(&self) -> &[i64] {
        match self {
            Type::Tensor(tensor) => &tensor.shape,
            Type::MemDesc(memory) => &memory.shape,
            Type::TensorDesc(descriptor) => &descriptor.shape,
            _ => &[],
        }
    }

    /// Element type of a tensor, memory view or descriptor; a scalar itself.
    pub fn element(&self) -> &Type {
        match self {
            Type::Tensor(tensor) => &tensor.element,
            Type::MemDesc(memory) => &memory.element,
            Type::TensorDesc(descriptor) => &descriptor.element,
            other => other,
        }
    }

    /// The same shape and encoding with another element.
    pub fn with_element(&self, element: Type) -> Type {
        match self {
            Type::Tensor(tensor) => Type::Tensor(Arc::new(TensorType {
                shape: tensor.shape.clone(),
                element,
                encoding: tensor.encoding.clone(),
            })),
            _ => element,
        }
    }

    /// Layout of a tensor, memory view or descriptor.
    pub fn encoding(&self) -> Option<&Attribute> {
        match self {
            Type::Tensor(tensor) => tensor.encoding.as_ref(),
            Type::MemDesc(memory) => Some(&memory.encoding),
            Type::TensorDesc(descriptor) => descriptor.encoding.as_ref(),
            _ => None,
        }
    }
}

fn dimensions(f: &mut fmt::Formatter<'_>, shape: &[i64]) -> fmt::Result {
    for size in shape {
        if *size < 0 {
            f.write_str("?x")?;
        } else {
            write!(f, "{size}x")?;
        }
    }
    Ok(())
}

fn encoded(f: &mut fmt::Formatter<'_>, encoding: &Option<Attribute>) -> fmt::Result {
    match encoding {
        Some(encoding) => write!(f, ", {encoding}"),
        None => Ok(()),
    }
}

/// Writes the types between the brackets of a list.
pub(super) fn list(f: &mut fmt::Formatter<'_>, types: &[Type]) -> fmt::Result {
    for (i, ty) in types.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{ty}")?;
    }
    Ok(())
}

impl fmt::Display for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        list(f, &self.inputs)?;
        f.write_str(") -> ")?;
        match self.results.as_slice() {
            [one] if !matches!(one, Type::Function(_)) => write!(f, "{one}"),
            results => {
                f.write_str("(")?;
                list(f, results)?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for MemDescType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<")?;
        dimensions(f, &self.shape)?;
        write!(f, "{}, {}, {}", self.element, self.encoding, self.space)?;
        if self.mutable {
            f.write_str(", mutable")?;
        }
        if let Some(allocation) = &self.allocation {
            f.write_str(", ")?;
            for (i, size) in allocation.iter().enumerate() {
                write!(f, "{}{size}", if i > 0 { "x" } else { "" })?;
            }
        }
        f.write_str(">")
    }
}

impl fmt::Display for TensorDescType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.wrapped { "<tensor<" } else { "<" })?;
        dimensions(f, &self.shape)?;
        write!(f, "{}", self.element)?;
        encoded(f, &self.encoding)?;
        f.write_str(if self.wrapped { ">>" } else { ">" })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Integer(width, Signedness::Signless) => write!(f, "i{width}"),
            Type::Integer(width, Signedness::Signed) => write!(f, "si{width}"),
            Type::Integer(width, Signedness::Unsigned) => write!(f, "ui{width}"),
            Type::Index => f.write_str("index"),
            Type::Float(kind) => f.write_str(kind.name()),
            Type::None => f.write_str("none"),
            Type::Pointer(..) | Type::MemDesc(_) | Type::TensorDesc(_) => {
                let prefix = match self {
                    Type::Pointer(..) => "!tt.ptr",
                    Type::MemDesc(_) => "!ttg.memdesc",
                    _ => "!tt.tensordesc",
                };
                f.write_str(prefix)?;
                short(f, self)
            }
            Type::Tensor(tensor) => {
                f.write_str("tensor<")?;
                dimensions(f, &tensor.shape)?;
                write!(f, "{}", tensor.element)?;
                encoded(f, &tensor.encoding)?;
                f.write_str(">")
            }
            Type::AsyncToken => f.write_str("!ttg.async.token"),
            Type::Function(function) => write!(f, "{function}"),
            Type::Opaque(text) => f.write_str(text),
            Type::Unknown => f.write_str("<unknown type>"),
        }
    }
}

/// The spelling without the dialect's prefix (`<f32>` for `!tt.ptr<f32>`), where there is one.
pub(super) fn short(f: &mut fmt::Formatter<'_>, ty: &Type) -> fmt::Result {
    match ty {
        Type::Pointer(pointee, 1) => write!(f, "<{pointee}>"),
        Type::Pointer(pointee, space) => write!(f, "<{pointee}, {space}>"),
        Type::MemDesc(memory) => write!(f, "{memory}"),
        Type::TensorDesc(descriptor) => write!(f, "{descriptor}"),
        other => write!(f, "{other}"),
    }
}

/// [`short`] as a displayable value.
pub(super) struct Short<'a>(pub(super) &'a Type);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        short(f, self.0)
    }
}
