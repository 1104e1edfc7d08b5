//! `ttg.convert_layout`, one after another.

use crate::generate::ttgir::builder::{Builder, Value};

pub(super) fn take(builder: &mut Builder<'_, '_>, mut value: Value) -> Option<Value> {
    for _ in 0..builder.choice.between(1, 3) {
        let layout = builder.layout(&value.shape, value.dtype, true);
        value = builder.converted(value, layout);
    }
    Some(value)
}
