//! Loads and stores of the lanes of a warp.
//!
//! Where all of them access one buffer, or shared memory of their own block, that is tested once,
//! and neighbours in shared memory are one access. Whatever else there is, a fault too, is for each
//! lane by itself, lowest first.

use std::ops::Range;

use super::access::RANK;
use super::code::Value;
use super::global::GlobalBuffer;
use super::run::Machine;
use super::shared::Accessor;
use super::stop::Stop;
use super::warp::{Frame, Warp};
use crate::ptx::lanes::{ALL, Lanes, WARP, every, lanes_of};
use crate::ptx::types::{Space, Type};

/// The most bytes of one access: `ld.v8.b32`.
const WIDEST: usize = 32;

/// Calls a function that is generic over the bytes of an element.
macro_rules! sized {
    ($size:expr, $function:ident($($argument:expr),*)) => {
        match $size {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            4 => $function::<4>($($argument),*),
            _ => $function::<8>($($argument),*),
        }
    };
}

/// Where a warp loads from or stores to.
#[derive(Clone, Copy)]
struct Access<'a> {
    space: Space,
    addresses: &'a Lanes,
    /// Bytes of an element.
    size: usize,
    /// Bytes of a lane.
    total: usize,
    active: u32,
}

impl Machine<'_> {
    pub(super) fn load(
        &mut self,
        warp: &mut Warp,
        to: &Value,
        addresses: &Lanes,
        space: Space,
        (ty, count): (Type, usize),
        active: u32,
    ) -> Result<(), Stop> {
        let (size, total) = sizes(ty, count)?;
        let access = Access { space, addresses, size, total, active };
        let mut results = std::mem::take(&mut self.out);
        let outcome = self.load_all(warp, access, &mut results[..count]);
        self.out = results;
        outcome?;
        if ty.is_signed() {
            for result in &mut self.out[..count] {
                *result = result.map(|bits| extend(bits, ty.bits()));
            }
        }
        let targets = match to {
            Value::Vector(items) => items,
            to => std::slice::from_ref(to),
        };
        for (at, target) in targets.iter().enumerate() {
            if let Value::Register(register) = target {
                let keep = self.procedure(warp).keep[*register as usize];
                warp.frame().put(*register, &self.out[at], active, keep);
            }
        }
        Ok(())
    }

    fn load_all(
        &mut self,
        warp: &mut Warp,
        access: Access,
        results: &mut [Lanes],
    ) -> Result<(), Stop> {
        let Access { space, addresses, size, total, active } = access;
        if access.is_global()
            && let Some(buffer) = self.global.loading(addresses, total, active)
        {
            sized!(size, gather(buffer, access, results));
            return Ok(());
        }
        if self.is_own_shared(warp, access) {
            return self.load_shared(warp, access, results);
        }
        if let Some(at) = access.parameter(warp.frame()) {
            sized!(size, gather_parameters(warp.frame(), at, access, results));
            return Ok(());
        }
        let mut bytes = [0; WIDEST];
        for lane in lanes_of(active) {
            let bytes = &mut bytes[..total];
            let target = self.aligned_target(warp.id, space, addresses[lane], total)?;
            self.read_bytes(warp, lane, target, bytes)?;
            unpack(bytes, size, lane, results);
        }
        Ok(())
    }

    /// Whether all lanes access shared memory of their own block, within its bounds.
    fn is_own_shared(&self, warp: &Warp, access: Access) -> bool {
        let size = self.cluster.blocks[warp.id.block].shared.size() as u64;
        // An offset and nothing else, so that no rank is named.
        let end = size.min(1 << RANK);
        let is_inside = |address: u64| offset(address) + access.total as u64 <= end;
        matches!(access.space, Space::Shared | Space::SharedCluster)
            && access.is_aligned()
            && every(access.addresses, access.active, is_inside)
    }

    fn load_shared(
        &mut self,
        warp: &Warp,
        access: Access,
        results: &mut [Lanes],
    ) -> Result<(), Stop> {
        let epoch = self.cluster.epoch(warp.id.index);
        let by = Accessor { epoch, clock: &self.cluster.clocks[warp.id.index], fences: false };
        let shared = &mut self.cluster.blocks[warp.id.block].shared;
        let mut bytes = [0; WARP * WIDEST];
        let mut left = access.active;
        while left != 0 {
            let (first, count) = access.neighbours(left);
            let bytes = &mut bytes[..count * access.total];
            shared.read(offset(access.addresses[first]), bytes, by)?;
            unpack(bytes, access.size, first, results);
            left = without(left, first, count);
        }
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        warp: &mut Warp,
        from: &Value,
        addresses: &Lanes,
        space: Space,
        (ty, count): (Type, usize),
        active: u32,
    ) -> Result<(), Stop> {
        let (size, total) = sizes(ty, count)?;
        let access = Access { space, addresses, size, total, active };
        let sources = match from {
            Value::Vector(items) => items,
            from => std::slice::from_ref(from),
        };
        let mut values = std::mem::take(&mut self.out);
        for (value, source) in values.iter_mut().zip(sources) {
            *value = self.lanes(warp, source);
        }
        let outcome = self.store_all(warp, access, &values[..count]);
        self.out = values;
        outcome
    }

    fn store_all(&mut self, warp: &mut Warp, access: Access, values: &[Lanes]) -> Result<(), Stop> {
        let Access { space, addresses, size, total, active } = access;
        if access.is_global()
            && let Some(buffer) = self.global.holding(addresses, total, active)
        {
            sized!(size, scatter(buffer, access, values));
            return Ok(());
        }
        // Stores may end mbarriers, which is seen to one by one.
        let has_mbarriers = !self.cluster.blocks[warp.id.block].mbarriers.is_empty();
        if !has_mbarriers && self.is_own_shared(warp, access) {
            return self.store_shared(warp, access, values);
        }
        let mut bytes = [0; WIDEST];
        for lane in lanes_of(active) {
            let bytes = &mut bytes[..total];
            pack(values, size, lane, bytes);
            let target = self.aligned_target(warp.id, space, addresses[lane], total)?;
            self.write_bytes(warp, lane, target, bytes)?;
        }
        Ok(())
    }

    fn store_shared(&mut self, warp: &Warp, access: Access, values: &[Lanes]) -> Result<(), Stop> {
        let epoch = self.cluster.epoch(warp.id.index);
        let by = Accessor { epoch, clock: &self.cluster.clocks[warp.id.index], fences: false };
        let shared = &mut self.cluster.blocks[warp.id.block].shared;
        let mut bytes = [0; WARP * WIDEST];
        let mut left = access.active;
        while left != 0 {
            let (first, count) = access.neighbours(left);
            let bytes = &mut bytes[..count * access.total];
            pack(values, access.size, first, bytes);
            shared.write(offset(access.addresses[first]), bytes, by)?;
            left = without(left, first, count);
        }
        Ok(())
    }
}

