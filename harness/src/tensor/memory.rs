//! Device memory: buffers at fixed addresses, bounds checked on every access.

use std::fmt;

use super::lanes::Lanes;
use super::tile::slice;
use super::{Buffer, Data, Domain, Kind, Span, Tile, Unbounded, sign_extend};

/// Index of a buffer in its [`Memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub usize);

/// Where an address points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The buffer.
    pub buffer: BufferId,
    /// Element index in it.
    pub index: usize,
}

/// An access that no buffer allows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The address is in no buffer.
    #[error("access at {0}, which is outside every buffer")]
    OutOfBounds(Nearby),
    /// The address is inside an element.
    #[error("misaligned access at {0}")]
    Misaligned(Nearby),
    /// The element is of another size or its bits are not known in this domain.
    #[error("access at {place} as {bits} bits, which this memory does not model")]
    Reinterpreted {
        /// Where.
        place: Nearby,
        /// Width of the access.
        bits: u32,
    },
}

/// An address, told by the buffer below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    /// The byte address.
    pub address: u64,
    /// Name of the buffer that starts closest below, and the byte offset from its start.
    pub buffer: Option<(String, u64)>,
}

impl fmt::Display for Nearby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.buffer {
            Some((name, offset)) => write!(f, "{name} + {offset} bytes"),
            None => write!(f, "{:#x}", self.address),
        }
    }
}

/// All buffers of a launch, or memory without bounds ([`Unbounded`]); not both.
#[derive(Clone, Debug, Default)]
pub struct Memory<D: Domain> {
    buffers: Vec<Buffer<D>>,
    pub(super) unbounded: Vec<Unbounded<D>>,
}

impl<D: Domain> Memory<D> {
    /// Adds a buffer.
    pub fn add(&mut self, buffer: Buffer<D>) -> BufferId {
        self.buffers.push(buffer);
        BufferId(self.buffers.len() - 1)
    }

    /// Adds memory without bounds.
    pub fn add_unbounded(&mut self, region: Unbounded<D>) {
        self.unbounded.push(region);
    }

    /// The memory without bounds, in the order in which it was added.
    pub fn unbounded(&self) -> &[Unbounded<D>] {
        &self.unbounded
    }

    /// The buffers, in order of their ids.
    pub fn buffers(&self) -> &[Buffer<D>] {
        &self.buffers
    }

    /// One buffer.
    pub fn buffer(&self, id: BufferId) -> &Buffer<D> {
        &self.buffers[id.0]
    }

    /// Describes an address for a person.
    pub fn nearby(&self, address: u64) -> Nearby {
        let buffers = self.buffers.iter().map(|b| (&b.name, b.base));
        let starts = buffers.chain(self.unbounded.iter().map(|r| (&r.name, r.base)));
        let below = starts.filter(|(_, base)| *base <= address).max_by_key(|(_, base)| *base);
        Nearby { address, buffer: below.map(|(name, base)| (name.clone(), address - base)) }
    }

    /// The element at an address that is accessed as `kind`.
    ///
    /// # Errors
    /// Every [`Fault`].
    pub fn resolve(&self, address: u64, kind: Kind) -> Result<Place, Fault> {
        self.resolve_near(address, kind, BufferId(0))
    }

    /// As `resolve`, looking in buffer `hint` first.
    fn resolve_near(&self, address: u64, kind: Kind, hint: BufferId) -> Result<Place, Fault> {
        let holds = |b: &Buffer<D>| b.base <= address && address < b.end();
        let id = match self.buffers.get(hint.0) {
            Some(buffer) if holds(buffer) => hint.0,
            _ => self
                .buffers
                .iter()
                .position(holds)
                .ok_or_else(|| Fault::OutOfBounds(self.nearby(address)))?,
        };
        let (buffer, bytes) = (&self.buffers[id], kind.bytes() as u64);
        if buffer.kind.bytes() as u64 != bytes {
            return Err(Fault::Reinterpreted { place: self.nearby(address), bits: kind.bits() });
        }
        let offset = address - buffer.base;
        if !offset.is_multiple_of(bytes) {
            return Err(Fault::Misaligned(self.nearby(address)));
        }
        Ok(Place { buffer: BufferId(id), index: (offset / bytes) as usize })
    }

