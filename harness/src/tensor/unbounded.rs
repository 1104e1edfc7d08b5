//! Memory of unknown extent, for functions of whose arguments nothing is known: what is read is a
//! function of the place, and what is stored lies over it.

use std::collections::BTreeMap;

use super::lanes::Lanes;
use super::random::mix;
use super::{Domain, Fault, Kind, Memory, Tile, sign_extend, zero_extend};

/// Elements around an address, in numbers that no kernel exhausts.
#[derive(Clone, Debug)]
pub struct Unbounded<D: Domain> {
    /// Name of the argument that points here.
    pub name: String,
    /// Byte address that the argument holds: element 0.
    pub base: u64,
    /// What the elements are; an `i1` is held in a byte.
    pub kind: Kind,
    /// The first and the last byte, counted from `base`, that may be accessed.
    pub reach: (i64, i64),
    /// Decides, with the place, what an element holds.
    pub seed: u64,
    /// The least and the greatest number that elements hold; rounded to the format of floats.
    pub range: (i64, i64),
    /// Floats are these numbers divided by two to this power.
    pub fraction: i32,
    /// Whether some floats are infinite or NaN.
    pub specials: bool,
    stored: BTreeMap<i64, Cell<D>>,
}

/// One element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell<D: Domain> {
    /// Its value.
    pub number: Number<D>,
    /// Whether the value is undefined.
    pub undef: bool,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number<D: Domain> {
    /// A canonical integer.
    Int(i64),
    /// A float of the domain.
    Float(D::Float),
}

impl<D: Domain> Number<D> {
    /// The bits; `None` where the domain does not know them.
    pub fn bits(self, kind: Kind) -> Option<u64> {
        match (self, kind) {
            (Number::Int(value), kind) => Some(zero_extend(value, kind.bits())),
            (Number::Float(value), Kind::Float(format)) => D::to_bits(format, value),
            (Number::Float(_), Kind::Int(_)) => None,
        }
    }

    fn from_bits(kind: Kind, bits: u64) -> Self {
        match kind {
            Kind::Int(width) => Number::Int(sign_extend(bits as i64, width)),
            Kind::Float(format) => Number::Float(D::from_bits(format, bits)),
        }
    }

    /// A value of one kind as one of another; an `i1` is 0 or 1 in memory.
    fn cast(self, from: Kind, to: Kind) -> Option<Self> {
        match (self, to) {
            (Number::Float(_), _) if from == to => Some(self),
            (Number::Int(value), Kind::Int(width)) => {
                let value = if from.bits() == 1 { value & 1 } else { value };
                Some(Number::Int(sign_extend(value, width)))
            }
            _ => self.bits(from).map(|bits| Number::from_bits(to, bits)),
        }
    }
}

/// How far elements reach where nothing limits them, in bytes on either side.
const REACH: i64 = 1 << 42;

/// Of every eight numbers one that is not finite. No zero is negative: which zero a sum gives depends
/// on where it starts.
pub fn special(hash: u64) -> Option<f64> {
    match (hash >> 40) % 24 {
        0 => Some(f64::INFINITY),
        1 => Some(f64::NEG_INFINITY),
        2 => Some(f64::NAN),
        _ => None,
    }
}

impl<D: Domain> Unbounded<D> {
    /// Memory around `base`.
    pub fn new(name: &str, base: u64, kind: Kind, seed: u64, range: (i64, i64)) -> Self {
        let (kind, range) = match kind {
            Kind::Int(1) => (Kind::Int(8), (0, 1)),
            kind => (kind, range),
        };
        let (name, reach) = (name.to_owned(), (-REACH, REACH - 1));
        let (fraction, stored) = (0, BTreeMap::new());
        Unbounded { name, base, kind, reach, seed, range, fraction, specials: false, stored }
    }

    /// What was stored, by element.
    pub fn stored(&self) -> &BTreeMap<i64, Cell<D>> {
        &self.stored
    }

    /// An element, counted from `base`.
    pub fn get(&self, index: i64) -> Cell<D> {
        let untouched = || Cell { number: self.content(index), undef: false };
        self.stored.get(&index).copied().unwrap_or_else(untouched)
    }

    /// What an element holds as long as nothing is stored to it.
    fn content(&self, index: i64) -> Number<D> {
        let hash = mix(mix(self.seed).wrapping_add(index as u64));
        let (low, high) = self.range;
        let span = (high.wrapping_sub(low) as u64).wrapping_add(1);
        let value = if span == 0 { hash } else { hash % span } as i64;
        let value = low.wrapping_add(value);
        match self.kind {
            // Where there may be anything, the ends of the type are too.
            Kind::Int(width) if span == 0 => {
                let ends = [i64::MIN >> (64 - width), i64::MAX >> (64 - width)];
                let end = ends.get((hash >> 40) as usize % 16);
                Number::Int(end.copied().unwrap_or(sign_extend(value, width)))
            }
            Kind::Int(width) => Number::Int(sign_extend(value, width)),
            Kind::Float(format) => {
                let special = self.specials.then(|| special(hash)).flatten();
                let value = value as f64 * 2f64.powi(-self.fraction);
                Number::Float(D::constant(format.round(special.unwrap_or(value))))
            }
        }
    }

    fn holds(&self, address: u64) -> bool {
        let offset = address.wrapping_sub(self.base) as i64;
        (self.reach.0..=self.reach.1).contains(&offset)
    }
}

