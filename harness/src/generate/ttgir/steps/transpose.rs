//! `tt.trans`: the layout of the result follows from that of the operand, which keeps its registers.

use crate::generate::ttgir::builder::{Builder, Value};
use crate::generate::ttgir::draw;
use crate::generate::ttgir::layout::{Blocked, Layout, list};

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    if value.rank() < 2 {
        return None;
    }
    let order = draw::permutation(&mut builder.choice, value.rank());
    let moved = |sizes: &[u32]| -> Vec<u32> { order.iter().map(|axis| sizes[*axis]).collect() };
    let is_blocked = matches!(value.layout, Layout::Blocked(_));
    let is_linear = matches!(value.layout, Layout::Linear(_));
    let (value, layout) = if is_blocked || !is_linear && builder.choice.chance(50) {
        let (value, own) = builder.in_blocked(value);
        // The axis of the result that an axis of the operand becomes.
        let became = |axis: u32| order.iter().position(|from| *from == axis as usize);
        let became = |axis: &u32| became(*axis).expect("invariant: it is a permutation") as u32;
        let blocked = Blocked {
            per_thread: moved(&own.per_thread),
            lanes: moved(&own.lanes),
            warps: moved(&own.warps),
            order: own.order.iter().map(became).collect(),
        };
        (value, Layout::Blocked(blocked))
    } else {
        let (value, own) = builder.in_linear(value);
        (value, Layout::Linear(own.moved(moved)))
    };
    let shape: Vec<u32> = order.iter().map(|axis| value.shape[*axis]).collect();
    let (from, to) = (builder.ty(&value), builder.tensor(&shape, value.dtype, &layout));
    let order = list(&order);
    let order = order.trim_matches(['[', ']']);
    let name = builder
        .op(format!("tt.trans {} {{order = array<i32: {order}>}} : {from} -> {to}", value.name));
    Some(Value { name, shape, layout, ..value })
}
