//! Statements in a device function of their own.

use super::Edit;
use crate::program::{Call, Returned, Stmt, ValueId, free};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let (start, end, live) = edit.run()?;
    let taken = free(&edit.case.program.body[start..end]);
    let scalar = |id: &ValueId| edit.types.get(*id).is_ok_and(|ty| ty.is_scalar());
    let noinline = taken.iter().all(scalar) && edit.choice.chance(50);
    let mut results = Vec::new();
    for inner in live {
        let value = edit.fresh();
        results.push(Returned { value, inner });
        edit.rename_from(end, inner, value);
    }
    let body = &mut edit.program().body;
    let moved: Vec<Stmt> = body.drain(start..end).collect();
    body.insert(start, Stmt::Call(Call { noinline, body: moved, results }));
    Some(())
}