impl Access<'_> {
    /// Whether it is an access to global memory in which nothing is wrong, if there is memory.
    fn is_global(&self) -> bool {
        matches!(self.space, Space::Global | Space::Const) && self.is_aligned()
    }

    fn is_aligned(&self) -> bool {
        let below = self.total.next_power_of_two() as u64 - 1;
        every(self.addresses, self.active, |address| address & below == 0)
    }

    /// Where it begins in a buffer, if all lanes access what follows in it, one after the other.
    fn row(&self, buffer: &GlobalBuffer) -> Option<Range<usize>> {
        let first = self.addresses[0];
        let follows = self.addresses.iter().zip(0..).fold(true, |all, (address, lane)| {
            all & (*address == first.wrapping_add(lane * self.total as u64))
        });
        let at = first.wrapping_sub(buffer.base) as usize;
        // Of a lane that takes no part the address means nothing.
        (self.active == ALL && follows).then(|| at..at + WARP * self.total)
    }

    /// Where in parameter memory it is, if that is the same for all lanes and nothing is wrong in it.
    fn parameter(&self, frame: &Frame) -> Option<usize> {
        let at = offset(self.addresses[self.active.trailing_zeros() as usize]);
        let is_there = self.space == Space::Param
            && at + self.total as u64 <= frame.parameter_bytes() as u64
            && self.is_aligned()
            && every(self.addresses, self.active, |address| offset(address) == at);
        is_there.then_some(at as usize)
    }

    /// The first lane of a mask, and how many of those that follow it are in the mask and access
    /// what follows in shared memory, itself included.
    fn neighbours(&self, mask: u32) -> (usize, usize) {
        let first = mask.trailing_zeros() as usize;
        let start = offset(self.addresses[first]);
        let follows = |count: &usize| {
            let lane = first + count;
            (mask >> lane) & 1 == 1
                && offset(self.addresses[lane]) == start + (count * self.total) as u64
        };
        (first, 1 + (1..WARP - first).take_while(follows).count())
    }
}

/// A shared address has 32 bits.
fn offset(address: u64) -> u64 {
    u64::from(address as u32)
}

