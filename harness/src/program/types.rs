//! Types of values.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::matrix::Matrix;
use crate::tensor::{DType, Kind};

/// What the elements of a value are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Elem {
    /// Numbers.
    Num(DType),
    /// Pointers to numbers.
    Ptr(DType),
    /// A tensor descriptor that is passed at the launch; of it there are no tiles.
    Descriptor(Matrix),
}

impl Elem {
    /// What an executor holds for one element.
    pub fn kind(self) -> Kind {
        match self {
            Elem::Num(dtype) => dtype.kind(),
            // Of a descriptor the address of what it describes; the rest is in the type.
            Elem::Ptr(_) | Elem::Descriptor(_) => Kind::Int(64),
        }
    }
}

/// The names of all element types in `triton.language`.
pub fn element_names() -> impl Iterator<Item = &'static str> {
    DType::all().map(|dtype| dtype.triton_name())
}

/// The type of a value: a scalar if `shape` is empty, a tile otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Type {
    /// The elements.
    pub elem: Elem,
    /// Lengths of the dimensions, powers of two.
    pub shape: Vec<usize>,
}

impl Type {
    /// A number scalar.
    pub fn scalar(dtype: DType) -> Self {
        Type { elem: Elem::Num(dtype), shape: vec![] }
    }

    /// A tile of numbers.
    pub fn tile(dtype: DType, shape: &[usize]) -> Self {
        Type { elem: Elem::Num(dtype), shape: shape.to_vec() }
    }

    /// The same shape with other elements.
    #[must_use]
    pub fn with_elem(&self, elem: Elem) -> Self {
        Type { elem, shape: self.shape.clone() }
    }

    /// The element type of numbers.
    pub fn dtype(&self) -> Option<DType> {
        match self.elem {
            Elem::Num(dtype) => Some(dtype),
            Elem::Ptr(_) | Elem::Descriptor(_) => None,
        }
    }

    /// The Python statement that makes the number `name` a scalar of this type.
    pub fn binding(&self, name: &str) -> Option<String> {
        let dtype = self.dtype().filter(|_| self.is_scalar())?;
        Some(format!("{name} = tl.full([], {name}, tl.{})", dtype.triton_name()))
    }

    /// Number of elements.
    pub fn numel(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether this is a scalar: one number or one pointer.
    pub fn is_scalar(&self) -> bool {
        self.shape.is_empty() && !self.is_descriptor()
    }

    /// Whether this is a descriptor that is passed at the launch, which only windows take.
    pub fn is_descriptor(&self) -> bool {
        matches!(self.elem, Elem::Descriptor(_))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elem = match self.elem {
            Elem::Num(dtype) => dtype.to_string(),
            Elem::Ptr(dtype) => format!("*{dtype}"),
            Elem::Descriptor(matrix) => return write!(f, "{matrix}"),
        };
        write!(f, "{elem}{:?}", self.shape)
    }
}
