//! `tt.scan` along any axis of a blocked layout; the lowering takes no other.

use super::{combine, combined};
use crate::generate::ttgir::builder::{Builder, Value, element};
use crate::tensor::DType;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    if value.dtype == DType::I1 {
        return None;
    }
    let operation = combine(builder, value.dtype)?;
    let (value, _) = builder.in_blocked(value);
    let (axis, reverse) = (builder.choice.index(value.rank()), builder.choice.chance(50));
    let (ty, name) = (builder.ty(&value), builder.fresh());
    let properties = format!("<{{axis = {axis} : i32, reverse = {reverse}}}>");
    let head = format!("{name} = \"tt.scan\"({}) {properties}", value.name);
    let function = (operation, element(value.dtype));
    combined(builder, &head, "tt.scan.return", function, &format!("({ty}) -> {ty}"));
    Some(Value { name, ..value })
}
