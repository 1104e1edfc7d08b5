//! Executes a decoded module: warps of 32 lanes, blocks, clusters, with checks that no GPU makes.
//!
//! One execution is concrete: values are bits. Where the instruction set leaves a choice of
//! results, one of them is taken and that is told ([`Run::approximate`]). Where
//! it leaves an order open, a seed chooses: which warp goes on, which side of a branch goes first,
//! which asynchronous copy lands first; copies land as late as the program permits.
//!
//! Clusters of a grid run one after the other, or so that nobody can tell, so a kernel whose blocks wait for later ones comes
//! to the limit of steps.

mod access;
mod async_copy;
mod atomic;
mod barrier;
mod clock;
mod cluster;
mod code;
mod compute;
mod control;
mod exchange;
mod global;
mod grid;
mod in_flight;
mod lists;
mod matrix;
mod mbarrier;
mod run;
mod schedule;
mod shared;
mod stop;
mod tensor;
mod transfer;
mod warp;

pub use global::{GlobalBuffer, GlobalMemory};
pub use stop::{Place, Stop, StopKind};

use super::program::Module;

/// A kernel that can be launched.
#[derive(Debug)]
pub struct Executable {
    code: code::Code,
}

/// How a kernel is launched.
#[derive(Clone, Debug)]
pub struct Options {
    /// Clusters along x, y and z.
    pub grid: [u32; 3],
    /// Blocks of a cluster, along x.
    pub cluster: u32,
    /// Threads of a block, where the kernel does not say.
    pub threads: u32,
    /// Dynamic shared memory of a block, in bytes.
    pub shared: u32,
    /// Chooses the schedule.
    pub seed: u64,
    /// Instructions that all warps together may execute.
    pub steps: u64,
    /// Whether an asynchronous read needs `fence.proxy.async` after an ordinary write.
    pub fences: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            grid: [1; 3],
            cluster: 1,
            threads: 32,
            shared: 0,
            seed: 0,
            steps: 100_000_000,
            fences: true,
        }
    }
}

/// What an execution that came to its end left.
#[derive(Clone, Debug)]
pub struct Run {
    /// The buffers that it was given.
    pub memory: GlobalMemory,
    /// An instruction gave one of several results that are allowed: an approximate function, a sum in
    /// an order or a precision that nothing specifies.
    pub approximate: bool,
    /// Instructions that all warps together executed.
    pub steps: u64,
}

impl Executable {
    /// Makes a kernel ready: that of the name, or the only one.
    ///
    /// # Errors
    ///
    /// If there is no such kernel, or the module contradicts itself.
    pub fn new(module: &Module, entry: Option<&str>) -> Result<Self, Stop> {
        let mut kernels = module.functions.iter().enumerate().filter(|(_, function)| {
            function.is_entry && entry.is_none_or(|name| function.name == name)
        });
        let Some((index, _)) = kernels.next() else {
            let name = entry.map_or(String::new(), |name| format!(" `{name}`"));
            return Err(Stop::malformed(format!("there is no kernel{name}")));
        };
        if kernels.next().is_some() {
            return Err(Stop::malformed("there are several kernels"));
        }
        Ok(Executable { code: code::Code::new(module, index)? })
    }

    /// How many parameters the kernel has.
    pub fn parameters(&self) -> usize {
        self.code.procedures[self.code.entry].parameters.len()
    }

    /// Launches it. `arguments` are the bytes of each parameter, little-endian.
    ///
    /// # Errors
    ///
    /// Why it did not come to its end.
    pub fn run(
        &self,
        arguments: &[Vec<u8>],
        memory: GlobalMemory,
        options: &Options,
    ) -> Result<Run, Stop> {
        grid::run(&self.code, arguments, memory, options)
    }
}
