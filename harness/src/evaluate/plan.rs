//! Prepares a program for many runs: what can be dropped after which statement, and which buffers
//! the kernel can store to. Tiles that are dropped early are reused while they are in the cache.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{
    Call, Elem, For, If, Op, Operation, ParamKind, Program, Stmt, Types, ValueId,
};
use crate::testcase::{Argument, TestCase};

/// A statement, and the values that nothing reads after it.
pub(super) struct Step<'p> {
    pub(super) action: Action<'p>,
    pub(super) dead: Vec<ValueId>,
}

/// What a step does.
pub(super) enum Action<'p> {
    /// Evaluates an operation.
    Op(Option<ValueId>, &'p Op),
    /// Runs a loop.
    For(&'p For, Vec<Step<'p>>),
    /// Takes one of two branches.
    If(&'p If, Vec<Step<'p>>, Vec<Step<'p>>),
    /// Runs the body of a function.
    Call(&'p Call, Vec<Step<'p>>),
    /// Ends the instance if the condition holds.
    ReturnIf(ValueId),
}

/// A program, ready to run.
pub(super) struct Plan<'p> {
    pub(super) types: Types,
    pub(super) steps: Vec<Step<'p>>,
    /// One more than the largest id.
    pub(super) values: usize,
    /// Elements that one instance computes, each statement counted once.
    pub(super) work: usize,
}

impl<'p> Plan<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let types = program.check().expect("invariant: cases are checked");
        let values = types.iter().map(|(id, _)| id.0 as usize + 1).max().unwrap_or(0);
        let work = types.iter().map(|(_, ty)| ty.numel()).sum();
        let owned = program.params.iter().map(|param| param.value).collect();
        Plan { types, steps: block(&program.body, owned, &[]), values, work }
    }
}

/// Plans a block that starts with the values `owned` and must end with the values `results`.
fn block<'p>(body: &'p [Stmt], mut owned: BTreeSet<ValueId>, results: &[ValueId]) -> Vec<Step<'p>> {
    body.iter().for_each(|stmt| stmt.defines(&mut owned));
    let mut alive: BTreeSet<ValueId> = results.iter().copied().collect();
    let mut steps: Vec<Step<'p>> = Vec::with_capacity(body.len());
    for stmt in body.iter().rev() {
        let mut touched = BTreeSet::new();
        stmt.reads(&mut touched);
        stmt.defines(&mut touched);
        let dies = |id: &ValueId| owned.contains(id) && !alive.contains(id);
        let dead = touched.iter().copied().filter(dies).collect();
        alive.extend(touched);
        steps.push(Step { action: action(stmt), dead });
    }
    steps.reverse();
    steps
}

fn action(stmt: &Stmt) -> Action<'_> {
    match stmt {
        Stmt::Let { value, op } => Action::Op(Some(*value), op),
        Stmt::Do(op) => Action::Op(None, op),
        Stmt::For(node) => {
            let mut owned: BTreeSet<ValueId> = node.carried.iter().map(|c| c.inside).collect();
            owned.insert(node.index);
            let results: Vec<ValueId> = node.carried.iter().map(|c| c.next).collect();
            Action::For(node, block(&node.body, owned, &results))
        }
        Stmt::If(node) => {
            let then: Vec<ValueId> = node.merged.iter().map(|m| m.then).collect();
            let otherwise: Vec<ValueId> = node.merged.iter().map(|m| m.otherwise).collect();
            let none = BTreeSet::new;
            let (then, otherwise) =
                (block(&node.then, none(), &then), block(&node.otherwise, none(), &otherwise));
            Action::If(node, then, otherwise)
        }
        Stmt::Call(node) => {
            let results: Vec<ValueId> = node.results.iter().map(|result| result.inner).collect();
            Action::Call(node, block(&node.body, BTreeSet::new(), &results))
        }
        Stmt::ReturnIf(condition) => Action::ReturnIf(*condition),
    }
}

/// Which pointer parameters a value may come from, as indices among the buffers.
type Roots = BTreeMap<ValueId, BTreeSet<usize>>;

/// The buffers that the program can store to when every pointer stays in its own buffer; one flag a
/// buffer.
pub(super) fn stored_buffers(case: &TestCase, types: &Types) -> Vec<bool> {
    let mut roots = Roots::new();
    let mut numbers: Vec<usize> = Vec::new();
    let mut count = 0;
    for (_, param, argument) in case.bound() {
        let number = match argument {
            Argument::Same(first) => numbers[*first],
            _ => count,
        };
        count += usize::from(matches!(argument, Argument::Buffer(_)));
        numbers.push(number);
        if matches!(param.kind, ParamKind::Pointer(_) | ParamKind::Descriptor(_)) {
            roots.insert(param.value, BTreeSet::from([number]));
        }
    }
    let program = &case.program;
    // Loops carry pointers back: as many rounds as there are buffers reach the fixed point.
    let mut stored = BTreeSet::new();
    for _ in 0..=count {
        trace(&program.body, types, &mut roots, &mut stored);
    }
    (0..count).map(|index| stored.contains(&index)).collect()
}

fn flow(from: ValueId, to: ValueId, roots: &mut Roots) {
    if let Some(found) = roots.get(&from).cloned() {
        roots.entry(to).or_default().extend(found);
    }
}

/// Notes the buffers that an operation may write to.
fn written(op: &Op, roots: &Roots, stored: &mut BTreeSet<usize>) {
    let pointers = op.writes_to().and_then(|pointer| roots.get(&pointer));
    stored.extend(pointers.into_iter().flatten());
}

fn trace(body: &[Stmt], types: &Types, roots: &mut Roots, stored: &mut BTreeSet<usize>) {
    for stmt in body {
        match stmt {
            Stmt::Let { value, op } => {
                if types.get(*value).is_ok_and(|ty| matches!(ty.elem, Elem::Ptr(_))) {
                    op.operands().into_iter().for_each(|operand| flow(operand, *value, roots));
                }
                written(op, roots, stored);
            }
            Stmt::Do(op) => written(op, roots, stored),
            Stmt::For(node) => {
                for carried in &node.carried {
                    flow(carried.init, carried.inside, roots);
                    flow(carried.next, carried.inside, roots);
                }
                trace(&node.body, types, roots, stored);
                for carried in &node.carried {
                    flow(carried.next, carried.inside, roots);
                    flow(carried.inside, carried.after, roots);
                }
            }
            Stmt::Call(node) => {
                trace(&node.body, types, roots, stored);
                for result in &node.results {
                    flow(result.inner, result.value, roots);
                }
            }
            Stmt::ReturnIf(_) => {}
            Stmt::If(node) => {
                trace(&node.then, types, roots, stored);
                trace(&node.otherwise, types, roots, stored);
                for merged in &node.merged {
                    flow(merged.then, merged.value, roots);
                    flow(merged.otherwise, merged.value, roots);
                }
            }
        }
    }
}
