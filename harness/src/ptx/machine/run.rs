//! The machine: what an execution keeps, and how one instruction is executed.

use super::Options;
use super::cluster::{Cluster, State};
use super::code::{Code, Procedure, Value};
use super::global::GlobalMemory;
use super::in_flight;
use super::shared::Shared;
use super::stop::{Place, Stop, StopKind};
use super::warp::{Warp, WarpId};
use crate::ptx::alu::AluState;
use crate::ptx::lanes::{Lanes, WARP, mask_of};
use crate::ptx::program::Opcode;
use crate::ptx::types::{Axis, Special};
use crate::tensor::Random;

/// What becomes of the warp after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// It goes on with the next one.
    Next,
    /// The next one, but others may go first.
    Yield,
    /// The instruction has set where it goes on.
    Jumped,
    /// It executes the same one again when it is woken.
    Wait,
}

/// What an execution keeps.
pub(super) struct Machine<'m> {
    pub(super) code: &'m Code,
    pub(super) options: &'m Options,
    pub(super) global: GlobalMemory,
    /// What the shared memory of a block that begins holds.
    pub(super) garbage: Vec<u8>,
    pub(super) cluster: Cluster,
    pub(super) state: AluState,
    /// Instructions that the cluster's warps have executed.
    pub(super) steps: u64,
    /// How many that may be.
    pub(super) limit: u64,
    pub(super) random: Random,
    /// Source values that no register holds; kept to be allocated once.
    pub(super) scratch: Vec<Lanes>,
    /// Results on their way to registers; the same.
    pub(super) out: Vec<Lanes>,
    /// Registers of warps that have ended; the same.
    pub(super) registers: Vec<Vec<Lanes>>,
}

/// The most results of an instruction: `ld.v8`.
const RESULTS: usize = 8;

impl<'m> Machine<'m> {
    /// A machine that has executed nothing.
    pub(super) fn new(code: &'m Code, options: &'m Options, global: GlobalMemory) -> Self {
        let size = (code.dynamic_at + u64::from(options.shared)) as usize;
        Machine {
            code,
            options,
            global,
            garbage: Shared::garbage(size, options.seed),
            cluster: Cluster::default(),
            state: AluState::default(),
            steps: 0,
            limit: options.steps,
            random: Random::new(options.seed),
            scratch: vec![[0; WARP]; RESULTS],
            out: vec![[0; WARP]; RESULTS],
            registers: Vec::new(),
        }
    }

    /// Executes the instruction at which the warp stands.
    pub(super) fn step(&mut self, warp: &mut Warp) -> Result<Flow, Stop> {
        let code: &'m Code = self.code;
        let live = warp.live();
        let frame = warp.frame();
        let procedure = &code.procedures[frame.procedure];
        let entry = *frame.top();
        let step = &procedure.steps[entry.pc as usize];
        let reached = entry.mask & live;
        let active = match step.predicate {
            None => reached,
            Some((register, negated)) => {
                let mask = mask_of(&frame.registers[register as usize]);
                reached & if negated { !mask } else { mask }
            }
        };
        if step.aligned {
            self.check_aligned(warp, reached, active)?;
        }
        if let Opcode::Control(op) = &step.op {
            return self.control(warp, step, *op, reached, active);
        }
        if active == 0 {
            return Ok(Flow::Next);
        }
        if !warp.frame().in_flight.is_empty() {
            in_flight::check(warp, step, active)?;
        }
        match &step.op {
            Opcode::Memory(op) => self.memory(warp, step, *op, active),
            Opcode::Warp(op) => self.exchange(warp, step, *op, reached, active),
            Opcode::Matrix(op) => self.matrix(warp, step, *op, active),
            Opcode::AsyncCopy(op) => self.async_copy(warp, step, *op, active),
            Opcode::Barrier(op) => self.barrier(warp, step, *op, active),
            Opcode::Atomic(op) => self.atomic(warp, step, *op, active),
            Opcode::Unknown(form) => Err(Stop::unsupported(form.clone())),
            _ => self.compute(warp, procedure, step, active),
        }
    }

    /// All lanes of the warp that have not ended must have come, and all or none must take part.
    fn check_aligned(&self, warp: &Warp, reached: u32, active: u32) -> Result<(), Stop> {
        let live = !warp.exited;
        if reached == live && (active == live || active == 0) {
            return Ok(());
        }
        let (come, all) = (active.count_ones(), live.count_ones());
        let what =
            format!("{come} of {all} live lanes of a warp reach an aligned instruction together");
        Err(Stop::new(StopKind::ConvergenceHazard, what))
    }

    /// A scalar operand in each lane.
    pub(super) fn lanes(&self, warp: &Warp, value: &Value) -> Lanes {
        let frame = warp.frames.last().expect("invariant: a warp that executes has a frame");
        match value {
            Value::Register(register) => frame.registers[*register as usize],
            Value::Not(register) => frame.registers[*register as usize].map(|bits| bits ^ 1),
            Value::Constant(index) => {
                self.code.procedures[frame.procedure].constants[*index as usize]
            }
            Value::Special(special) => self.special(warp.id, *special),
            _ => [0; WARP],
        }
    }

    /// An address operand in each lane, the offset added.
    pub(super) fn addresses(&self, warp: &Warp, value: &Value) -> Lanes {
        match value {
            Value::Address { base, offset } => {
                self.lanes(warp, base).map(|bits| bits.wrapping_add_signed(*offset))
            }
            other => self.lanes(warp, other),
        }
    }

