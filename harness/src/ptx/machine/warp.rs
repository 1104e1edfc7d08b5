//! A warp: its registers, and which of its lanes stand where.
//!
//! Lanes that part at a branch meet again at its immediate post-dominator. The lanes that stand
//! together are an entry of a stack: the top one executes; an entry ends where its lanes meet those
//! of the one below.

use super::code::Procedure;
use super::stop::Stop;
use crate::ptx::lanes::{ALL, Lanes, WARP, lanes_of};

/// Which warp it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WarpId {
    /// In the cluster.
    pub(super) index: usize,
    /// Its block in the cluster.
    pub(super) block: usize,
    /// In the block.
    pub(super) id: u32,
}

/// Lanes that stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The instruction to execute next.
    pub(super) pc: u32,
    /// Where they meet the others.
    pub(super) until: u32,
    pub(super) mask: u32,
}

/// A function that is being executed.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) procedure: usize,
    pub(super) registers: Vec<Lanes>,
    /// Lanes that stand apart, those that go first on top.
    pub(super) stack: Vec<Entry>,
    /// Lanes that called it.
    pub(super) mask: u32,
    /// Lanes that have returned.
    pub(super) returned: u32,
    /// Parameter memory, lane after lane.
    pub(super) parameters: Vec<u8>,
    /// Whether it is certain that all lanes have the same in it.
    pub(super) is_uniform: bool,
    /// Where its local memory begins.
    pub(super) local_base: usize,
    /// For each register the product group, plus one, that has not been waited for and writes it.
    /// Empty where there is none.
    pub(super) in_flight: Vec<u32>,
}

impl Frame {
    /// `registers` is what is to be allocated again, whatever it holds.
    pub(super) fn new(
        index: usize,
        procedure: &Procedure,
        mut registers: Vec<Lanes>,
        mask: u32,
        local_base: usize,
    ) -> Self {
        let until = procedure.steps.len() as u32;
        registers.clear();
        registers.resize(procedure.keep.len(), [0; WARP]);
        Frame {
            procedure: index,
            registers,
            stack: vec![Entry { pc: 0, until, mask }],
            mask,
            returned: 0,
            parameters: vec![0; procedure.parameter_bytes as usize * WARP],
            is_uniform: false,
            local_base,
            in_flight: Vec::new(),
        }
    }

    /// Writes the active lanes of a register.
    pub(super) fn put(&mut self, register: u32, value: &Lanes, active: u32, keep: u64) {
        let register = &mut self.registers[register as usize];
        if active == ALL {
            for (to, from) in register.iter_mut().zip(value) {
                *to = from & keep;
            }
            return;
        }
        for lane in lanes_of(active) {
            register[lane] = value[lane] & keep;
        }
    }

    /// The top entry.
    pub(super) fn top(&mut self) -> &mut Entry {
        self.stack.last_mut().expect("invariant: a frame that executes has an entry")
    }

    /// Bytes of parameter memory of a lane.
    pub(super) fn parameter_bytes(&self) -> usize {
        self.parameters.len() / WARP
    }

    /// Where a lane's parameter memory has these bytes.
    pub(super) fn parameter(
        &mut self,
        lane: usize,
        at: u64,
        size: usize,
    ) -> Result<&mut [u8], Stop> {
        // It may be written to.
        self.is_uniform = false;
        let stride = self.parameter_bytes();
        let end = at.checked_add(size as u64).filter(|end| *end <= stride as u64);
        match end {
            Some(end) => {
                let first = lane * stride;
                Ok(&mut self.parameters[first + at as usize..first + end as usize])
            }
            None => Err(Stop::fault(format!("{size} bytes of parameters at {at} of {stride}"))),
        }
    }
}

/// A copy of a `cp.async` that has not landed.
#[derive(Clone, Debug)]
pub(super) struct PendingCopy {
    /// The lane's group.
    pub(super) group: u32,
    pub(super) lane: usize,
    pub(super) from: u64,
    /// Bytes that are read; the rest is zero.
    pub(super) read: usize,
    pub(super) to: u64,
    pub(super) size: usize,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Warp {
    pub(super) id: WarpId,
    pub(super) frames: Vec<Frame>,
    /// Lanes that have ended, or never were.
    pub(super) exited: u32,
    /// The carry flag of each lane.
    pub(super) carry: u32,
    pub(super) copies: Vec<PendingCopy>,
    /// Groups of `cp.async` that each lane has committed.
    pub(super) committed: Lanes,
    /// Bulk groups that each lane has committed.
    pub(super) bulk_committed: Lanes,
    /// Those that have been read at least.
    pub(super) bulk_read: Lanes,
    /// Lanes with a bulk store that is in no group yet.
    pub(super) bulk_open: u32,
    /// Product groups committed.
    pub(super) products: u32,
    /// The phase of the cluster's barrier that it has arrived at.
    pub(super) cluster_phase: Option<u64>,
    /// Local memory of each lane; of none where no function has had any.
    pub(super) local: Vec<Vec<u8>>,
}

impl Warp {
    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("invariant: a warp that executes has a frame")
    }

    /// Lanes that are left in the function that executes.
    pub(super) fn live(&self) -> u32 {
        let returned = self.frames.last().map_or(0, |frame| frame.returned);
        !(self.exited | returned)
    }
}
