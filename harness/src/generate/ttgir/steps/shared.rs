//! Through shared memory of any layout, allocated full or empty.

use crate::generate::ttgir::builder::{Builder, Value};
use crate::generate::ttgir::shared;
use crate::tensor::DType;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    if value.dtype == DType::I1 {
        return None;
    }
    let layout = shared::shared(&mut builder.choice, &value.shape, value.dtype);
    let view = match builder.choice.chance(50) {
        true => builder.filled(&value, &layout),
        false => {
            let view = builder.allocated(&value.shape, value.dtype, &layout);
            builder.written(&value, &view);
            view
        }
    };
    Some(builder.read(&view, &value.shape, value.dtype, None))
}
