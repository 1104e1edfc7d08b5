//! Half of a buffer (`ttg.memdesc_subslice`), read alone or written alone. Buffers are not swizzled: the
//! verifier refuses to split what is.

use crate::generate::ttgir::builder::{Builder, Value, View};
use crate::generate::ttgir::draw;
use crate::generate::ttgir::layout::list;
use crate::generate::ttgir::shared::Shared;
use crate::tensor::DType;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    let axes: Vec<usize> = (0..value.rank()).filter(|axis| value.shape[*axis] > 1).collect();
    if value.dtype == DType::I1 || axes.is_empty() {
        return None;
    }
    let axis = builder.choice.pick(&axes);
    let mut half = value.shape.clone();
    half[axis] /= 2;
    let mut start = vec![0; value.rank()];
    start[axis] = builder.choice.pick(&[0, half[axis]]);
    let shared = Shared::flat(draw::permutation(&mut builder.choice, value.rank()));
    let whole = builder.allocated(&value.shape, value.dtype, &shared);
    builder.written(&value, &whole);
    let ty = builder.memory(&half, value.dtype, &shared, true, Some(&value.shape));
    let name = builder.op(format!(
        "ttg.memdesc_subslice {}{} : {} -> {ty}",
        whole.name,
        list(&start),
        whole.ty
    ));
    let part = View { name, ty };
    if builder.choice.chance(50) {
        return Some(builder.read(&part, &half, value.dtype, None));
    }
    let layout = builder.layout(&half, value.dtype, false);
    let other = builder.loaded(&half, value.dtype, layout);
    builder.written(&other, &part);
    Some(builder.read(&whole, &value.shape, value.dtype, None))
}
