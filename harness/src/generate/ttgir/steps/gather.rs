//! `tt.gather` along any axis, with indices in a layout of their own.

use crate::generate::ttgir::builder::{Builder, Value};
use crate::generate::ttgir::shared::power;
use crate::tensor::DType;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    if value.dtype == DType::I1 {
        return None;
    }
    let value = builder.plain(value);
    let axis = builder.choice.index(value.rank());
    let mut shape = value.shape.clone();
    shape[axis] = power(&mut builder.choice, 6);
    let indices = builder.indices(&shape, value.shape[axis]);
    let layout = indices.layout.clone();
    let (from, with) = (builder.ty(&value), builder.ty(&indices));
    let to = builder.tensor(&shape, value.dtype, &layout);
    let name = builder.op(format!(
        "tt.gather {}[{}] {{axis = {axis} : i32}} : ({from}, {with}) -> {to}",
        value.name, indices.name
    ));
    Some(Value { name, shape, layout, ..value })
}
