//! One buffer of device memory.

use ndarray::{ArcArray, IxDyn};

use super::tile::slice;
use super::{Data, Domain, Kind, Span, Tile, sign_extend, zero_extend};

fn slice_mut<T: Clone>(array: &mut ArcArray<T, IxDyn>) -> &mut [T] {
    array.as_slice_mut().expect("invariant: tiles are in standard layout")
}

/// Contiguous elements of one kind at a fixed address.
#[derive(Clone, Debug)]
pub struct Buffer<D: Domain> {
    /// Name of the kernel parameter that points here.
    pub name: String,
    /// Byte address of the first element.
    pub base: u64,
    /// What the elements are.
    pub kind: Kind,
    pub(super) elements: Data<D>,
    /// Which elements are undefined; `None` where none is.
    pub(super) undef: Option<Vec<bool>>,
    written: Vec<bool>,
}

impl<D: Domain> Buffer<D> {
    /// A buffer that holds the elements of `tile`, flattened.
    pub fn new(name: &str, base: u64, kind: Kind, tile: &Tile<D>) -> Self {
        let flat = tile.reshape(&[tile.len()]);
        Buffer {
            name: name.to_owned(),
            base,
            kind,
            undef: flat.undef().map(<[bool]>::to_vec),
            written: vec![false; flat.len()],
            elements: flat.data,
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.written.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// The contents, as a tile of one dimension.
    pub fn tile(&self) -> Tile<D> {
        Tile { data: self.elements.clone(), undef: None }.with_undef_flags(self.undef.clone())
    }

    /// One flag an element: whether a store reached it.
    pub fn written(&self) -> &[bool] {
        &self.written
    }

    /// The bit pattern of an element; `None` where the domain does not know it.
    pub fn bits(&self, index: usize) -> Option<u64> {
        match (&self.elements, self.kind) {
            (Data::Int(array), kind) => Some(zero_extend(slice(array)[index], kind.bits())),
            (Data::Float(array), Kind::Float(format)) => D::to_bits(format, slice(array)[index]),
            (Data::Float(_), Kind::Int(_)) => unreachable!("float buffers have float elements"),
        }
    }

    /// Writes lane `lane` of `values`, an element of `kind`; false where the domain does not know
    /// its bits.
    pub fn put(&mut self, index: usize, kind: Kind, values: &Tile<D>, lane: usize) -> bool {
        let own = self.kind;
        match (&mut self.elements, &values.data) {
            (Data::Int(array), Data::Int(_)) => {
                let value = stored_int(values.ints()[lane], kind, own);
                slice_mut(array)[index] = value;
            }
            (Data::Float(array), Data::Float(_)) if own == kind => {
                slice_mut(array)[index] = values.floats()[lane];
            }
            (Data::Float(array), _) => {
                let Some(bits) = values.bits(kind, lane) else { return false };
                let Kind::Float(format) = own else { return false };
                slice_mut(array)[index] = D::from_bits(format, bits);
            }
            (Data::Int(array), Data::Float(_)) => {
                let Some(bits) = values.bits(kind, lane) else { return false };
                slice_mut(array)[index] = sign_extend(bits as i64, own.bits());
            }
        }
        self.set_undef(index, values.undef().is_some_and(|flags| flags[lane]));
        self.written[index] = true;
        true
    }

    fn set_undef(&mut self, index: usize, undef: bool) {
        if undef || self.undef.is_some() {
            let length = self.written.len();
            self.undef.get_or_insert_with(|| vec![false; length])[index] = undef;
        }
    }

    /// Writes the lanes of a tile that `span` found to lie in this buffer, in order. Gives the
    /// first element that had been stored to before, and false where the domain does not know the
    /// bits of a value.
    pub fn put_all(
        &mut self,
        span: Span,
        kind: Kind,
        addresses: &[i64],
        mask: Option<&[i64]>,
        values: &Tile<D>,
    ) -> (Option<usize>, bool) {
        let own = self.kind;
        let mut twice = None;
        let written = &mut self.written;
        let mut mark = |index: usize| {
            if std::mem::replace(&mut written[index], true) {
                twice = Some(twice.map_or(index, |first: usize| first.min(index)));
            }
        };
        match (&mut self.elements, &values.data) {
            (Data::Int(array), Data::Int(_)) => {
                let (elements, values) = (slice_mut(array), values.ints());
                span.each(addresses, mask, |index, lane| {
                    elements[index] = stored_int(values[lane], kind, own);
                    mark(index);
                });
            }
            (Data::Float(array), Data::Float(_)) if own == kind => {
                let (elements, values) = (slice_mut(array), values.floats());
                span.each(addresses, mask, |index, lane| {
                    elements[index] = values[lane];
                    mark(index);
                });
            }
            _ => {
                let mut known = true;
                span.each(addresses, mask, |index, _| mark(index));
                span.each(addresses, mask, |index, lane| {
                    known &= self.put(index, kind, values, lane);
                });
                return (twice, known);
            }
        }
        if values.undef().is_some() || self.undef.is_some() {
            let undef = |lane: usize| values.undef().is_some_and(|flags| flags[lane]);
            span.each(addresses, mask, |index, lane| self.set_undef(index, undef(lane)));
        }
        (twice, true)
    }

    /// Adds what was stored to a copy of this buffer. Gives the first element that was stored to
    /// in both.
    pub fn merge(&mut self, other: &Buffer<D>) -> Option<usize> {
        let mut both = None;
        let stored = |(index, written): (usize, &bool)| written.then_some(index);
        let indices: Vec<usize> = other.written.iter().enumerate().filter_map(stored).collect();
        match (&mut self.elements, &other.elements) {
            (Data::Int(mine), Data::Int(theirs)) => {
                let (mine, theirs) = (slice_mut(mine), slice(theirs));
                indices.iter().for_each(|&index| mine[index] = theirs[index]);
            }
            (Data::Float(mine), Data::Float(theirs)) => {
                let (mine, theirs) = (slice_mut(mine), slice(theirs));
                indices.iter().for_each(|&index| mine[index] = theirs[index]);
            }
            _ => unreachable!("copies of a buffer are of one kind"),
        }
        for &index in &indices {
            if std::mem::replace(&mut self.written[index], true) {
                both = both.or(Some(index));
            }
            self.set_undef(index, other.undef.as_ref().is_some_and(|flags| flags[index]));
        }
        both
    }

    pub(super) fn end(&self) -> u64 {
        self.base + (self.len() * self.kind.bytes()) as u64
    }
}

/// An integer of `kind` as an element of `own`. An `i1` is stored as a byte, 0 or 1.
#[inline(always)]
fn stored_int(value: i64, kind: Kind, own: Kind) -> i64 {
    sign_extend(if kind.bits() == 1 { value & 1 } else { value }, own.bits())
}
