//! A module made ready for execution: every operand resolved to a register, a constant or an
//! address, variables laid out.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::global::GlobalBuffer;
use super::stop::Stop;
use crate::ptx::cfg::Cfg;
use crate::ptx::decode::{AsyncCopy, Barrier, Control};
use crate::ptx::lanes::{Lanes, WARP};
use crate::ptx::program::{
    Address, Base, Function, Line, Module, Opcode, Operand, RegClass, Symbol, Variable,
};
use crate::ptx::types::{Space, Special};

/// Where module variables lie in global memory; launches use lower addresses.
const GLOBALS: u64 = 0x7e00_0000_0000;
/// What lies between two of them.
const GAP: u64 = 256;
/// The addresses of functions, which nothing reads.
const FUNCTIONS: u64 = 0x7f00_0000_0000;
/// Alignment of dynamic shared memory behind static one.
const DYNAMIC: u64 = 1024;

/// An operand, resolved.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Register(u32),
    /// A negated predicate.
    Not(u32),
    /// An index into [`Procedure::constants`].
    Constant(u32),
    Special(Special),
    Sink,
    Pair(Option<u32>, Option<u32>),
    Address {
        base: Box<Value>,
        offset: i64,
    },
    Tensor {
        map: Box<Value>,
        coordinates: Box<[Value]>,
    },
    Vector(Box<[Value]>),
    Label(u32),
    Table(u32),
}

/// The operands of most instructions, which lie where the instruction does.
const INLINE: usize = 4;

/// One instruction.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) predicate: Option<(u32, bool)>,
    pub(super) op: Opcode,
    pub(super) values: SmallVec<[Value; INLINE]>,
    /// Whether all but the first of them are registers or constants.
    pub(super) is_plain: bool,
    /// A call's, as they were: they are names. No other's.
    pub(super) operands: Box<[Operand]>,
    /// All live lanes of the warp must execute it together.
    pub(super) aligned: bool,
}

/// Bytes in the parameter memory of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) offset: u32,
    pub(super) size: u32,
}

/// A function.
#[derive(Debug)]
pub(super) struct Procedure {
    pub(super) name: String,
    pub(super) is_defined: bool,
    pub(super) steps: Vec<Step>,
    pub(super) lines: Vec<Line>,
    pub(super) tables: Vec<Vec<u32>>,
    pub(super) cfg: Cfg,
    /// The bits that each register has.
    pub(super) keep: Vec<u64>,
    pub(super) constants: Vec<Lanes>,
    pub(super) parameters: Vec<Slot>,
    pub(super) returns: Vec<Slot>,
    /// Where each of the body's variables lies in its space.
    variables: Vec<Slot>,
    /// Bytes of parameter memory a lane.
    pub(super) parameter_bytes: u32,
    /// Bytes of local memory a lane.
    pub(super) local_bytes: u32,
}

impl Procedure {
    /// Where a parameter, a result or a variable of the parameter space lies.
    pub(super) fn slot(&self, symbol: Symbol) -> Option<Slot> {
        match symbol {
            Symbol::Local(index) => self.variables.get(index as usize).copied(),
            Symbol::Parameter(index) => self.parameters.get(index as usize).copied(),
            Symbol::Return(index) => self.returns.get(index as usize).copied(),
            Symbol::Module(_) | Symbol::Function(_) => None,
        }
    }
}

/// A module.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) procedures: Vec<Procedure>,
    pub(super) entry: usize,
    pub(super) globals: Vec<GlobalBuffer>,
    /// Where dynamic shared memory begins: behind the static one.
    pub(super) dynamic_at: u64,
    pub(super) files: Vec<(u32, String)>,
    pub(super) threads: Option<[u32; 3]>,
    pub(super) cluster: Option<[u32; 3]>,
}

/// Where things lie.
struct Layout {
    /// The address of each module variable in its space.
    module: Vec<u64>,
    /// Static shared memory so far.
    shared: u64,
    dynamic_at: u64,
}

