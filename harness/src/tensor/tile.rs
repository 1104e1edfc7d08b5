//! The value of one Triton tensor or scalar in one program instance.

use ndarray::{ArcArray, ArrayD, IxDyn};

use super::{Domain, Kind, Status, zero_extend};

/// The elements of a tile, in row-major order.
#[derive(Clone, Debug)]
pub enum Data<D: Domain> {
    /// Canonical integers, or byte addresses.
    Int(ArcArray<i64, IxDyn>),
    /// Floats of the domain.
    Float(ArcArray<D::Float, IxDyn>),
}

/// A tile: elements in row-major standard layout, cheap to clone. A scalar has no dimensions.
#[derive(Clone, Debug)]
pub struct Tile<D: Domain> {
    pub(super) data: Data<D>,
    /// True where the element is undefined (poison, or a value that nothing specifies).
    pub(super) undef: Option<ArcArray<bool, IxDyn>>,
}

pub(super) fn array<T: Clone>(shape: &[usize], values: Vec<T>) -> ArcArray<T, IxDyn> {
    ArrayD::from_shape_vec(IxDyn(shape), values)
        .expect("invariant: as many elements as the shape says")
        .into_shared()
}

pub(super) fn slice<T>(array: &ArcArray<T, IxDyn>) -> &[T] {
    array.as_slice().expect("invariant: tiles are in standard layout")
}

impl<D: Domain> Tile<D> {
    /// An integer tile of canonical values.
    ///
    /// # Panics
    /// If `values` does not hold as many elements as `shape` says.
    pub fn from_ints(shape: &[usize], values: Vec<i64>) -> Self {
        Tile { data: Data::Int(array(shape, values)), undef: None }
    }

    /// A float tile.
    ///
    /// # Panics
    /// If `values` does not hold as many elements as `shape` says.
    pub fn from_floats(shape: &[usize], values: Vec<D::Float>) -> Self {
        Tile { data: Data::Float(array(shape, values)), undef: None }
    }

    /// An integer scalar.
    pub fn int(value: i64) -> Self {
        Self::from_ints(&[], vec![value])
    }

    /// A float scalar.
    pub fn float(value: D::Float) -> Self {
        Self::from_floats(&[], vec![value])
    }

    /// A tile of one repeated integer.
    pub fn splat_int(shape: &[usize], value: i64) -> Self {
        Self::from_ints(shape, vec![value; shape.iter().product()])
    }

    /// A tile of one repeated float.
    pub fn splat_float(shape: &[usize], value: D::Float) -> Self {
        Self::from_floats(shape, vec![value; shape.iter().product()])
    }

    /// The same tile with these lanes undefined beside those that already are.
    #[must_use]
    pub fn with_undef(mut self, lanes: impl IntoIterator<Item = usize>) -> Self {
        let mut lanes = lanes.into_iter().peekable();
        if lanes.peek().is_none() {
            return self;
        }
        let mut flags = self.undef().map_or_else(|| vec![false; self.len()], <[bool]>::to_vec);
        lanes.for_each(|lane| flags[lane] = true);
        self.undef = Some(array(self.shape(), flags));
        self
    }

    /// The same tile with exactly these flags; `None` where every lane is defined.
    ///
    /// # Panics
    /// If there is not one flag for each element.
    #[must_use]
    pub fn with_undef_flags(mut self, flags: Option<Vec<bool>>) -> Self {
        let shape = self.shape().to_vec();
        self.undef = flags.filter(|f| f.contains(&true)).map(|flags| array(&shape, flags));
        self
    }

    /// Adds what an operation reported, and what its operands already were.
    #[must_use]
    pub(super) fn with_status(mut self, status: &Status, operands: &[&Tile<D>]) -> Self {
        let mut flags: Option<Vec<bool>> = None;
        for operand in operands.iter().filter_map(|operand| operand.undef()) {
            match &mut flags {
                None => flags = Some(operand.to_vec()),
                Some(flags) => {
                    flags.iter_mut().zip(operand).for_each(|(flag, other)| *flag |= other)
                }
            }
        }
        if flags.is_some() {
            let shape = self.shape().to_vec();
            self.undef = flags.map(|flags| array(&shape, flags));
        }
        self.with_undef(status.open.iter().copied())
    }

    /// The elements.
    pub fn data(&self) -> &Data<D> {
        &self.data
    }

    /// Lengths of the dimensions; empty for a scalar.
    pub fn shape(&self) -> &[usize] {
        match &self.data {
            Data::Int(array) => array.shape(),
            Data::Float(array) => array.shape(),
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        match &self.data {
            Data::Int(array) => array.len(),
            Data::Float(array) => array.len(),
        }
    }

    /// Whether the tile has no element; Triton has no such tiles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The canonical integers, in row-major order.
    ///
    /// # Panics
    /// On a float tile: callers have checked types.
    pub fn ints(&self) -> &[i64] {
        match &self.data {
            Data::Int(array) => slice(array),
            Data::Float(_) => panic!("invariant: typed code reads integers from integer tiles"),
        }
    }

    /// The floats, in row-major order.
    ///
    /// # Panics
    /// On an integer tile: callers have checked types.
    pub fn floats(&self) -> &[D::Float] {
        match &self.data {
            Data::Float(array) => slice(array),
            Data::Int(_) => panic!("invariant: typed code reads floats from float tiles"),
        }
    }

    /// Whether the elements are floats.
    pub fn is_float(&self) -> bool {
        matches!(self.data, Data::Float(_))
    }

    /// One flag an element, true where it is undefined; `None` where every element is defined.
    pub fn undef(&self) -> Option<&[bool]> {
        self.undef.as_ref().map(slice)
    }

    /// Whether any element is undefined.
    pub fn any_undef(&self) -> bool {
        self.undef().is_some_and(|flags| flags.contains(&true))
    }

    /// The bit pattern of an element of `kind`; `None` where the domain does not know it.
    ///
    /// # Panics
    /// If the elements are not of that kind: callers have checked types.
    pub fn bits(&self, kind: Kind, lane: usize) -> Option<u64> {
        match kind {
            Kind::Int(bits) => Some(zero_extend(self.ints()[lane], bits)),
            Kind::Float(format) => D::to_bits(format, self.floats()[lane]),
        }
    }

    /// The value of an integer scalar that is defined.
    pub fn int_scalar(&self) -> Option<i64> {
        match &self.data {
            Data::Int(array) if array.len() == 1 && !self.any_undef() => Some(slice(array)[0]),
            _ => None,
        }
    }
}