    /// Writes a result to a register, if there is one.
    pub(super) fn put(&self, warp: &mut Warp, value: &Value, bits: &Lanes, active: u32) {
        if let Value::Register(register) = value {
            let frame = warp.frame();
            let keep = self.code.procedures[frame.procedure].keep[*register as usize];
            frame.put(*register, bits, active, keep);
        }
    }

    /// The function that the warp executes.
    pub(super) fn procedure(&self, warp: &Warp) -> &'m Procedure {
        let frame = warp.frames.last().expect("invariant: a warp that executes has a frame");
        &self.code.procedures[frame.procedure]
    }

    /// Threads of a block along each axis.
    pub(super) fn threads(&self) -> [u32; 3] {
        self.code.threads.unwrap_or([self.options.threads, 1, 1])
    }

    pub(super) fn special(&self, warp: WarpId, special: Special) -> Lanes {
        let each = |of: &dyn Fn(u32) -> u32| -> Lanes {
            std::array::from_fn(|lane| u64::from(of(lane as u32)))
        };
        let same = |value: u64| [value; WARP];
        let axis = |along: Axis, of: [u32; 3]| {
            same(u64::from(match along {
                Axis::X => of[0],
                Axis::Y => of[1],
                Axis::Z => of[2],
            }))
        };
        let [x, y, z] = self.options.grid;
        let blocks = self.options.cluster;
        let rank = warp.block as u32;
        let shared = u64::from(self.options.shared);
        match special {
            Special::LaneId => each(&|lane| lane),
            Special::WarpId => same(u64::from(warp.id)),
            Special::NwarpId => same(self.cluster.warps_per_block as u64),
            Special::NsmId => same(1),
            Special::SmId | Special::GridId => same(0),
            Special::LanemaskEq => each(&|lane| 1 << lane),
            Special::LanemaskLe => each(&|lane| u32::MAX >> (31 - lane)),
            Special::LanemaskLt => each(&|lane| (1 << lane) - 1),
            Special::LanemaskGe => each(&|lane| u32::MAX << lane),
            Special::LanemaskGt => each(&|lane| (u32::MAX << lane) ^ (1 << lane)),
            Special::Clock | Special::GlobalTimerLo => same(self.steps & 0xffff_ffff),
            Special::ClockHi | Special::GlobalTimerHi => same(self.steps >> 32),
            Special::Clock64 | Special::GlobalTimer => same(self.steps),
            Special::ClusterCtaRank => same(u64::from(rank)),
            Special::ClusterNctaRank => same(u64::from(blocks)),
            Special::IsExplicitCluster => same(u64::from(blocks > 1)),
            Special::TotalSmemSize => same(self.code.dynamic_at + shared),
            Special::DynamicSmemSize => same(shared),
            Special::AggrSmemSize => same(self.code.dynamic_at + shared),
            Special::Tid(of) => self.thread(warp.id, of),
            Special::Ntid(of) => axis(of, self.threads()),
            Special::CtaId(of) => axis(of, self.cluster.blocks[warp.block].id),
            Special::NctaId(of) => axis(of, [x * blocks, y, z]),
            Special::ClusterId(of) => axis(of, self.cluster.id),
            Special::NclusterId(of) => axis(of, [x, y, z]),
            Special::ClusterCtaId(of) => axis(of, [rank, 0, 0]),
            Special::ClusterNctaId(of) => axis(of, [blocks, 1, 1]),
        }
    }

    /// The index of each lane's thread in its block, along an axis.
    fn thread(&self, warp: u32, of: Axis) -> Lanes {
        let [width, height, depth] = self.threads();
        let thread = |lane: usize| warp * WARP as u32 + lane as u32;
        match of {
            // Most blocks have one axis: nothing is to be divided.
            Axis::X if height == 1 && depth == 1 => {
                std::array::from_fn(|lane| u64::from(thread(lane)))
            }
            Axis::Y | Axis::Z if height == 1 && depth == 1 => [0; WARP],
            Axis::X => std::array::from_fn(|lane| u64::from(thread(lane) % width)),
            Axis::Y => std::array::from_fn(|lane| u64::from(thread(lane) / width % height)),
            Axis::Z => std::array::from_fn(|lane| u64::from(thread(lane) / width / height)),
        }
    }

    /// Says where the warp stands.
    pub(super) fn locate(&self, mut stop: Stop, warp: &Warp) -> Stop {
        let Some(frame) = warp.frames.last() else { return stop };
        let (Some(entry), None) = (frame.stack.last(), &stop.place) else { return stop };
        let procedure = &self.code.procedures[frame.procedure];
        let line = procedure.lines.get(entry.pc as usize).copied().unwrap_or_default();
        let source = line.inlined_at.or(line.source).map(|source| {
            let name = self.code.files.iter().find(|(number, _)| *number == source.file);
            let name = name.map_or("?", |(_, name)| name.as_str());
            (name.rsplit('/').next().unwrap_or(name).to_owned(), source.line)
        });
        let function = procedure.name.clone();
        stop.place = Some(Box::new(Place { function, line: line.ptx, source, warp: warp.id.id }));
        stop
    }

    /// What an instruction that waited was given meanwhile.
    pub(super) fn granted(&mut self, warp: &Warp) -> Option<u64> {
        self.cluster.granted[warp.id.index].take()
    }

    /// Makes the warp wait.
    pub(super) fn wait(&mut self, warp: &Warp, state: State) -> Flow {
        self.cluster.states[warp.id.index] = state;
        Flow::Wait
    }
}
