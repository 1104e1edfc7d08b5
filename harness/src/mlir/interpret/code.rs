//! Executable form of regions: blocks of closures over slots.

use crate::tensor::Domain;

use super::machine::{Frame, Machine, Outcome, Slot, Value, tile};
use super::result::ExecutionError;

/// One executable operation.
pub(super) type Step<D> = Box<dyn Fn(&mut Machine<'_, D>, &mut Frame<D>) -> Outcome + Send + Sync>;

/// Where a block goes when it ends.
#[derive(Clone, Debug)]
pub(super) enum Exit {
    /// To its parent (a region's `yield`) or caller, with these values.
    Leave(Vec<Slot>),
    /// `scf.condition`: the condition, then the values.
    Condition(Slot, Vec<Slot>),
    /// To a block with values for its arguments.
    Jump(Target),
    /// To one of two blocks.
    Branch(Slot, Target, Target),
}

/// A jump's target.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) block: usize,
    pub(super) values: Vec<Slot>,
}

/// A compiled block.
pub(super) struct CompiledBlock<D: Domain> {
    pub(super) arguments: Vec<Slot>,
    /// Operations with their numbers.
    pub(super) steps: Vec<(usize, Step<D>)>,
    pub(super) exit: Exit,
    /// Number of the operation that ends it.
    pub(super) end: usize,
}

/// A compiled region.
pub(super) struct Code<D: Domain> {
    pub(super) blocks: Vec<CompiledBlock<D>>,
}

/// What a region's end says.
pub(super) enum Left<D: Domain> {
    Values(Vec<Value<D>>),
    Condition(bool, Vec<Value<D>>),
}

impl<D: Domain> Code<D> {
    /// Executes the region; its entry's arguments get `values`.
    pub(super) fn run(
        &self,
        machine: &mut Machine<'_, D>,
        frame: &mut Frame<D>,
        values: impl IntoIterator<Item = Value<D>>,
    ) -> Outcome<Left<D>> {
        let mut block = &self.blocks[0];
        for (slot, value) in block.arguments.iter().zip(values) {
            frame[*slot] = value;
        }
        loop {
            for (op, step) in &block.steps {
                machine.step(*op)?;
                if let Err(error) = step(machine, frame) {
                    return Err(error.at(|| machine.site()));
                }
            }
            machine.step(block.end)?;
            let target = match &block.exit {
                Exit::Leave(slots) => return Ok(Left::Values(take(frame, slots))),
                Exit::Condition(condition, slots) => {
                    let condition = machine.decision(tile(frame, *condition)?, "a condition")?;
                    return Ok(Left::Condition(condition != 0, take(frame, slots)));
                }
                Exit::Jump(target) => target,
                Exit::Branch(condition, yes, no) => {
                    let condition = machine.decision(tile(frame, *condition)?, "a condition")?;
                    if condition != 0 { yes } else { no }
                }
            };
            let passed = take(frame, &target.values);
            block = &self.blocks[target.block];
            for (slot, value) in block.arguments.iter().zip(passed) {
                frame[*slot] = value;
            }
        }
    }

    /// [`Code::run`] for regions that give values.
    pub(super) fn values(
        &self,
        machine: &mut Machine<'_, D>,
        frame: &mut Frame<D>,
        values: impl IntoIterator<Item = Value<D>>,
    ) -> Outcome<Vec<Value<D>>> {
        match self.run(machine, frame, values)? {
            Left::Values(values) => Ok(values),
            Left::Condition(..) => {
                Err(ExecutionError::Malformed("a condition outside of a while loop".into()))
            }
        }
    }
}

fn take<D: Domain>(frame: &Frame<D>, slots: &[Slot]) -> Vec<Value<D>> {
    slots.iter().map(|slot| frame[*slot].clone()).collect()
}
