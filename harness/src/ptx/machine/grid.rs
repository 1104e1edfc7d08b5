//! A launch: the clusters of a grid, one after the other or, of a large grid, shares of them at the
//! same time.
//!
//! All shares begin with the memory before the launch. That is as if each followed the one before
//! if none reads a byte that an earlier one stores to. Where one does, or stops, the clusters are
//! executed again, in order. So what a launch leaves does not depend on the number of threads.

use std::ops::Range;

use rayon::prelude::*;

use super::code::{Code, Slot};
use super::global::GlobalMemory;
use super::run::Machine;
use super::stop::Stop;
use super::{Options, Run};
use crate::ptx::lanes::WARP;
use crate::ptx::program::Opcode;
use crate::ptx::types::Space;
use crate::tensor::Random;

/// With fewer instructions in the warps of all clusters, loops not counted, shares cost more than
/// they save: each copies global memory.
const WORTH_SHARING: usize = 1 << 16;

/// How far apart the seeds of two clusters are: odd, and not what [`Random`] itself steps by.
const SEEDS: u64 = 0xbf58_476d_1ce4_e5b9;

/// What is launched.
struct Grid<'a> {
    code: &'a Code,
    options: &'a Options,
    parameters: Vec<u8>,
    clusters: usize,
}

/// What some clusters left.
struct Done {
    memory: GlobalMemory,
    approximate: bool,
    steps: u64,
}

pub(super) fn run(
    code: &Code,
    arguments: &[Vec<u8>],
    memory: GlobalMemory,
    options: &Options,
) -> Result<Run, Stop> {
    let own = memory.buffers().len();
    let mut global = memory;
    for buffer in &code.globals {
        global.add(buffer.clone());
    }
    let grid = Grid::new(code, arguments, options)?;
    let shares = grid.shares();
    let together = if shares > 1 { grid.together(&global, shares) } else { None };
    let done = match together {
        Some(done) => done,
        None => grid.execute(0..grid.clusters, global)?,
    };
    let Done { mut memory, approximate, steps } = done;
    memory.truncate(own);
    Ok(Run { memory, approximate, steps })
}

impl<'a> Grid<'a> {
    fn new(code: &'a Code, arguments: &[Vec<u8>], options: &'a Options) -> Result<Self, Stop> {
        let parameters = parameters(code, arguments)?;
        let along = options.grid.iter().map(|size| *size as usize);
        let clusters = along.fold(1, usize::saturating_mul);
        Ok(Grid { code, options, parameters, clusters })
    }

    /// How many shares are worth it. Where clusters meet in atomic operations they would read what
    /// others store.
    fn shares(&self) -> usize {
        let warps = self.options.threads as usize / WARP * self.options.cluster.max(1) as usize;
        let each = self.code.procedures[self.code.entry].steps.len() * warps;
        let is_large = each.saturating_mul(self.clusters) >= WORTH_SHARING;
        let threads = rayon::current_num_threads();
        if !is_large || self.clusters < 2 || threads < 2 || self.code.has_global_atomics() {
            return 1;
        }
        threads.min(self.clusters)
    }

    /// Executes clusters one after the other. Each has a schedule and a clock of its own, whatever
    /// was before it.
    fn execute(&self, clusters: Range<usize>, global: GlobalMemory) -> Result<Done, Stop> {
        let mut machine = Machine::new(self.code, self.options, global);
        let mut steps = 0;
        for index in clusters {
            machine.steps = 0;
            machine.limit = self.options.steps - steps;
            let seed = self.options.seed.wrapping_add(SEEDS.wrapping_mul(index as u64));
            machine.random = Random::new(seed);
            machine.execute_cluster(self.position(index), &self.parameters)?;
            steps += machine.steps;
        }
        let state = machine.state;
        let approximate = state.approximate;
        Ok(Done { memory: machine.global, approximate, steps })
    }

    /// Executes shares at the same time; `None` if that might be something else than in order.
    fn together(&self, global: &GlobalMemory, shares: usize) -> Option<Done> {
        let (each, more) = (self.clusters / shares, self.clusters % shares);
        let first = |share: usize| share * each + share.min(more);
        let execute =
            |share: usize| self.execute(first(share)..first(share + 1), global.observed());
        let done: Result<Vec<Done>, Stop> = (0..shares).into_par_iter().map(execute).collect();
        let memory = global.clone();
        let mut all = Done { memory, approximate: false, steps: 0 };
        for done in done.ok()? {
            if !all.memory.follow(&done.memory) {
                return None;
            }
            all.approximate |= done.approximate;
            all.steps += done.steps;
        }
        (all.steps <= self.options.steps).then_some(all)
    }

    fn position(&self, index: usize) -> [u32; 3] {
        let [width, height, _] = self.options.grid.map(|size| size as usize);
        [index % width, index / width % height, index / width / height].map(|at| at as u32)
    }
}

