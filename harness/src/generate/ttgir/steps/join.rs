//! `tt.join` with another tensor, and `tt.split` of the two.

use crate::generate::ttgir::builder::{Builder, Value};
use crate::generate::ttgir::layout::{Blocked, Layout};

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    if value.rank() > 2 {
        return None;
    }
    let (value, own) = builder.in_blocked(value);
    let other = builder.loaded(&value.shape, value.dtype, value.layout.clone());
    let mut shape = value.shape.clone();
    shape.push(2);
    let layout = Layout::Blocked(joined(&own));
    let (one, both) = (builder.ty(&value), builder.tensor(&shape, value.dtype, &layout));
    let names = match builder.choice.chance(50) {
        true => format!("{}, {}", other.name, value.name),
        false => format!("{}, {}", value.name, other.name),
    };
    let name = builder.op(format!("tt.join {names} : {one} -> {both}"));
    if builder.choice.chance(50) {
        return Some(Value { name, shape, layout, ..value });
    }
    let (first, second) = (builder.fresh(), builder.fresh());
    builder.line(format!("{first}, {second} = tt.split {name} : {both} -> {one}"));
    let name = if builder.choice.chance(50) { second } else { first };
    Some(Value { name, ..value })
}

/// The layout of two tensors side by side: each thread has both elements, in the fastest dimension.
fn joined(own: &Blocked) -> Blocked {
    let with =
        |sizes: &[u32], last: u32| -> Vec<u32> { sizes.iter().copied().chain([last]).collect() };
    Blocked {
        per_thread: with(&own.per_thread, 2),
        lanes: with(&own.lanes, 1),
        warps: with(&own.warps, 1),
        order: [own.order.len() as u32].into_iter().chain(own.order.iter().copied()).collect(),
    }
}
