//! `tt.reduce` along any axis of any layout, replicated ones among them.

use super::{combine, combined};
use crate::generate::ttgir::builder::{Builder, Value, element};
use crate::generate::ttgir::draw;
use crate::generate::ttgir::layout::Layout;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    let dtype = value.dtype;
    let operation = combine(builder, dtype)?;
    let value = builder.plain(value);
    let axis = builder.choice.index(value.rank());
    let mut shape = value.shape.clone();
    shape.remove(axis);
    let layout = Layout::slice(axis, value.layout.clone());
    let from = builder.ty(&value);
    let to = match shape.is_empty() {
        true => element(dtype).to_owned(),
        false => builder.tensor(&shape, dtype, &layout),
    };
    let name = builder.fresh();
    let head = format!("{name} = \"tt.reduce\"({}) <{{axis = {axis} : i32}}>", value.name);
    let function = (operation, element(dtype));
    combined(builder, &head, "tt.reduce.return", function, &format!("({from}) -> {to}"));
    if !shape.is_empty() {
        return Some(Value { name, shape, dtype, layout });
    }
    // A number: it is made a tensor again.
    let shape = draw::shape(&mut builder.choice, 1, 7);
    let layout = builder.layout(&shape, dtype, false);
    let ty = builder.tensor(&shape, dtype, &layout);
    let name = builder.op(format!("tt.splat {name} : {to} -> {ty}"));
    Some(Value { name, shape, dtype, layout })
}