impl Code {
    pub(super) fn new(module: &Module, entry: usize) -> Result<Code, Stop> {
        let mut layout = Layout { module: Vec::new(), shared: 0, dynamic_at: 0 };
        let mut next = GLOBALS;
        for variable in &module.variables {
            layout.module.push(match variable.space {
                Space::Shared if variable.size.is_none() => 0,
                Space::Shared => place(&mut layout.shared, variable),
                _ => {
                    let at = place(&mut next, variable);
                    next += GAP;
                    at
                }
            });
        }
        let mut slots = Vec::new();
        for function in &module.functions {
            slots.push(slots_of(function, &mut layout.shared));
        }
        if layout.shared > 0 {
            layout.dynamic_at = layout.shared.next_multiple_of(DYNAMIC);
        }
        for (variable, at) in module.variables.iter().zip(&mut layout.module) {
            if variable.space == Space::Shared && variable.size.is_none() {
                *at = layout.dynamic_at;
            }
        }
        let globals = globals(module, &layout)?;
        let procedures = module.functions.iter().zip(slots);
        let procedures =
            procedures.map(|(function, slots)| procedure(function, slots, &layout)).collect();
        let launch = &module.functions[entry].launch;
        Ok(Code {
            procedures,
            entry,
            globals,
            dynamic_at: layout.dynamic_at,
            files: module.files.clone(),
            threads: launch.threads,
            cluster: launch.cluster,
        })
    }
}

/// Gives a variable the next place of its space.
fn place(next: &mut u64, variable: &Variable) -> u64 {
    let at = next.next_multiple_of(variable.align.max(1));
    *next = at + variable.size.unwrap_or(0);
    at
}

fn globals(module: &Module, layout: &Layout) -> Result<Vec<GlobalBuffer>, Stop> {
    let mut buffers = Vec::new();
    for (variable, base) in module.variables.iter().zip(&layout.module) {
        if variable.space == Space::Shared {
            continue;
        }
        let mut bytes = vec![0; variable.size.unwrap_or(0) as usize];
        if let Some(initial) = &variable.initial {
            let given = initial.bytes.len().min(bytes.len());
            bytes[..given].copy_from_slice(&initial.bytes[..given]);
            for relocation in &initial.relocations {
                let named = |at: &Variable| at.name == relocation.name;
                let target = match module.variables.iter().position(named) {
                    Some(index) => layout.module[index],
                    None => FUNCTIONS,
                };
                let address = target.wrapping_add_signed(relocation.addend).to_le_bytes();
                let at = relocation.at as usize;
                let Some(field) = bytes.get_mut(at..at + 8) else {
                    return Err(Stop::malformed("an address past the end of a variable"));
                };
                field.copy_from_slice(&address);
            }
        }
        buffers.push(GlobalBuffer::new(&variable.name, *base, bytes));
    }
    Ok(buffers)
}

/// Where a function's own variables lie.
struct Slots {
    parameters: Vec<Slot>,
    returns: Vec<Slot>,
    variables: Vec<Slot>,
    parameter_bytes: u32,
    local_bytes: u32,
}

fn slots_of(function: &Function, shared: &mut u64) -> Slots {
    let (mut parameter, mut local) = (0, 0);
    let slot = |next: &mut u64, variable: &Variable| {
        let offset = place(next, variable);
        Slot { offset: offset as u32, size: variable.size.unwrap_or(0) as u32 }
    };
    let parameters = function.parameters.iter().map(|v| slot(&mut parameter, v)).collect();
    let returns = function.returns.iter().map(|v| slot(&mut parameter, v)).collect();
    let variables = function.variables.iter().map(|variable| match variable.space {
        Space::Local => slot(&mut local, variable),
        Space::Shared => slot(shared, variable),
        _ => slot(&mut parameter, variable),
    });
    let variables = variables.collect();
    let parameter_bytes = parameter.next_multiple_of(16) as u32;
    let local_bytes = local.next_multiple_of(16) as u32;
    Slots { parameters, returns, variables, parameter_bytes, local_bytes }
}

