//! Whether a kernel is compiled in a moment: one that takes long would count as a compiler that hangs. The
//! generator sees to it by what it makes; changes of changes have no such bound.

use crate::generate::policy::SORTED;
use crate::program::ops::{Sort, TopK};
use crate::program::{For, Op, Operand, Stmt, Types};
use crate::testcase::TestCase;

/// Statements once the front end has unrolled what it unrolls.
const MOST_UNROLLED: u64 = 400;

pub(super) fn is_quick(case: &TestCase) -> bool {
    let Ok(types) = case.program.check() else { return false };
    let mut quick = unrolled(&case.program.body) <= MOST_UNROLLED;
    let mut visit = |stmt: &Stmt| quick &= !sorts_much(stmt, &types);
    case.program.body.iter().for_each(|stmt| stmt.visit(&mut visit));
    quick
}

/// Whether it sorts more than the generator lets kernels sort.
fn sorts_much(stmt: &Stmt, types: &Types) -> bool {
    let (Stmt::Let { op: Op::Sort(Sort { value, .. }), .. }
    | Stmt::Let { op: Op::TopK(TopK { value, .. }), .. }) = stmt
    else {
        return false;
    };
    let (row, all) = SORTED;
    let fits = types
        .get(*value)
        .is_ok_and(|ty| ty.numel() <= all && ty.shape.last().is_some_and(|length| *length <= row));
    !fits
}

/// How many statements a block has when loops are unrolled.
fn unrolled(body: &[Stmt]) -> u64 {
    let add = u64::saturating_add;
    let size = |stmt: &Stmt| {
        let inner = stmt.blocks().into_iter().map(unrolled).fold(0, add);
        match stmt {
            Stmt::For(node) => copies(node).saturating_mul(inner).saturating_add(1),
            _ => inner.saturating_add(1),
        }
    };
    body.iter().map(size).fold(0, add)
}

fn copies(node: &For) -> u64 {
    match (node.start, node.end, node.step) {
        (Operand::Int(start), Operand::Int(end), Operand::Int(step))
            if node.is_static && step > 0 =>
        {
            let trips = (end - start).max(0).unsigned_abs().div_ceil(step.unsigned_abs());
            u64::try_from(trips).unwrap_or(u64::MAX >> 1)
        }
        _ => node.unroll.unwrap_or(1).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Config, from_seed};
    use crate::program::ValueId;

    fn nest(depth: u32, trips: i128) -> Vec<Stmt> {
        if depth == 0 {
            return vec![Stmt::ReturnIf(ValueId(0))];
        }
        vec![Stmt::For(For {
            index: ValueId(depth),
            start: Operand::Int(0),
            end: Operand::Int(trips),
            step: Operand::Int(1),
            num_stages: None,
            unroll: None,
            is_static: true,
            hints: vec![],
            is_while: false,
            carried: vec![],
            body: nest(depth - 1, trips),
        })]
    }

    #[test]
    fn nests_that_are_unrolled_count_as_often_as_they_run() {
        assert_eq!(unrolled(&nest(0, 9)), 1);
        assert_eq!(unrolled(&nest(1, 9)), 10);
        assert_eq!(unrolled(&nest(2, 9)), 91);
        assert!(unrolled(&nest(30, 1 << 30)) > MOST_UNROLLED);
    }

    #[test]
    fn most_kernels_of_the_generator_are_quick() {
        let config = Config::default();
        let quick = (0..100).filter(|index| is_quick(&from_seed(2, *index, &config))).count();
        assert!(quick > 90, "{quick}");
    }
}
