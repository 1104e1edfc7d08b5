//! `tt.reshape` of a linear layout: each base leads to the same element in the other shape.

use crate::generate::ttgir::builder::{Builder, Value};
use crate::generate::ttgir::draw;
use crate::generate::ttgir::layout::Layout;

pub(super) fn take(builder: &mut Builder<'_, '_>, value: Value) -> Option<Value> {
    let (value, own) = builder.in_linear(value);
    let bits: u32 = value.shape.iter().map(|size| size.ilog2()).sum();
    let rank = builder.choice.pick(&[1, 2, 3]);
    let shape = draw::spread(&mut builder.choice, bits, rank);
    let layout = Layout::Linear(own.moved(|basis| reshaped(basis, &value.shape, &shape)));
    let (from, to) = (builder.ty(&value), builder.tensor(&shape, value.dtype, &layout));
    let name = builder.op(format!("tt.reshape {} : {from} -> {to}", value.name));
    Some(Value { name, shape, layout, ..value })
}

/// The position, in a tensor of another shape, of the element that is as far from the first one.
fn reshaped(position: &[u32], from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut number = position.iter().zip(from).fold(0u32, |all, (at, size)| all * size + at);
    let mut found = Vec::new();
    for size in to.iter().rev() {
        found.push(number % size);
        number /= size;
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_number() {
        assert_eq!(reshaped(&[1, 0], &[4, 8], &[32]), [8]);
        assert_eq!(reshaped(&[2, 4], &[4, 8], &[2, 2, 8]), [1, 0, 4]);
        assert_eq!(reshaped(&[0], &[16], &[4, 4]), [0, 0]);
    }
}
