//! One program instance.

use super::access::Accesses;
use super::plan::{Action, Plan, Step};
use crate::program::ops::{AtomicAccess, Context};
use crate::program::{For, If, Machine, Operand, Operation, Undefined, ValueId};
use crate::tensor::{Domain, Kind, Tile};

/// Iterations that all loops of one instance may take together. Generated kernels take a few
/// hundred at most; an edited bound must not stop the reducer.
const MAX_ITERATIONS: u64 = 1 << 16;

/// Where an instance is, and what it accessed.
pub(super) struct Instance<'l, 'a, D: Domain> {
    pub(super) id: [u32; 3],
    pub(super) grid: [u32; 3],
    pub(super) accesses: &'l mut Accesses<'a, D>,
}

impl<D: Domain> Machine<D> for Instance<'_, '_, D> {
    fn program_id(&self, axis: usize) -> i64 {
        self.id[axis].into()
    }

    fn num_programs(&self, axis: usize) -> i64 {
        self.grid[axis].into()
    }

    fn load(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        other: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Undefined> {
        self.accesses.load(kind, addresses, mask, other)
    }

    fn store(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        values: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<(), Undefined> {
        self.accesses.store(kind, addresses, values, mask)
    }

    fn atomic(
        &mut self,
        access: AtomicAccess<D>,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Undefined> {
        self.accesses.atomic(access, addresses, mask)
    }
}

/// Runs the statements of a plan on one machine.
pub(super) struct Run<'p, D: Domain, M> {
    pub(super) plan: &'p Plan<'p>,
    pub(super) values: Vec<Option<Tile<D>>>,
    pub(super) machine: M,
    pub(super) iterations: u64,
    /// Whether the instance has returned.
    returned: bool,
}

impl<'p, D: Domain, M: Machine<D>> Run<'p, D, M> {
    /// `values` holds the parameters.
    pub(super) fn new(plan: &'p Plan<'p>, values: Vec<Option<Tile<D>>>, machine: M) -> Self {
        Run { plan, values, machine, iterations: 0, returned: false }
    }

    pub(super) fn block(&mut self, steps: &[Step<'_>]) -> Result<(), Undefined> {
        for step in steps {
            match &step.action {
                Action::Op(value, op) => {
                    let context = Context { types: &self.plan.types, values: &self.values };
                    let result = op.evaluate(&context, &mut self.machine)?;
                    if let Some(id) = value {
                        self.values[id.0 as usize] = result;
                    }
                }
                Action::For(node, body) => self.for_loop(node, body)?,
                Action::If(node, then, otherwise) => self.branch(node, then, otherwise)?,
                Action::Call(node, body) => {
                    self.block(body)?;
                    for result in &node.results {
                        let value = self.get(result.inner);
                        self.set(result.value, value);
                    }
                }
                Action::ReturnIf(condition) => self.returned = self.holds(*condition)?,
            }
            if self.returned {
                return Ok(());
            }
            for id in &step.dead {
                self.values[id.0 as usize] = None;
            }
        }
        Ok(())
    }

    fn get(&self, id: ValueId) -> Option<Tile<D>> {
        self.values[id.0 as usize].clone()
    }

    fn set(&mut self, id: ValueId, value: Option<Tile<D>>) {
        self.values[id.0 as usize] = value;
    }

    fn bound(&self, operand: Operand) -> Result<i64, Undefined> {
        let unspecified = || Undefined::new("a loop bound is an unspecified value");
        match operand {
            Operand::Value(id) => {
                self.get(id).and_then(|tile| tile.int_scalar()).ok_or_else(unspecified)
            }
            Operand::Int(value) => Ok(value as i64),
            Operand::Float(_) => unreachable!("checked: loop bounds are integers"),
        }
    }

    fn for_loop(&mut self, node: &For, body: &[Step<'_>]) -> Result<(), Undefined> {
        let (mut index, end, step) =
            (self.bound(node.start)?, self.bound(node.end)?, self.bound(node.step)?);
        if step <= 0 {
            return Err(Undefined::new("a loop step is not positive"));
        }
        let bits = self.plan.types.get(node.index).ok().and_then(|ty| ty.dtype());
        let largest = bits.and_then(|dtype| dtype.int_range()).map_or(i64::MAX, |r| r.1 as i64);
        let mut carried: Vec<_> = node.carried.iter().map(|c| self.get(c.init)).collect();
        while index < end {
            self.iterations += 1;
            if self.iterations > MAX_ITERATIONS {
                return Err(Undefined::limit("step limit"));
            }
            self.set(node.index, Some(Tile::int(index)));
            for (value, carried) in carried.drain(..).zip(&node.carried) {
                self.set(carried.inside, value);
            }
            self.block(body)?;
            carried.extend(node.carried.iter().map(|c| self.get(c.next)));
            // The increment of the last iteration is computed too, and must not wrap.
            index = match index.checked_add(step) {
                Some(next) if next <= largest => next,
                _ => return Err(Undefined::new("a loop index overflows")),
            };
            // What an iteration leaves must not outlive it.
            for c in &node.carried {
                self.set(c.inside, None);
            }
        }
        for (value, c) in carried.into_iter().zip(&node.carried) {
            self.set(c.after, value);
        }
        Ok(())
    }

    fn holds(&self, condition: ValueId) -> Result<bool, Undefined> {
        let flag = self.get(condition).and_then(|tile| tile.int_scalar());
        flag.map(|flag| flag != 0)
            .ok_or_else(|| Undefined::new("a condition is an unspecified value"))
    }

    fn branch(
        &mut self,
        node: &If,
        then: &[Step<'_>],
        otherwise: &[Step<'_>],
    ) -> Result<(), Undefined> {
        let taken = self.holds(node.condition)?;
        self.block(if taken { then } else { otherwise })?;
        for merged in &node.merged {
            let value = self.get(if taken { merged.then } else { merged.otherwise });
            self.set(merged.value, value);
        }
        Ok(())
    }
}
