//! Interpreter: executes a function of a module over a numeric domain and bounded memory.
//!
//! A function is compiled once ([`Executable::new`]) into closures over numbered slots, constants
//! already evaluated, and then run for each program instance. Layouts are the identity on values.
//! What cannot be modelled is refused by name, never skipped.
//!
//! Each family of operations is one file with one line per operation (name -> builder).

mod amdg;
mod arith;
mod async_copy;
mod barrier;
mod block_pointer;
mod cast;
mod cf;
mod check;
mod claims;
mod clock;
mod code;
mod compile;
mod constant;
mod divide;
mod dot;
mod dot_exact;
mod dot_scaled;
mod executable;
mod layout;
mod machine;
mod math;
mod order;
mod placed;
mod placement;
mod result;
mod scf;
mod schedule;
mod shared;
mod specialize;
mod tensor_memory;
mod tma;
mod tma_copy;
mod tma_gather;
mod tt_atomic;
mod tt_elementwise;
mod tt_memory;
mod tt_program;
mod tt_reduce;
mod tt_shape;
mod ttig;
mod view;

use std::collections::HashMap;

use crate::tensor::{Domain, Kind};

use super::ir::Operation;
use super::types::Type;
use code::Step;
use compile::Compiler;

pub use claims::hints;
pub use executable::Executable;
pub use result::{
    Access, AccessKind, Asynchrony, Atomic, Event, Execution, ExecutionError, FalseClaim, Fence,
    FenceCount, MemoryOrder, Options, RaceKind, Schedules, Site,
};

/// What a builder gives.
type Built<D> = Result<Step<D>, ExecutionError>;

/// Makes the executable form of one operation.
type Builder<D> = fn(&mut Compiler<'_, D>, &Operation) -> Built<D>;

/// Operations of one family.
type Family<D> = Vec<(&'static str, Builder<D>)>;

/// The families.
fn families<D: Domain>() -> Vec<Family<D>> {
    vec![
        amdg::ops(),
        arith::ops(),
        async_copy::ops(),
        barrier::ops(),
        block_pointer::ops(),
        cast::ops(),
        cf::ops(),
        divide::ops(),
        dot::ops(),
        dot_scaled::ops(),
        math::ops(),
        placed::ops(),
        scf::ops(),
        shared::ops(),
        specialize::ops(),
        tensor_memory::ops(),
        tma::ops(),
        tma_copy::ops(),
        tma_gather::ops(),
        tt_atomic::ops(),
        tt_elementwise::ops(),
        tt_memory::ops(),
        tt_program::ops(),
        tt_reduce::ops(),
        tt_shape::ops(),
        ttig::ops(),
        view::ops(),
    ]
}

fn registry<D: Domain>() -> HashMap<&'static str, Builder<D>> {
    families().into_iter().flatten().collect()
}

/// What the bits of an element type are, where values of it are executed.
pub fn element_kind(ty: &Type) -> Option<Kind> {
    constant::kind(ty).ok()
}

/// Names of the operations that are executed, sorted.
pub fn executed_operations() -> Vec<&'static str> {
    let mut names: Vec<_> = registry::<crate::tensor::Exact>().into_keys().collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operation_has_one_line() {
        let count: usize = families::<crate::tensor::Exact>().iter().map(Vec::len).sum();
        assert_eq!(count, executed_operations().len(), "an operation has two lines");
    }

    #[test]
    fn each_executed_operation_can_be_read() {
        let known = crate::mlir::known_operations();
        for name in executed_operations() {
            assert!(known.contains(&name), "{name} has no assembly");
        }
    }
}
