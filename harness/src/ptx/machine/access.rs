//! Addresses and moves, and what an address means.
//!
//! A shared address is an offset; one of another block of the cluster has that block's rank, plus
//! one, from bit 24 on. A generic address has its space in the top byte; global memory has none.

use super::code::{Step, Value};
use super::run::{Flow, Machine};
use super::shared::Accessor;
use super::stop::Stop;
use super::warp::{Warp, WarpId};
use crate::ptx::decode::Memory;
use crate::ptx::lanes::{Lanes, WARP, lanes_of};
use crate::ptx::types::{Space, Type};

pub(super) const RANK: u32 = 24;
/// The bits of a shared address that are an offset.
pub(super) const OFFSET: u32 = (1 << RANK) - 1;
const WINDOW: u32 = 56;
const SHARED: u64 = 1 << WINDOW;
const LOCAL: u64 = 2 << WINDOW;
const PARAM: u64 = 3 << WINDOW;

/// What an address means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Global(u64),
    /// A block of the cluster, and the offset.
    Shared(usize, u64),
    /// In the local memory of the function that is executed.
    Local(u64),
    /// The same, from where that of the kernel begins: a generic address may go to a called function.
    Stack(u64),
    Parameter(u64),
}

impl Machine<'_> {
    /// What an address in a space means to a warp.
    pub(super) fn target(&self, warp: WarpId, space: Space, address: u64) -> Result<Target, Stop> {
        Ok(match space {
            Space::Global | Space::Const => Target::Global(address),
            Space::Shared | Space::SharedCluster => {
                let address = address as u32;
                let block = match (address >> RANK) as usize {
                    0 => warp.block,
                    rank => rank - 1,
                };
                if block >= self.cluster.blocks.len()
                    || space == Space::Shared && block != warp.block
                {
                    return Err(Stop::fault(format!("{address:#x} is no shared address")));
                }
                Target::Shared(block, u64::from(address & OFFSET))
            }
            Space::Local => Target::Local(address & 0xffff_ffff),
            Space::Param => Target::Parameter(address & 0xffff_ffff),
            Space::Generic => {
                let space = match address & !((1 << WINDOW) - 1) {
                    0 => Space::Global,
                    SHARED => Space::SharedCluster,
                    LOCAL => return Ok(Target::Stack(address & 0xffff_ffff)),
                    PARAM => Space::Param,
                    _ => return Err(Stop::fault(format!("{address:#x} is no generic address"))),
                };
                return self.target(warp, space, address & ((1 << WINDOW) - 1));
            }
        })
    }

    /// The same, for an access that must be aligned to its size.
    pub(super) fn aligned_target(
        &self,
        warp: WarpId,
        space: Space,
        address: u64,
        size: usize,
    ) -> Result<Target, Stop> {
        if !address.is_multiple_of(size.next_power_of_two() as u64) {
            let what = format!("{size} bytes at {address:#x}, which is not aligned ({space:?})");
            return Err(Stop::fault(what));
        }
        self.target(warp, space, address)
    }

    pub(super) fn read_bytes(
        &mut self,
        warp: &mut Warp,
        lane: usize,
        target: Target,
        out: &mut [u8],
    ) -> Result<(), Stop> {
        match target {
            Target::Global(address) => self.global.read(address, out),
            Target::Shared(block, at) => {
                let epoch = self.cluster.epoch(warp.id.index);
                let clock = &self.cluster.clocks[warp.id.index];
                let by = Accessor { epoch, clock, fences: false };
                self.cluster.blocks[block].shared.read(at, out, by)
            }
            Target::Local(at) => {
                let at = at.saturating_add(base(warp));
                out.copy_from_slice(local(warp, lane, at, out.len())?);
                Ok(())
            }
            Target::Stack(at) => {
                out.copy_from_slice(local(warp, lane, at, out.len())?);
                Ok(())
            }
            Target::Parameter(at) => {
                out.copy_from_slice(warp.frame().parameter(lane, at, out.len())?);
                Ok(())
            }
        }
    }

    pub(super) fn write_bytes(
        &mut self,
        warp: &mut Warp,
        lane: usize,
        target: Target,
        data: &[u8],
    ) -> Result<(), Stop> {
        match target {
            Target::Global(address) => self.global.write(address, data),
            Target::Shared(block, at) => {
                let epoch = self.cluster.epoch(warp.id.index);
                let clock = &self.cluster.clocks[warp.id.index];
                let by = Accessor { epoch, clock, fences: false };
                let block = &mut self.cluster.blocks[block];
                block.overwrite(at, data.len());
                block.shared.write(at, data, by)
            }
            Target::Local(at) => {
                let at = at.saturating_add(base(warp));
                local(warp, lane, at, data.len())?.copy_from_slice(data);
                Ok(())
            }
            Target::Stack(at) => {
                local(warp, lane, at, data.len())?.copy_from_slice(data);
                Ok(())
            }
            Target::Parameter(at) => {
                warp.frame().parameter(lane, at, data.len())?.copy_from_slice(data);
                Ok(())
            }
        }
    }

    pub(super) fn memory(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: Memory,
        active: u32,
    ) -> Result<Flow, Stop> {
        match (op, &step.values[..]) {
            (Memory::Move { ty }, [to, from]) => self.move_bits(warp, to, from, ty, active)?,
            (Memory::Load { space, ty, lanes, .. }, [to, from, ..]) => {
                let addresses = self.addresses(warp, from);
                self.load(warp, to, &addresses, space, (ty, lanes as usize), active)?;
            }
            (Memory::Store { space, ty, lanes, .. }, [to, from, ..]) => {
                let addresses = self.addresses(warp, to);
                self.store(warp, from, &addresses, space, (ty, lanes as usize), active)?;
            }
            (Memory::ConvertAddress { space, to_space, .. }, [to, from]) => {
                let window = window(space)?;
                let base = if space == Space::Local { base(warp) } else { 0 };
                let bits = self.lanes(warp, from).map(|address| match to_space {
                    true if window != 0 => (address & ((1 << WINDOW) - 1)).wrapping_sub(base),
                    true => address,
                    false => address.wrapping_add(base) | window,
                });
                self.put(warp, to, &bits, active);
            }
            (Memory::IsSpace { space }, [to, from]) => {
                let window = window(space)?;
                let bits = self.lanes(warp, from);
                let bits = bits.map(|address| u64::from(address & !((1 << WINDOW) - 1) == window));
                self.put(warp, to, &bits, active);
            }
            (Memory::MapAddress { space, .. }, [to, from, rank]) => {
                let (from, rank) = (self.lanes(warp, from), self.lanes(warp, rank));
                let window = if space == Space::Generic { SHARED } else { 0 };
                let bits: Lanes = std::array::from_fn(|lane| {
                    let offset = from[lane] & u64::from(OFFSET);
                    window | (rank[lane] + 1) << RANK & 0xffff_ffff | offset
                });
                if lanes_of(active).any(|lane| rank[lane] >= self.cluster.blocks.len() as u64) {
                    return Err(Stop::undefined("a block that the cluster does not have"));
                }
                self.put(warp, to, &bits, active);
            }
            (Memory::BlockRank { .. }, [to, from]) => {
                let own = warp.id.block as u64;
                let bits = self.lanes(warp, from);
                let bits = bits.map(|address| match (address as u32) >> RANK {
                    0 => own,
                    rank => u64::from(rank) - 1,
                });
                self.put(warp, to, &bits, active);
            }
            (Memory::CreatePolicy, [to, ..]) => self.put(warp, to, &[0; WARP], active),
            (Memory::Prefetch | Memory::Discard { .. }, _) => {}
            _ => return Err(Stop::malformed("operands that do not fit their instruction")),
        }
        Ok(Flow::Next)
    }

    fn move_bits(
        &mut self,
        warp: &mut Warp,
        to: &Value,
        from: &Value,
        ty: Type,
        active: u32,
    ) -> Result<(), Stop> {
        if ty.bits() > 64 {
            return Err(Stop::unsupported(format!("mov.{}", ty.name())));
        }
        let mut bits = match from {
            Value::Vector(items) => {
                let width = ty.bits() / items.len().max(1) as u32;
                let mut whole = [0u64; WARP];
                for (at, item) in items.iter().enumerate() {
                    let part = self.lanes(warp, item);
                    for (whole, part) in whole.iter_mut().zip(part) {
                        *whole |= (part & low(width)) << (at as u32 * width);
                    }
                }
                whole
            }
            from => self.lanes(warp, from),
        };
        if ty != Type::Pred {
            bits.iter_mut().for_each(|bits| *bits &= low(ty.bits()));
        }
        match to {
            Value::Vector(items) => {
                let width = ty.bits() / items.len().max(1) as u32;
                for (at, item) in items.iter().enumerate() {
                    let part = bits.map(|bits| bits >> (at as u32 * width) & low(width));
                    self.put(warp, item, &part, active);
                }
            }
            to => self.put(warp, to, &bits, active),
        }
        Ok(())
    }
}

fn window(space: Space) -> Result<u64, Stop> {
    Ok(match space {
        Space::Global | Space::Const => 0,
        Space::Shared | Space::SharedCluster => SHARED,
        Space::Local => LOCAL,
        Space::Param => PARAM,
        Space::Generic => return Err(Stop::malformed("an address conversion without a space")),
    })
}

/// A mask of so many low bits.
fn low(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Where the local memory of the function that is executed begins.
fn base(warp: &Warp) -> u64 {
    warp.frames.last().map_or(0, |frame| frame.local_base) as u64
}

fn local(warp: &mut Warp, lane: usize, start: u64, size: usize) -> Result<&mut [u8], Stop> {
    let length = warp.local.get(lane).map_or(0, Vec::len);
    match start.checked_add(size as u64).filter(|end| *end <= length as u64) {
        Some(end) => Ok(&mut warp.local[lane][start as usize..end as usize]),
        None => Err(Stop::fault(format!("{size} bytes of local memory at {start} of {length}"))),
    }
}