fn procedure(function: &Function, slots: Slots, layout: &Layout) -> Procedure {
    let keep = |class: &RegClass| match class.bits() {
        bits if bits >= 64 => u64::MAX,
        bits => (1 << bits) - 1,
    };
    let mut resolver =
        Resolver { slots: &slots, layout, constants: Vec::new(), known: HashMap::new() };
    let steps = function.instructions.iter().map(|instruction| {
        let values = instruction.operands.iter().map(|operand| resolver.value(operand));
        let values: SmallVec<[Value; INLINE]> = values.collect();
        let is_plain = |value: &Value| matches!(value, Value::Register(_) | Value::Constant(_));
        Step {
            predicate: instruction.predicate.map(|(register, negated)| (register.0, negated)),
            op: instruction.op.clone(),
            is_plain: values.iter().skip(1).all(is_plain),
            values,
            operands: match instruction.op {
                Opcode::Control(Control::Call { .. }) => instruction.operands.clone(),
                _ => Box::default(),
            },
            aligned: is_aligned(&instruction.op),
        }
    });
    let steps = steps.collect();
    let constants = resolver.constants;
    Procedure {
        name: function.name.clone(),
        is_defined: function.is_defined,
        steps,
        lines: function.lines.clone(),
        tables: function.tables.clone(),
        cfg: Cfg::new(function),
        keep: function.registers.iter().map(keep).collect(),
        constants,
        parameters: slots.parameters,
        returns: slots.returns,
        variables: slots.variables,
        parameter_bytes: slots.parameter_bytes,
        local_bytes: slots.local_bytes,
    }
}

fn is_aligned(op: &Opcode) -> bool {
    match op {
        Opcode::Matrix(_) => true,
        Opcode::Barrier(
            Barrier::Sync { aligned }
            | Barrier::Arrive { aligned }
            | Barrier::Reduce { aligned, .. }
            | Barrier::ClusterArrive { aligned, .. }
            | Barrier::ClusterWait { aligned },
        ) => *aligned,
        Opcode::AsyncCopy(AsyncCopy::TensorMapCopy { .. })
        | Opcode::Control(Control::SetMaxRegisters { .. }) => true,
        _ => false,
    }
}

/// Resolves the operands of one function.
struct Resolver<'a> {
    slots: &'a Slots,
    layout: &'a Layout,
    constants: Vec<Lanes>,
    /// Where each of them is.
    known: HashMap<u64, u32>,
}

impl Resolver<'_> {
    fn constant(&mut self, bits: u64) -> Value {
        let index = *self.known.entry(bits).or_insert_with(|| {
            self.constants.push([bits; WARP]);
            self.constants.len() as u32 - 1
        });
        Value::Constant(index)
    }

    fn symbol(&mut self, symbol: Symbol) -> Value {
        let slot = |slots: &[Slot], index: u32| {
            slots.get(index as usize).map_or(0, |slot| u64::from(slot.offset))
        };
        let bits = match symbol {
            Symbol::Module(index) => self.layout.module.get(index as usize).copied().unwrap_or(0),
            Symbol::Local(index) => slot(&self.slots.variables, index),
            Symbol::Parameter(index) => slot(&self.slots.parameters, index),
            Symbol::Return(index) => slot(&self.slots.returns, index),
            Symbol::Function(index) => FUNCTIONS + u64::from(index),
        };
        self.constant(bits)
    }

    fn address(&mut self, address: &Address) -> Value {
        let base = match address.base {
            Base::Register(register) => Value::Register(register.0),
            Base::Symbol(symbol) => self.symbol(symbol),
            Base::Absolute => self.constant(0),
        };
        Value::Address { base: Box::new(base), offset: address.offset }
    }

    fn value(&mut self, operand: &Operand) -> Value {
        match operand {
            Operand::Register(register) => Value::Register(register.0),
            Operand::Not(register) => Value::Not(register.0),
            Operand::Pair(a, b) => Value::Pair(a.map(|r| r.0), b.map(|r| r.0)),
            Operand::Sink => Value::Sink,
            Operand::Immediate(bits) => self.constant(*bits),
            // Cache policies, which nothing reads.
            Operand::Decimal(value) => self.constant(value.to_bits()),
            Operand::Special(special) => Value::Special(*special),
            Operand::Symbol(symbol) => self.symbol(*symbol),
            Operand::Address(address) => self.address(address),
            Operand::Tensor { map, coordinates, .. } => Value::Tensor {
                map: Box::new(self.address(map)),
                coordinates: coordinates.iter().map(|operand| self.value(operand)).collect(),
            },
            Operand::Vector(items) => {
                Value::Vector(items.iter().map(|operand| self.value(operand)).collect())
            }
            Operand::Label(target) => Value::Label(*target),
            Operand::Table(table) => Value::Table(*table),
        }
    }
}
