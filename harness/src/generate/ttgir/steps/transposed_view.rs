//! A matrix in shared memory, read as its transpose (`ttg.memdesc_trans`).

use crate::generate::ttgir::builder::{Builder, Value, View};
use crate::generate::ttgir::shared;
use crate::tensor::DType;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    if value.dtype == DType::I1 || value.rank() != 2 {
        return None;
    }
    let (choice, shape) = (&mut builder.choice, value.shape.as_slice());
    let drawn = match choice.chance(40) {
        true => shared::tensor_core(choice, shape, value.dtype),
        false => None,
    };
    let layout = drawn.unwrap_or_else(|| shared::swizzled(choice, 2));
    let transposed = layout.transposed()?;
    let whole = builder.filled(&value, &layout);
    let shape = [value.shape[1], value.shape[0]];
    let ty = builder.memory(&shape, value.dtype, &transposed, false, None);
    let name = builder.op(format!(
        "ttg.memdesc_trans {} {{order = array<i32: 1, 0>}} : {} -> {ty}",
        whole.name, whole.ty
    ));
    Some(builder.read(&View { name, ty }, &shape, value.dtype, None))
}
