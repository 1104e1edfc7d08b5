//! Decoders: one file per family of instructions, which owns the family's typed form and reads it
//! from the modifiers. A decoder gives a form only if it understood every modifier and if the
//! operands have the shape that is documented at the form; everything else stays unknown.
//!
//! A new form is a variant in its family's file; a new family also has a line in `known`.

mod async_copy;
mod atomic;
mod barrier;
mod control;
mod convert;
mod float;
mod integer;
mod matrix;
mod memory;
mod select;
#[cfg(test)]
mod tests;
mod warp;

pub use async_copy::{AsyncCopy, BulkTarget, Completion, TensorMapField, TensorMode};
pub use atomic::{Atomic, AtomicOp};
pub use barrier::{Barrier, BarrierReduction, Fence, FenceOrder, MbarrierOp};
pub use control::Control;
pub use convert::{Convert, Rounding};
pub use float::{Float, FloatOp};
pub use integer::{Half, Integer, IntegerOp, LogicOp, PermuteMode};
pub use matrix::{Matrix, MatrixShape, MulLayout};
pub use memory::{CacheOp, Evict, Memory, Order, Scope};
pub use select::{Comparison, Select, TestProperty};
pub use warp::{ReduceOp, ShuffleMode, VoteMode, Warp};

pub(super) use integer::PERMUTE_MODES;
pub(super) use select::{COMBINATIONS, COMPARISONS, PROPERTIES};
pub(super) use warp::{SHUFFLES, VOTES};

use super::program::{Opcode, Operand};
use super::types::{Space, Type};

/// More modifiers than any instruction has.
const MODIFIERS: usize = 16;

/// Modifiers that no decoder has taken yet, and the operands.
pub(super) struct Form<'a> {
    parts: [&'a str; MODIFIERS],
    /// How many of them there are.
    left: usize,
    operands: &'a [Operand],
}

/// The opcode of a dotted name with these operands; [`Opcode::Unknown`] if no family knows it.
pub(super) fn decode(name: &str, operands: &[Operand]) -> Opcode {
    let unknown = || Opcode::Unknown(name.to_owned());
    let mut words = name.split('.');
    let root = words.next().unwrap_or("");
    let mut form = Form { parts: [""; MODIFIERS], left: 0, operands };
    for word in words {
        let Some(part) = form.parts.get_mut(form.left) else { return unknown() };
        *part = word;
        form.left += 1;
    }
    match known(root, &mut form) {
        Some(opcode) if form.left == 0 => opcode,
        _ => unknown(),
    }
}

fn known(root: &str, form: &mut Form) -> Option<Opcode> {
    Some(match root {
        "bra" | "brx" | "call" | "ret" | "exit" | "trap" | "brkpt" | "nanosleep"
        | "griddepcontrol" | "setmaxnreg" => Opcode::Control(control::decode(root, form)?),
        "mov" | "ld" | "ldu" | "st" | "cvta" | "isspacep" | "mapa" | "getctarank" | "prefetch"
        | "prefetchu" | "createpolicy" | "discard" | "applypriority" => {
            Opcode::Memory(memory::decode(root, form)?)
        }
        "setp" | "set" | "selp" | "slct" | "testp" => Opcode::Select(select::decode(root, form)?),
        "cvt" => Opcode::Convert(convert::decode(form)?),
        "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" => {
            Opcode::Warp(warp::decode(root, form)?)
        }
        "ldmatrix" | "stmatrix" | "movmatrix" | "mma" | "wgmma" => {
            Opcode::Matrix(matrix::decode(root, form)?)
        }
        "cp" | "tensormap" => Opcode::AsyncCopy(async_copy::decode(root, form)?),
        "bar" | "barrier" | "fence" | "membar" | "mbarrier" => {
            Opcode::Barrier(barrier::decode(root, form)?)
        }
        "atom" | "red" => Opcode::Atomic(atomic::decode(root, form)?),
        _ => match float::decode(root, form) {
            Some(op) => Opcode::Float(op),
            None => Opcode::Integer(integer::decode(root, form)?),
        },
    })
}

impl<'a> Form<'a> {
    /// What is left.
    fn parts(&self) -> &[&'a str] {
        &self.parts[..self.left]
    }

    /// Takes away one of them.
    fn remove(&mut self, at: usize) {
        self.parts.copy_within(at + 1..self.left, at);
        self.left -= 1;
    }

    /// Takes the modifier if it is there.
    fn flag(&mut self, name: &str) -> bool {
        let found = self.parts().iter().position(|part| *part == name);
        found.map(|at| self.remove(at)).is_some()
    }

    /// Takes the first modifier that the table has.
    fn pick<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<T> {
        let meaning = |part: &str| table.iter().find(|(name, _)| *name == part).map(|row| row.1);
        self.take(meaning)
    }

    /// Takes the first modifier that means something.
    fn take<T>(&mut self, meaning: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (at, value) =
            self.parts().iter().enumerate().find_map(|(at, part)| Some((at, meaning(part)?)))?;
        self.remove(at);
        Some(value)
    }

    /// Takes all that is left, whatever it is.
    fn take_rest(&mut self) {
        self.left = 0;
    }

    /// Takes the first type.
    fn ty(&mut self) -> Option<Type> {
        self.take(Type::from_name)
    }

    /// The first type, not taken.
    fn peek_type(&self) -> Option<Type> {
        self.parts().iter().find_map(|part| Type::from_name(part))
    }

    /// Takes a state space; generic if none is named.
    fn space(&mut self) -> Space {
        self.take(Space::from_name).unwrap_or(Space::Generic)
    }

    /// Whether the operands have one of these shapes, a letter each: `d` a destination register,
    /// `p` a destination or a pair of them, `s` a source, `v` a source or a vector, `w` a
    /// destination or a vector of them, `b` a branch target, `a` an address, `t` an address or a
    /// tensor.
    fn shape(&self, shapes: &[&str]) -> Option<()> {
        let fits = |shape: &&str| {
            shape.len() == self.operands.len()
                && shape.bytes().zip(self.operands).all(|(letter, operand)| is(letter, operand))
        };
        shapes.iter().any(fits).then_some(())
    }
}

fn is(letter: u8, operand: &Operand) -> bool {
    let source = |operand: &Operand| {
        matches!(
            operand,
            Operand::Register(_)
                | Operand::Not(_)
                | Operand::Immediate(_)
                | Operand::Special(_)
                | Operand::Symbol(_)
        )
    };
    let destination = |operand: &Operand| matches!(operand, Operand::Register(_) | Operand::Sink);
    match (letter, operand) {
        (b'd', _) => destination(operand),
        (b'p', Operand::Pair(..)) => true,
        (b'p', _) => destination(operand),
        (b's', _) => source(operand),
        (b'v', Operand::Vector(items)) => items.iter().all(source),
        (b'v', _) => source(operand),
        (b'w', Operand::Vector(items)) => items.iter().all(destination),
        (b'w', _) => destination(operand),
        (b'b', _) => matches!(operand, Operand::Label(_)),
        (b'a', _) => matches!(operand, Operand::Address(_)),
        (b't', _) => matches!(operand, Operand::Address(_) | Operand::Tensor { .. }),
        _ => false,
    }
}
