//! State of a launch: values in slots, memories, what is in flight.

use std::collections::HashMap;
use std::sync::Arc;

use crate::tensor::{Domain, Fault, Kind, Memory, Status, Tile};

use super::block_pointer::BlockPointer;
use super::executable::Executable;
use super::result::{Access, AccessKind, Event, ExecutionError, FalseClaim, Options, Site};
use super::shared::{Shared, View};
use super::tma::Descriptor;

/// A run-time value.
#[derive(Clone, Debug, Default)]
pub(super) enum Value<D: Domain> {
    /// Not computed yet.
    #[default]
    Nothing,
    /// A scalar or tensor.
    Tile(Tile<D>),
    /// A view of shared or tensor memory.
    View(Arc<View>),
    /// A tensor descriptor.
    Descriptor(Arc<Descriptor<D>>),
    /// A block pointer.
    BlockPointer(Arc<BlockPointer<D>>),
    /// An asynchronous token; order is kept by the memories themselves.
    Token,
}

/// The values of one call.
pub(super) type Frame<D> = Vec<Value<D>>;

/// A number of a slot in a frame.
pub(super) type Slot = usize;

/// Everything that operations change.
pub(super) struct Machine<'e, D: Domain> {
    pub(super) executable: &'e Executable<D>,
    pub(super) memory: Memory<D>,
    pub(super) shared: Shared<D>,
    /// Descriptors by the address of the memory that holds them.
    pub(super) descriptors: HashMap<i64, Arc<Descriptor<D>>>,
    pub(super) scratch: i64,
    pub(super) program: [i64; 3],
    pub(super) options: Options,
    pub(super) steps: u64,
    /// Multiply-adds of products in domains where each is computed by itself.
    pub(super) products: u64,
    pub(super) inexact: bool,
    /// Why some lane holds nothing: a decision that the numeric domain could not take.
    pub(super) unsure: Option<&'static str>,
    pub(super) events: Vec<Event<D>>,
    pub(super) accesses: Vec<Access<D>>,
    pub(super) claims: Vec<FalseClaim>,
    /// Functions that are being executed.
    pub(super) depth: u32,
    /// The operation that is being executed.
    pub(super) current: usize,
}

pub(super) type Outcome<T = ()> = Result<T, ExecutionError>;

impl<D: Domain> Machine<'_, D> {
    /// Counts a step; an operation on a large tile counts as several.
    pub(super) fn step(&mut self, op: usize) -> Outcome {
        self.current = op;
        self.steps += self.executable.weight(op);
        if self.steps > self.options.step_limit {
            return Err(ExecutionError::StepLimit(self.options.step_limit));
        }
        Ok(())
    }

    pub(super) fn site(&self) -> Site {
        let (op, span) = self.executable.site(self.current);
        Site { op: op.to_owned(), span, program: self.program }
    }

    pub(super) fn undefined<T>(&self, reason: impl Into<String>) -> Outcome<T> {
        if let Some(unsure) = self.unsure {
            // It may be defined.
            return Err(ExecutionError::Unsupported(unsure.into()));
        }
        Err(ExecutionError::Undefined { reason: reason.into(), site: self.site() })
    }

    pub(super) fn race<T>(&self, reason: impl Into<String>) -> Outcome<T> {
        Err(ExecutionError::Race { reason: reason.into(), site: self.site() })
    }

    /// Takes over what an operation reported.
    pub(super) fn settle(&mut self, status: &Status) -> Outcome {
        self.inexact |= status.inexact;
        self.unsure = self.unsure.or(status.unsure);
        match status.trap {
            Some(reason) => self.undefined(reason),
            None => Ok(()),
        }
    }

    /// A fault of one lane of a tile.
    pub(super) fn fault<T>(&self, fault: Fault, lane: usize, shape: &[usize]) -> Outcome<T> {
        let mut element = vec![0; shape.len()];
        let mut rest = lane;
        for (index, size) in element.iter_mut().zip(shape).rev() {
            *index = rest % size.max(&1);
            rest /= size.max(&1);
        }
        let fault = Box::new(fault);
        Err(ExecutionError::Fault { fault, element, site: self.site() })
    }

    pub(super) fn record(
        &mut self,
        kind: AccessKind,
        element: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        values: &Tile<D>,
    ) {
        if self.options.record {
            self.accesses.push(Access {
                kind,
                element,
                atomic: None,
                site: self.site(),
                addresses: addresses.clone(),
                mask: mask.cloned(),
                values: values.clone(),
            });
        }
    }

    /// A scalar that decides where execution goes.
    pub(super) fn decision(&self, tile: &Tile<D>, what: &str) -> Outcome<i64> {
        if tile.len() != 1 {
            let op = self.site().op;
            return Err(ExecutionError::Unsupported(format!("{op} on tiles")));
        }
        match tile.int_scalar() {
            Some(value) => Ok(value),
            None => self.undefined(format!("{what} is undefined")),
        }
    }
}

/// The tile in a slot.
pub(super) fn tile<D: Domain>(frame: &Frame<D>, slot: Slot) -> Outcome<&Tile<D>> {
    match &frame[slot] {
        Value::Tile(tile) => Ok(tile),
        Value::Nothing => Err(ExecutionError::Malformed("a value is used before it is set".into())),
        _ => Err(ExecutionError::Malformed("expected a scalar or tensor".into())),
    }
}

/// The memory view in a slot.
pub(super) fn view<D: Domain>(frame: &Frame<D>, slot: Slot) -> Outcome<Arc<View>> {
    match &frame[slot] {
        Value::View(view) => Ok(Arc::clone(view)),
        _ => Err(ExecutionError::Malformed("expected a view of memory".into())),
    }
}
