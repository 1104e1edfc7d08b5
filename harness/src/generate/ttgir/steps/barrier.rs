//! Through shared memory again and again, with arrivals at and waits for a barrier between the threads'
//! writes and reads.

use crate::generate::ttgir::builder::{Builder, Value};
use crate::generate::ttgir::shared::{self, Shared};
use crate::tensor::DType;

pub(super) fn take(builder: &mut Builder<'_, '_>, mut value: Value) -> Option<Value> {
    if value.dtype == DType::I1 || !builder.machine.is_hopper() {
        return None;
    }
    let layout = shared::shared(&mut builder.choice, &value.shape, value.dtype);
    let barrier = builder.allocated(&[1], DType::I64, &Shared::flat(vec![0]));
    let view = builder.allocated(&value.shape, value.dtype, &layout);
    let count = builder.choice.between(1, 2);
    let (name, ty) = (&barrier.name, &barrier.ty);
    builder.line(format!("ttng.init_barrier {name}, {count} : {ty}"));
    for phase in 0..builder.choice.between(1, 3) {
        builder.written(&value, &view);
        for _ in 0..count {
            builder.line(format!("ttng.arrive_barrier {name}, 1 : {ty}"));
        }
        let parity = builder.constant(phase as u32 % 2);
        builder.line(format!("ttng.wait_barrier {name}, {parity} : {ty}"));
        value = builder.read(&view, &value.shape, value.dtype, None);
    }
    builder.line(format!("ttng.inval_barrier {name} : {ty}"));
    Some(value)
}