    /// The buffer in which all accessed lanes lie, if there is one and its elements are of the size
    /// of `kind`. `None` says nothing: such lanes are resolved one by one.
    pub fn span(&self, kind: Kind, addresses: &[i64], mask: Option<&[i64]>) -> Option<Span> {
        let first = match mask {
            None => 0,
            Some(mask) => mask.iter().position(|&flag| flag != 0)?,
        };
        let place = self.resolve(addresses[first] as u64, kind).ok()?;
        let buffer = self.buffer(place.buffer);
        let bytes = kind.bytes() as u64;
        let size = buffer.len() as u64 * bytes;
        let outside = |address: i64| {
            let offset = (address as u64).wrapping_sub(buffer.base);
            (offset >= size) | (offset & (bytes - 1) != 0)
        };
        let faults = match mask {
            None => addresses.iter().fold(false, |bad, &address| bad | outside(address)),
            Some(mask) => addresses
                .iter()
                .zip(mask)
                .fold(false, |bad, (&address, &flag)| bad | ((flag != 0) & outside(address))),
        };
        let shift = bytes.trailing_zeros();
        (!faults).then_some(Span { buffer: place.buffer, base: buffer.base, shift })
    }

    fn load_span(
        &self,
        span: Span,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        other: Option<&Tile<D>>,
    ) -> Option<Tile<D>> {
        let buffer = self.buffer(span.buffer);
        let (lanes, flags) = (addresses.ints(), mask.map(Tile::ints));
        let tile = match (&buffer.elements, kind) {
            (Data::Int(array), Kind::Int(bits)) => {
                let mut values = span.gather(slice(array), lanes, flags, other.map(Tile::ints), 0);
                if bits != buffer.kind.bits() {
                    values.iter_mut().for_each(|value| *value = sign_extend(*value, bits));
                }
                Tile::from_ints(addresses.shape(), values)
            }
            (Data::Float(array), Kind::Float(_)) if buffer.kind == kind => {
                let (zero, other) = (D::constant(0.0), other.map(Tile::floats));
                let values = span.gather(slice(array), lanes, flags, other, zero);
                Tile::from_floats(addresses.shape(), values)
            }
            _ => return None,
        };
        let unspecified = flags.is_some() && other.is_none_or(|other| other.undef().is_some());
        if buffer.undef.is_none() && !unspecified {
            return Some(tile);
        }
        let mut undef = match (flags, other) {
            (None, _) => vec![false; lanes.len()],
            (Some(flags), None) => flags.iter().map(|&flag| flag == 0).collect(),
            (Some(_), Some(other)) => {
                other.undef().map_or_else(|| vec![false; lanes.len()], <[bool]>::to_vec)
            }
        };
        span.each(lanes, flags, |index, lane| {
            undef[lane] = buffer.undef.as_ref().is_some_and(|flags| flags[index]);
        });
        Some(tile.with_undef_flags(Some(undef)))
    }

