//! Through one of several buffers of an allocation (`ttg.memdesc_index`), the others of which hold
//! something else.

use crate::generate::ttgir::builder::{Builder, Value, View};
use crate::generate::ttgir::shared;
use crate::tensor::DType;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    if value.dtype == DType::I1 || value.rank() > 2 {
        return None;
    }
    let layout = shared::shared(&mut builder.choice, &value.shape, value.dtype);
    let count = builder.choice.pick(&[2, 3]);
    let own = builder.choice.index(count);
    let mut whole = vec![count as u32];
    whole.extend(&value.shape);
    let buffers = builder.allocated(&whole, value.dtype, &layout);
    let ty = builder.memory(&value.shape, value.dtype, &layout, true, None);
    let place = builder.layout(&value.shape, value.dtype, false);
    let other = builder.loaded(&value.shape, value.dtype, place);
    let mut views = Vec::new();
    for at in 0..count {
        let index = builder.constant(at as u32);
        let name = builder
            .op(format!("ttg.memdesc_index {}[{index}] : {} -> {ty}", buffers.name, buffers.ty));
        let view = View { name, ty: ty.clone() };
        builder.written(if at == own { &value } else { &other }, &view);
        views.push(view);
    }
    Some(builder.read(&views[own], &value.shape, value.dtype, None))
}
