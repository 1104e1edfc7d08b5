//! A loop that is pipelined otherwise, or runs more or less often.

use super::super::variant::Edit;
use crate::program::edit::visit_mut;
use crate::program::{For, Operand, Stmt};

/// More iterations than this take long and show nothing new.
const MOST: i128 = 16;

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let mut count = 0;
    visit_mut(&mut edit.program().body, &mut |stmt| count += usize::from(is_loop(stmt)));
    if count == 0 {
        return None;
    }
    let wanted = edit.choice.index(count);
    let num_stages = edit.choice.pick(&[None, Some(1), Some(2), Some(3), Some(4), Some(5)]);
    let trips = edit.choice.between(-2, 3);
    let mut at = 0;
    visit_mut(&mut edit.program().body, &mut |stmt| {
        if let Stmt::For(node) = stmt {
            if at == wanted {
                change(node, num_stages, trips.into());
            }
            at += 1;
        }
    });
    Some(())
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::For(_))
}

fn change(node: &mut For, num_stages: Option<u32>, trips: i128) {
    if !node.is_static && !node.is_while {
        node.num_stages = num_stages;
    }
    if let (Operand::Int(start), Operand::Int(end), Operand::Int(step)) =
        (node.start, node.end, node.step)
        && step > 0
    {
        let last = start + step * MOST;
        // At least one iteration, and no more than there were where that is many.
        let end_now = (end + step * trips).max(start + 1).min(last.max(end));
        node.end = Operand::Int(end_now);
    }
}
