//! The lanes of a load, as they come one after another.

use super::tile::slice;
use super::{Buffer, Data, Domain, Kind, Number, Tile, sign_extend, zero_extend};

/// The lanes of a load, as they come.
pub(super) struct Lanes<D: Domain> {
    ints: Vec<i64>,
    floats: Vec<D::Float>,
    float: bool,
    undef: Option<Vec<bool>>,
    length: usize,
}

impl<D: Domain> Lanes<D> {
    pub(super) fn new(kind: Kind, length: usize) -> Self {
        let float = matches!(kind, Kind::Float(_));
        Lanes {
            ints: Vec::with_capacity(if float { 0 } else { length }),
            floats: Vec::with_capacity(if float { length } else { 0 }),
            float,
            undef: None,
            length,
        }
    }

    fn lane(&self) -> usize {
        if self.float { self.floats.len() } else { self.ints.len() }
    }

    fn mark(&mut self) {
        let (lane, length) = (self.lane(), self.length);
        self.undef.get_or_insert_with(|| vec![false; length])[lane] = true;
    }

    pub(super) fn push_other(&mut self, other: Option<&Tile<D>>, lane: usize) {
        if other.is_none_or(|other| other.undef().is_some_and(|flags| flags[lane])) {
            self.mark();
        }
        match (self.float, other) {
            (true, Some(other)) => self.floats.push(other.floats()[lane]),
            (true, None) => self.floats.push(D::constant(0.0)),
            (false, Some(other)) => self.ints.push(other.ints()[lane]),
            (false, None) => self.ints.push(0),
        }
    }

    pub(super) fn push_number(&mut self, number: Number<D>, undef: bool) {
        if undef {
            self.mark();
        }
        match number {
            Number::Int(value) => self.ints.push(value),
            Number::Float(value) => self.floats.push(value),
        }
    }

    /// The element of a buffer; false where the domain does not know its bits.
    pub(super) fn push(&mut self, buffer: &Buffer<D>, index: usize, kind: Kind) -> bool {
        if buffer.undef.as_ref().is_some_and(|flags| flags[index]) {
            self.mark();
        }
        match (&buffer.elements, kind) {
            (Data::Int(array), Kind::Int(bits)) => {
                self.ints.push(sign_extend(slice(array)[index], bits));
            }
            (Data::Float(array), Kind::Float(_)) if buffer.kind == kind => {
                self.floats.push(slice(array)[index]);
            }
            (Data::Int(array), Kind::Float(format)) => {
                let bits = zero_extend(slice(array)[index], kind.bits());
                self.floats.push(D::from_bits(format, bits));
            }
            (Data::Float(array), _) => {
                let Kind::Float(format) = buffer.kind else { return false };
                let Some(bits) = D::to_bits(format, slice(array)[index]) else {
                    return false;
                };
                match kind {
                    Kind::Int(width) => self.ints.push(sign_extend(bits as i64, width)),
                    Kind::Float(format) => self.floats.push(D::from_bits(format, bits)),
                }
            }
        }
        true
    }

    pub(super) fn tile(self, shape: &[usize]) -> Tile<D> {
        let tile = if self.float {
            Tile::from_floats(shape, self.floats)
        } else {
            Tile::from_ints(shape, self.ints)
        };
        tile.with_undef_flags(self.undef)
    }
}