    /// Loads a tile; lanes where `mask` is false are not accessed and take `other`, or are
    /// undefined without it. Undefined addresses and masks must have been ruled out by the caller.
    ///
    /// # Errors
    /// The fault of the first lane that has one.
    pub fn load(
        &self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        other: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Fault> {
        if !self.unbounded.is_empty() {
            return self.load_unbounded(kind, addresses, mask, other);
        }
        if let Some(span) = self.span(kind, addresses.ints(), mask.map(Tile::ints))
            && let Some(tile) = self.load_span(span, kind, addresses, mask, other)
        {
            return Ok(tile);
        }
        let mut lanes = Lanes::<D>::new(kind, addresses.len());
        let (mut hint, mask) = (BufferId(0), mask.map(Tile::ints));
        for (lane, &address) in addresses.ints().iter().enumerate() {
            if mask.is_some_and(|mask| mask[lane] == 0) {
                lanes.push_other(other, lane);
                continue;
            }
            let place = self.resolve_near(address as u64, kind, hint)?;
            hint = place.buffer;
            let buffer = self.buffer(place.buffer);
            if !lanes.push(buffer, place.index, kind) {
                let place = self.nearby(address as u64);
                return Err(Fault::Reinterpreted { place, bits: kind.bits() });
            }
        }
        Ok(lanes.tile(addresses.shape()))
    }

    /// Stores a tile where `mask` is true.
    ///
    /// # Errors
    /// The fault of the first lane that has one; lanes before it are stored.
    pub fn store(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        values: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<(), Fault> {
        if !self.unbounded.is_empty() {
            return self.store_unbounded(kind, addresses, values, mask);
        }
        let (mut hint, mask) = (BufferId(0), mask.map(Tile::ints));
        for (lane, &address) in addresses.ints().iter().enumerate() {
            if mask.is_some_and(|mask| mask[lane] == 0) {
                continue;
            }
            let place = self.resolve_near(address as u64, kind, hint)?;
            hint = place.buffer;
            if !self.buffers[place.buffer.0].put(place.index, kind, values, lane) {
                let place = self.nearby(address as u64);
                return Err(Fault::Reinterpreted { place, bits: kind.bits() });
            }
        }
        Ok(())
    }

    /// Calls `f` with the place and the lane of each element that is accessed.
    ///
    /// # Errors
    /// The fault of the first lane that has one.
    pub fn places(
        &self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        mut f: impl FnMut(Place, usize),
    ) -> Result<(), Fault> {
        let (mut hint, mask) = (BufferId(0), mask.map(Tile::ints));
        for (lane, &address) in addresses.ints().iter().enumerate() {
            if mask.is_some_and(|mask| mask[lane] == 0) {
                continue;
            }
            let place = self.resolve_near(address as u64, kind, hint)?;
            hint = place.buffer;
            f(place, lane);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Exact, FloatFormat};

    type T = Tile<Exact>;

    fn memory() -> Memory<Exact> {
        let mut memory = Memory::default();
        let f32 = Kind::Float(FloatFormat::F32);
        memory.add(Buffer::new("a", 0x1000, f32, &T::from_floats(&[4], vec![1.0, 2.0, 3.0, 4.0])));
        memory.add(Buffer::new("b", 0x2000, Kind::Int(8), &T::splat_int(&[4], 0)));
        memory
    }

    #[test]
    fn masked_lanes_are_not_accessed() {
        let addresses = T::from_ints(&[2], vec![0x1004, 0]);
        let mask = T::from_ints(&[2], vec![-1, 0]);
        let f32 = Kind::Float(FloatFormat::F32);
        let loaded = memory().load(f32, &addresses, Some(&mask), None).unwrap();
        assert_eq!(loaded.floats()[0], 2.0);
        assert_eq!(loaded.undef(), Some(&[false, true][..]));
        let other = T::splat_float(&[2], 9.0);
        let loaded = memory().load(f32, &addresses, Some(&mask), Some(&other)).unwrap();
        assert_eq!((loaded.floats(), loaded.any_undef()), (&[2.0, 9.0][..], false));
    }

    #[test]
    fn faults_name_the_buffer() {
        let f32 = Kind::Float(FloatFormat::F32);
        let fault = memory().load(f32, &T::int(0x1010), None, None).unwrap_err();
        assert_eq!(fault.to_string(), "access at a + 16 bytes, which is outside every buffer");
        assert!(matches!(memory().resolve(0x1002, f32), Err(Fault::Misaligned(_))));
        assert!(matches!(memory().resolve(0x1000, Kind::Int(8)), Err(Fault::Reinterpreted { .. })));
    }

    #[test]
    fn stores_are_seen_and_bits_are_reinterpreted() {
        let mut memory = memory();
        memory.store(Kind::Int(32), &T::int(0x1000), &T::int(0x4000_0000), None).unwrap();
        assert_eq!(memory.buffer(BufferId(0)).tile().floats()[0], 2.0);
        memory.store(Kind::Int(1), &T::int(0x2001), &T::int(-1), None).unwrap();
        let bytes = memory.buffer(BufferId(1));
        assert_eq!(
            (bytes.tile().ints(), bytes.written()),
            (&[0, 1, 0, 0][..], &[false, true, false, false][..])
        );
    }
}
