//! Shape operations: they move elements and change none.

use ndarray::{ArcArray, ArrayD, Axis, IxDyn, Slice};

use super::{Data, Domain, Tile, fast};

impl<D: Domain> Tile<D> {
    fn map_arrays(&self, f: &impl ArrayMap) -> Tile<D> {
        let data = match &self.data {
            Data::Int(array) => Data::Int(f.apply(array)),
            Data::Float(array) => Data::Float(f.apply(array)),
        };
        Tile { data, undef: self.undef.as_ref().map(|flags| f.apply(flags)) }
    }

    /// The same elements in row-major order under another shape.
    ///
    /// # Panics
    /// If the shapes differ in their number of elements.
    #[must_use]
    pub fn reshape(&self, shape: &[usize]) -> Tile<D> {
        self.map_arrays(&Reshape(shape))
    }

    /// Inserts a dimension of length 1 before `axis`.
    #[must_use]
    pub fn expand_dims(&self, axis: usize) -> Tile<D> {
        let mut shape = self.shape().to_vec();
        shape.insert(axis, 1);
        self.reshape(&shape)
    }

    /// Dimension `k` of the result is dimension `axes[k]` of this tile.
    ///
    /// # Panics
    /// If `axes` is not a permutation of the dimensions.
    #[must_use]
    pub fn permute(&self, axes: &[usize]) -> Tile<D> {
        self.map_arrays(&Permute(axes))
    }

    /// Repeats dimensions of length 1, and a scalar in every dimension.
    ///
    /// # Panics
    /// If the shape cannot be broadcast so.
    #[must_use]
    pub fn broadcast(&self, shape: &[usize]) -> Tile<D> {
        if self.shape() == shape {
            return self.clone();
        }
        self.map_arrays(&Broadcast(shape))
    }

    /// Elements `start..end` of dimension `axis`.
    #[must_use]
    pub fn slice_axis(&self, axis: usize, start: usize, end: usize) -> Tile<D> {
        self.map_arrays(&SliceAxis { axis, start, end })
    }

    /// A tile of chosen lanes of this one.
    ///
    /// # Panics
    /// If there are not as many lanes as the shape has, or one is not here.
    #[must_use]
    pub fn pick(&self, shape: &[usize], lanes: &[usize]) -> Tile<D> {
        let tile = match &self.data {
            Data::Int(_) => Tile::from_ints(shape, lanes.iter().map(|l| self.ints()[*l]).collect()),
            Data::Float(_) => {
                Tile::from_floats(shape, lanes.iter().map(|l| self.floats()[*l]).collect())
            }
        };
        let flags = self.undef().map(|flags| lanes.iter().map(|lane| flags[*lane]).collect());
        tile.with_undef_flags(flags)
    }

    /// Joins tiles along a dimension that they have.
    ///
    /// # Panics
    /// If `tiles` is empty, mixes integers with floats, or shapes differ elsewhere.
    pub fn concat(axis: usize, tiles: &[Tile<D>]) -> Tile<D> {
        let undef = tiles.iter().any(|tile| tile.undef.is_some()).then(|| {
            let flags: Vec<_> = tiles
                .iter()
                .map(|tile| {
                    tile.undef.clone().unwrap_or_else(|| {
                        ArrayD::from_elem(IxDyn(tile.shape()), false).into_shared()
                    })
                })
                .collect();
            join(axis, &flags.iter().collect::<Vec<_>>())
        });
        let data = match &tiles[0].data {
            Data::Int(_) => Data::Int(join(axis, &tiles.iter().map(int_array).collect::<Vec<_>>())),
            Data::Float(_) => {
                Data::Float(join(axis, &tiles.iter().map(float_array).collect::<Vec<_>>()))
            }
        };
        Tile { data, undef }
    }
}

fn int_array<D: Domain>(tile: &Tile<D>) -> &ArcArray<i64, IxDyn> {
    match &tile.data {
        Data::Int(array) => array,
        Data::Float(_) => panic!("invariant: joined tiles are of one type"),
    }
}

fn float_array<D: Domain>(tile: &Tile<D>) -> &ArcArray<D::Float, IxDyn> {
    match &tile.data {
        Data::Float(array) => array,
        Data::Int(_) => panic!("invariant: joined tiles are of one type"),
    }
}