impl Code {
    fn has_global_atomics(&self) -> bool {
        let mut steps = self.procedures.iter().flat_map(|procedure| &procedure.steps);
        steps.any(|step| match &step.op {
            Opcode::Atomic(op) => !matches!(op.space, Space::Shared | Space::SharedCluster),
            _ => false,
        })
    }
}

/// The parameter memory of the kernel, which is the same in each lane.
fn parameters(code: &Code, arguments: &[Vec<u8>]) -> Result<Vec<u8>, Stop> {
    let procedure = &code.procedures[code.entry];
    let (takes, passed) = (procedure.parameters.len(), arguments.len());
    if takes != passed {
        let what = format!("{passed} arguments of a kernel that takes {takes}");
        return Err(Stop::malformed(what));
    }
    let mut bytes = vec![0; procedure.parameter_bytes as usize];
    for (at, (Slot { offset, size }, argument)) in
        procedure.parameters.iter().zip(arguments).enumerate()
    {
        if argument.len() > *size as usize {
            let what = format!("{} bytes for parameter {at} of {size} bytes", argument.len());
            return Err(Stop::malformed(what));
        }
        let from = *offset as usize;
        bytes[from..from + argument.len()].copy_from_slice(argument);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::machine::GlobalBuffer;
    use crate::ptx::read;

    /// `out[at + by] = out[at] + 1` in the lanes of block `at`.
    const NEXT: &str = "
        .version 8.4
        .target sm_80
        .address_size 64
        .visible .entry next(.param .u64 out, .param .u32 by)
        {
            .reg .b32 %r<4>;
            .reg .b64 %rd<5>;
            ld.param.b64 %rd1, [out];
            ld.param.b32 %r1, [by];
            mov.u32 %r2, %ctaid.x;
            mul.wide.u32 %rd2, %r2, 4;
            add.s64 %rd3, %rd1, %rd2;
            ld.global.b32 %r3, [%rd3];
            add.s32 %r3, %r3, 1;
            mul.wide.u32 %rd4, %r1, 4;
            add.s64 %rd4, %rd3, %rd4;
            st.global.b32 [%rd4], %r3;
            ret;
        }";

    const BLOCKS: u32 = 6;

    /// What shares leave, if that is certain, and what the launch leaves.
    fn launch(by: u32) -> (Option<Vec<u8>>, Vec<u8>) {
        let module = read(NEXT).unwrap();
        let code = Code::new(&module, 0).unwrap();
        let mut memory = GlobalMemory::default();
        let bytes = (0..2 * BLOCKS).flat_map(|at| (10 * at).to_le_bytes()).collect();
        memory.add(GlobalBuffer::new("out", 0x1000, bytes));
        let arguments = [0x1000u64.to_le_bytes().to_vec(), by.to_le_bytes().to_vec()];
        let options = Options { grid: [BLOCKS, 1, 1], ..Options::default() };
        let grid = Grid::new(&code, &arguments, &options).unwrap();
        assert_eq!(grid.shares(), 1);
        let together = grid.together(&memory, 4);
        let bytes = |memory: &GlobalMemory| memory.buffers()[0].bytes.clone();
        let run = run(&code, &arguments, memory, &options).unwrap();
        if let Some(done) = &together {
            let written = |memory: &GlobalMemory| memory.buffers()[0].written.clone();
            assert_eq!((done.steps, written(&done.memory)), (run.steps, written(&run.memory)));
        }
        (together.map(|done| bytes(&done.memory)), bytes(&run.memory))
    }

    #[test]
    fn shares_that_need_nothing_of_each_other_are_put_together() {
        for by in [0, BLOCKS] {
            let (together, in_order) = launch(by);
            assert_eq!(together, Some(in_order));
        }
    }

    #[test]
    fn what_an_earlier_cluster_stored_is_not_missed() {
        let (together, in_order) = launch(1);
        assert_eq!(together, None);
        let expected = (0..2 * BLOCKS).flat_map(|at| match at {
            0..=BLOCKS => at.to_le_bytes(),
            at => (10 * at).to_le_bytes(),
        });
        assert_eq!(in_order, expected.collect::<Vec<_>>());
    }

    #[test]
    fn positions_go_along_x_first() {
        let module = read(NEXT).unwrap();
        let code = Code::new(&module, 0).unwrap();
        let options = Options { grid: [2, 3, 2], ..Options::default() };
        let arguments = [vec![0; 8], vec![0; 4]];
        let grid = Grid::new(&code, &arguments, &options).unwrap();
        assert_eq!(grid.clusters, 12);
        let positions = [0, 1, 2, 6, 11].map(|index| grid.position(index));
        assert_eq!(positions, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 2, 1]]);
    }
}
