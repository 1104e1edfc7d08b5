//! Bounds of loops become small constants.

use std::collections::BTreeMap;

use super::{Ir, Search, edit};
use crate::mlir::{Attribute, Module, Operation, ValueId};

/// Trips that are tried, fewest first.
const TRIPS: [i64; 3] = [1, 2, 4];

/// Loops from 0 by 1 of few trips.
pub(super) fn constants(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    let mut at = 0;
    while at < edit::count(search.best().module()) && !search.is_over() {
        let best = search.best().clone();
        if let Some(op) = edit::copy(best.module(), at)
            && op.name.as_str() == "scf.for"
        {
            let trips = TRIPS.into_iter().filter(|trips| !is_small(best.module(), &op, *trips));
            let candidates = trips.filter_map(|trips| best.with(|m| bound(m, at, &op, trips)));
            if search.first(candidates.collect::<Vec<_>>()) {
                any = true;
                // The constants stand before the loop now.
                at += 3;
            }
        }
        at += 1;
    }
    any
}

/// Integers that are constants.
fn integers(module: &Module) -> BTreeMap<ValueId, i128> {
    let mut found = BTreeMap::new();
    module.walk(&mut |op| {
        let value = op.attribute("value").and_then(Attribute::as_integer);
        if let ("arith.constant", [result], Some(value)) =
            (op.name.as_str(), &op.results[..], value)
        {
            found.insert(*result, value);
        }
    });
    found
}

/// Whether a loop has constant bounds and runs no more often than that.
fn is_small(module: &Module, op: &Operation, trips: i64) -> bool {
    let known = integers(module);
    let value = |group: &str| op.operand(group).and_then(|value| known.get(&value)).copied();
    let (Some(lower), Some(upper), Some(step)) = (value("lower"), value("upper"), value("step"))
    else {
        return false;
    };
    upper - lower <= step * i128::from(trips)
}

fn bound(module: &mut Module, at: usize, op: &Operation, trips: i64) -> Option<()> {
    let ty = module.ty(op.operand("lower")?).clone();
    let mut op = op.clone();
    let mut new = Vec::new();
    for (group, number) in [("lower", 0), ("upper", trips), ("step", 1)] {
        let value = module.add_value(ty.clone(), "bound");
        new.push(edit::constant(module, value, number)?);
        op.set_group(group, &[value]).then_some(())?;
    }
    new.push(op);
    edit::replace(module, at, new)
}