fn join<T: Clone>(axis: usize, arrays: &[&ArcArray<T, IxDyn>]) -> ArcArray<T, IxDyn> {
    let views: Vec<_> = arrays.iter().map(|array| array.view()).collect();
    let joined = ndarray::concatenate(Axis(axis), &views).expect("invariant: shapes agree");
    standard(joined.view())
}

/// A function on arrays of any element type.
trait ArrayMap {
    fn apply<T: Clone>(&self, array: &ArcArray<T, IxDyn>) -> ArcArray<T, IxDyn>;
}

fn standard<T: Clone>(view: ndarray::ArrayViewD<'_, T>) -> ArcArray<T, IxDyn> {
    view.as_standard_layout().into_owned().into_shared()
}

struct Reshape<'a>(&'a [usize]);
impl ArrayMap for Reshape<'_> {
    fn apply<T: Clone>(&self, array: &ArcArray<T, IxDyn>) -> ArcArray<T, IxDyn> {
        let shape = IxDyn(self.0);
        array.clone().into_shape_with_order(shape).expect("invariant: a reshape keeps the elements")
    }
}

struct Permute<'a>(&'a [usize]);
impl ArrayMap for Permute<'_> {
    fn apply<T: Clone>(&self, array: &ArcArray<T, IxDyn>) -> ArcArray<T, IxDyn> {
        let values = super::tile::slice(array);
        let shape = array.shape();
        match (shape, self.0) {
            (&[rows, columns], [1, 0]) => {
                super::tile::array(&[columns, rows], fast::transpose(values, rows, columns))
            }
            _ => standard(array.view().permuted_axes(IxDyn(self.0))),
        }
    }
}

struct Broadcast<'a>(&'a [usize]);
impl ArrayMap for Broadcast<'_> {
    fn apply<T: Clone>(&self, array: &ArcArray<T, IxDyn>) -> ArcArray<T, IxDyn> {
        let (values, shape) = (super::tile::slice(array), self.0);
        match (array.shape(), shape) {
            _ if values.len() == 1 => {
                let count = shape.iter().product();
                super::tile::array(shape, vec![values[0].clone(); count])
            }
            (&[_, 1], &[rows, columns]) if values.len() == rows => {
                super::tile::array(shape, fast::repeat_each(values, columns))
            }
            (&[1, _], &[rows, columns]) if values.len() == columns => {
                super::tile::array(shape, fast::repeat_all(values, rows))
            }
            _ => standard(array.broadcast(IxDyn(shape)).expect("invariant: typed broadcast")),
        }
    }
}

struct SliceAxis {
    axis: usize,
    start: usize,
    end: usize,
}
impl ArrayMap for SliceAxis {
    fn apply<T: Clone>(&self, array: &ArcArray<T, IxDyn>) -> ArcArray<T, IxDyn> {
        standard(array.slice_axis(Axis(self.axis), Slice::from(self.start..self.end)))
    }
}

#[cfg(test)]
mod tests {
    use crate::tensor::{Exact, Tile};

    type T = Tile<Exact>;

    #[test]
    fn shapes() {
        let a = T::from_ints(&[2, 3], vec![0, 1, 2, 3, 4, 5]).with_undef([1]);
        assert_eq!(a.permute(&[1, 0]).ints(), [0, 3, 1, 4, 2, 5]);
        assert!(a.permute(&[1, 0]).undef().unwrap()[2]);
        assert_eq!(a.reshape(&[3, 2]).shape(), [3, 2]);
        assert_eq!(T::int(7).broadcast(&[2, 2]).ints(), [7; 4]);
        let column = T::from_ints(&[2], vec![1, 2]).expand_dims(1);
        assert_eq!(column.broadcast(&[2, 2]).ints(), [1, 1, 2, 2]);
        assert_eq!(a.slice_axis(1, 1, 3).ints(), [1, 2, 4, 5]);
        let back = T::concat(1, &[a.slice_axis(1, 0, 1), a.slice_axis(1, 1, 3)]);
        assert_eq!((back.ints(), back.undef()), (a.ints(), a.undef()));
    }
}
