//! Makes an edited case valid again: what nobody needs is left out, and what is then not well typed
//! is refused. Whether a case is well defined is not known here; the predicate refuses those that
//! are not.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::edit::{inner_blocks, visit_mut};
use crate::program::{For, Op, Operand, Operation, ParamKind, Program, Stmt, ValueId};
use crate::testcase::{Argument, TestCase};

/// The case without what has no effect: pure statements, carried and merged values, results of calls
/// and parameters that nothing needs. `None` if nothing is stored, or the case is not valid.
pub fn recondition(mut case: TestCase) -> Option<TestCase> {
    let live = live(&case.program);
    visit_mut(&mut case.program.body, &mut |stmt| forget_old(stmt, &live));
    prune(&mut case.program.body, &live);
    while matches!(case.program.body.last(), Some(Stmt::ReturnIf(_))) {
        case.program.body.pop();
        let live = self::live(&case.program);
        prune(&mut case.program.body, &live);
    }
    if !case.program.body.iter().any(has_effect) {
        return None;
    }
    drop_parameters(&mut case);
    case.check().ok()?;
    Some(case)
}

/// Whether a statement, or one in it, writes to memory.
pub(super) fn has_effect(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.visit(&mut |stmt| {
        if let Stmt::Let { op, .. } | Stmt::Do(op) = stmt {
            found |= op.writes_to().is_some();
        }
    });
    found
}

/// The values that each value is made of.
pub(super) type Sources = BTreeMap<ValueId, Vec<ValueId>>;

/// What each value that statements define is made of.
pub(super) fn sources(body: &[Stmt]) -> Sources {
    let mut sources = Sources::new();
    let mut visit = |stmt: &Stmt| match stmt {
        Stmt::Let { value, op } => drop(sources.insert(*value, op.operands())),
        Stmt::Do(_) | Stmt::ReturnIf(_) => {}
        Stmt::For(node) => {
            let bounds = bounds(node);
            sources.insert(node.index, bounds.clone());
            for carried in &node.carried {
                sources.insert(carried.inside, vec![carried.init, carried.next]);
                let from = [carried.init, carried.next].into_iter().chain(bounds.iter().copied());
                sources.insert(carried.after, from.collect());
            }
        }
        Stmt::If(node) => {
            for merged in &node.merged {
                sources.insert(merged.value, vec![node.condition, merged.then, merged.otherwise]);
            }
        }
        Stmt::Call(node) => {
            for result in &node.results {
                sources.insert(result.value, vec![result.inner]);
            }
        }
    };
    body.iter().for_each(|stmt| stmt.visit(&mut visit));
    sources
}

fn bounds(node: &For) -> Vec<ValueId> {
    [node.start, node.end, node.step].into_iter().filter_map(Operand::value).collect()
}

/// Everything that these values are made of, themselves included.
pub(super) fn reach(from: Vec<ValueId>, sources: &Sources) -> BTreeSet<ValueId> {
    let (mut left, mut found) = (from, BTreeSet::new());
    while let Some(id) = left.pop() {
        if found.insert(id) {
            left.extend(sources.get(&id).into_iter().flatten().copied());
        }
    }
    found
}

/// The values that what the kernel leaves in memory depends on.
fn live(program: &Program) -> BTreeSet<ValueId> {
    let mut roots = Vec::new();
    for stmt in &program.body {
        stmt.visit(&mut |stmt| match stmt {
            Stmt::Let { op, .. } | Stmt::Do(op) if op.writes_to().is_some() => {
                roots.extend(op.operands());
            }
            Stmt::ReturnIf(condition) => roots.push(*condition),
            Stmt::For(node) if has_effect(stmt) => roots.extend(bounds(node)),
            Stmt::If(node) if has_effect(stmt) => roots.push(node.condition),
            _ => {}
        });
    }
    reach(roots, &sources(&program.body))
}

/// What an atomic operation found is not asked for where nobody needs it.
fn forget_old(stmt: &mut Stmt, live: &BTreeSet<ValueId>) {
    if let Stmt::Let { value, op: Op::Atomic(atomic) } = stmt
        && !live.contains(&*value)
    {
        let mut atomic = atomic.clone();
        atomic.old = false;
        *stmt = Stmt::Do(atomic.into());
    }
}

fn prune(body: &mut Vec<Stmt>, live: &BTreeSet<ValueId>) {
    body.retain_mut(|stmt| {
        inner_blocks(stmt).into_iter().for_each(|block| prune(block, live));
        let needed = match stmt {
            Stmt::Let { value, .. } => live.contains(&*value),
            Stmt::Do(_) | Stmt::ReturnIf(_) => true,
            Stmt::For(node) => {
                node.carried.retain(|c| live.contains(&c.inside) || live.contains(&c.after));
                !node.carried.is_empty()
            }
            Stmt::If(node) => {
                node.merged.retain(|merged| live.contains(&merged.value));
                !node.merged.is_empty()
            }
            Stmt::Call(node) => {
                node.results.retain(|result| live.contains(&result.value));
                !node.results.is_empty()
            }
        };
        needed || has_effect(stmt)
    });
}

/// Leaves out parameters that nothing reads, with their arguments.
fn drop_parameters(case: &mut TestCase) {
    let mut read = BTreeSet::new();
    case.program.body.iter().for_each(|stmt| stmt.reads(&mut read));
    let unread = |id: ValueId| !read.contains(&id);
    let mut kept = Vec::new();
    for param in &case.program.params {
        if !matches!(param.kind, ParamKind::Constexpr(_)) {
            kept.push(!unread(param.value));
        }
    }
    keep_arguments(&mut case.arguments, &kept);
    case.program.params.retain(|param| !unread(param.value));
    let names: BTreeSet<String> =
        case.program.params.iter().map(|param| param.name.clone()).collect();
    let surface = &mut case.program.surface;
    surface.do_not_specialize.retain(|name| names.contains(name));
    surface.do_not_specialize_on_alignment.retain(|name| names.contains(name));
}

/// Keeps the arguments at these positions. Where a buffer goes that is passed again, the next that
/// passes it has it.
pub(super) fn keep_arguments(arguments: &mut Vec<Argument>, kept: &[bool]) {
    // Where the argument of each old position is found now.
    let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
    let mut new = Vec::new();
    for (at, argument) in arguments.iter().enumerate() {
        if !kept.get(at).copied().unwrap_or(true) {
            continue;
        }
        let first = match argument {
            Argument::Same(first) => *first,
            _ => at,
        };
        let now = match moved.get(&first) {
            Some(position) => Argument::Same(*position),
            None => arguments.get(first).unwrap_or(argument).clone(),
        };
        moved.entry(first).or_insert(new.len());
        new.push(now);
    }
    *arguments = new;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_stays_with_the_first_that_passes_it() {
        let case = [
            Argument::Float(0.5),
            Argument::Int(7),
            Argument::Same(0),
            Argument::Int(3),
            Argument::Same(0),
        ];
        // Any argument does for the test; real ones that are passed twice are buffers.
        let mut arguments = case.to_vec();
        keep_arguments(&mut arguments, &[false, true, true, false, true]);
        assert_eq!(arguments, [Argument::Int(7), Argument::Float(0.5), Argument::Same(1)]);
        let mut arguments = case.to_vec();
        keep_arguments(&mut arguments, &[true, false, true, true, true]);
        let expected = [case[0].clone(), Argument::Same(0), Argument::Int(3), Argument::Same(0)];
        assert_eq!(arguments, expected);
    }
}