impl<D: Domain> Memory<D> {
    /// The region and element at an address that is accessed as `kind`.
    fn element(&self, address: u64, kind: Kind) -> Result<(usize, i64), Fault> {
        let region = self.unbounded.iter().position(|region| region.holds(address));
        let region = region.ok_or_else(|| Fault::OutOfBounds(self.nearby(address)))?;
        let (bytes, own) = (kind.bytes() as i64, &self.unbounded[region]);
        if own.kind.bytes() as i64 != bytes {
            return Err(Fault::Reinterpreted { place: self.nearby(address), bits: kind.bits() });
        }
        let offset = address.wrapping_sub(own.base) as i64;
        if offset.rem_euclid(bytes) != 0 {
            return Err(Fault::Misaligned(self.nearby(address)));
        }
        Ok((region, offset.div_euclid(bytes)))
    }

    /// [`Memory::load`] where memory is unbounded.
    pub(super) fn load_unbounded(
        &self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        other: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Fault> {
        let mut lanes = Lanes::<D>::new(kind, addresses.len());
        let mask = mask.map(Tile::ints);
        for (lane, &address) in addresses.ints().iter().enumerate() {
            if mask.is_some_and(|mask| mask[lane] == 0) {
                lanes.push_other(other, lane);
                continue;
            }
            let (region, index) = self.element(address as u64, kind)?;
            let region = &self.unbounded[region];
            let cell = region.get(index);
            let Some(number) = cell.number.cast(region.kind, kind) else {
                let place = self.nearby(address as u64);
                return Err(Fault::Reinterpreted { place, bits: kind.bits() });
            };
            lanes.push_number(number, cell.undef);
        }
        Ok(lanes.tile(addresses.shape()))
    }

    /// [`Memory::store`] where memory is unbounded.
    pub(super) fn store_unbounded(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        values: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<(), Fault> {
        let mask = mask.map(Tile::ints);
        for (lane, &address) in addresses.ints().iter().enumerate() {
            if mask.is_some_and(|mask| mask[lane] == 0) {
                continue;
            }
            let (region, index) = self.element(address as u64, kind)?;
            let own = self.unbounded[region].kind;
            let Some(number) = values.number(lane).cast(kind, own) else {
                let place = self.nearby(address as u64);
                return Err(Fault::Reinterpreted { place, bits: kind.bits() });
            };
            let undef = values.undef().is_some_and(|flags| flags[lane]);
            self.unbounded[region].stored.insert(index, Cell { number, undef });
        }
        Ok(())
    }
}

impl<D: Domain> Tile<D> {
    /// The value of a lane.
    pub fn number(&self, lane: usize) -> Number<D> {
        match self.is_float() {
            true => Number::Float(self.floats()[lane]),
            false => Number::Int(self.ints()[lane]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Exact, FloatFormat};

    type T = Tile<Exact>;
    const F32: Kind = Kind::Float(FloatFormat::F32);

    fn memory() -> Memory<Exact> {
        let mut memory = Memory::default();
        memory.add_unbounded(Unbounded::new("a", 1 << 44, F32, 7, (-4, 4)));
        let mut bounded = Unbounded::new("b", 2 << 44, Kind::Int(1), 7, (-4, 4));
        bounded.reach = (0, 15);
        memory.add_unbounded(bounded);
        memory
    }

    fn at(region: i64, offset: i64) -> T {
        T::int((region << 44) + offset)
    }

    #[test]
    fn contents_depend_on_the_place_alone() {
        let (memory, again) = (memory(), memory());
        let addresses = T::from_ints(&[256], (0..256).map(|i| (1 << 44) + 4 * (i - 128)).collect());
        let values = memory.load(F32, &addresses, None, None).unwrap();
        assert_eq!(values.floats(), again.load(F32, &addresses, None, None).unwrap().floats());
        for wanted in -4..=4 {
            assert!(values.floats().contains(&f64::from(wanted)), "{wanted}");
        }
        let bytes = memory.load(Kind::Int(8), &at(2, 3), None, None).unwrap();
        assert!((0..=1).contains(&bytes.ints()[0]));
    }

    #[test]
    fn stores_lie_over_the_contents() {
        let mut memory = memory();
        let before = memory.load(F32, &at(1, 8), None, None).unwrap().floats()[0];
        memory.store(F32, &at(1, 4), &T::float(99.0).with_undef([0]), None).unwrap();
        memory.store(Kind::Int(1), &at(2, 0), &T::int(-1), None).unwrap();
        let loaded = memory.load(F32, &at(1, 4), None, None).unwrap();
        assert_eq!((loaded.floats()[0], loaded.any_undef()), (99.0, true));
        assert_eq!(memory.load(F32, &at(1, 8), None, None).unwrap().floats()[0], before);
        assert_eq!(memory.load(Kind::Int(8), &at(2, 0), None, None).unwrap().ints(), [1]);
        assert_eq!(memory.load(Kind::Int(1), &at(2, 0), None, None).unwrap().ints(), [-1]);
        let stored: Vec<_> = memory.unbounded()[0].stored().keys().collect();
        assert_eq!(stored, [&1]);
        let bits = memory.load(Kind::Int(32), &at(1, 4), None, None).unwrap();
        assert_eq!(bits.ints(), [i64::from(99f32.to_bits())]);
    }

    #[test]
    fn faults_are_told() {
        let memory = memory();
        let fault = memory.load(F32, &at(1, 2), None, None).unwrap_err();
        assert_eq!(fault.to_string(), "misaligned access at a + 2 bytes");
        let outside = memory.load(Kind::Int(8), &at(2, 16), None, None).unwrap_err();
        assert!(matches!(outside, Fault::OutOfBounds(_)), "{outside}");
        let other = memory.load(Kind::Int(64), &at(1, 8), None, None).unwrap_err();
        assert!(matches!(other, Fault::Reinterpreted { .. }), "{other}");
    }
}