/// A mask without some neighbours.
fn without(mask: u32, first: usize, count: usize) -> u32 {
    let all = if count == WARP { u32::MAX } else { (1 << count) - 1 };
    mask & !(all << first)
}

/// The little-endian number of some bytes.
#[inline(always)]
fn number<const SIZE: usize>(bytes: &[u8]) -> u64 {
    let mut whole = [0; 8];
    whole[..SIZE].copy_from_slice(&bytes[..SIZE]);
    u64::from_le_bytes(whole)
}

/// What the lanes load from a buffer that holds it.
fn gather<const SIZE: usize>(buffer: &GlobalBuffer, access: Access, results: &mut [Lanes]) {
    if let Some(row) = access.row(buffer) {
        return unpack_sized::<SIZE>(&buffer.bytes[row], 0, results);
    }
    for lane in lanes_of(access.active) {
        let at = access.addresses[lane].wrapping_sub(buffer.base) as usize;
        let bytes = &buffer.bytes[at..at + access.total];
        for (part, result) in bytes.chunks_exact(SIZE).zip(&mut *results) {
            result[lane] = number::<SIZE>(part);
        }
    }
}

/// What the lanes load from a place in their parameter memory.
fn gather_parameters<const SIZE: usize>(
    frame: &Frame,
    at: usize,
    access: Access,
    results: &mut [Lanes],
) {
    let stride = frame.parameter_bytes();
    let lanes = if frame.is_uniform { 0..1 } else { 0..WARP };
    for lane in lanes {
        let bytes = &frame.parameters[lane * stride + at..][..access.total];
        for (part, result) in bytes.chunks_exact(SIZE).zip(&mut *results) {
            result[lane] = number::<SIZE>(part);
        }
    }
    if frame.is_uniform {
        results.iter_mut().for_each(|result| *result = [result[0]; WARP]);
    }
}

/// Stores to a buffer that holds it, the lowest lane first.
fn scatter<const SIZE: usize>(buffer: &mut GlobalBuffer, access: Access, values: &[Lanes]) {
    if let Some(row) = access.row(buffer) {
        pack_sized::<SIZE>(values, 0, &mut buffer.bytes[row.clone()]);
        buffer.written[row].fill(true);
        return;
    }
    for lane in lanes_of(access.active) {
        let at = access.addresses[lane].wrapping_sub(buffer.base) as usize;
        let range = at..at + access.total;
        for (part, value) in buffer.bytes[range.clone()].chunks_exact_mut(SIZE).zip(values) {
            part.copy_from_slice(&value[lane].to_le_bytes()[..SIZE]);
        }
        buffer.written[range].fill(true);
    }
}

/// Gives the elements in the bytes of some lanes, one lane after the other, to their results.
fn unpack(bytes: &[u8], size: usize, first: usize, results: &mut [Lanes]) {
    sized!(size, unpack_sized(bytes, first, results))
}

fn unpack_sized<const SIZE: usize>(bytes: &[u8], first: usize, results: &mut [Lanes]) {
    for (at, bytes) in bytes.chunks_exact(SIZE * results.len()).enumerate() {
        for (part, result) in bytes.chunks_exact(SIZE).zip(&mut *results) {
            result[first + at] = number::<SIZE>(part);
        }
    }
}

/// The bytes of some lanes, one lane after the other.
fn pack(values: &[Lanes], size: usize, first: usize, bytes: &mut [u8]) {
    sized!(size, pack_sized(values, first, bytes))
}

fn pack_sized<const SIZE: usize>(values: &[Lanes], first: usize, bytes: &mut [u8]) {
    for (at, bytes) in bytes.chunks_exact_mut(SIZE * values.len()).enumerate() {
        for (part, value) in bytes.chunks_exact_mut(SIZE).zip(values) {
            part.copy_from_slice(&value[first + at].to_le_bytes()[..SIZE]);
        }
    }
}

/// The bytes of an element, which must fit a register, and of all.
fn sizes(ty: Type, count: usize) -> Result<(usize, usize), Stop> {
    let size = ty.bits() as usize / 8;
    match matches!(size, 1 | 2 | 4 | 8) && size * count <= WIDEST {
        true => Ok((size, size * count)),
        false => Err(Stop::unsupported(format!("an access of {count} {}", ty.name()))),
    }
}

/// Sign-extends the low bits.
fn extend(value: u64, bits: u32) -> u64 {
    let shift = 64 - bits;
    (((value << shift) as i64) >> shift) as u64
}

#[cfg(test)]
mod tests;
