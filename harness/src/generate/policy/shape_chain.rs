//! Chains of `expand_dims`, `broadcast_to`, `reshape` and `permute`, between two accesses whose
//! layouts the compiler would like to agree.

use crate::generate::builder::Builder;
use crate::generate::memory::Content;
use crate::program::ValueId;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let mut value = b.matrix(shape, Content::Identity)?;
    for _ in 0..b.choice.between(2, 5) {
        // A step that the types do not admit is no step.
        value = step(b, value).unwrap_or(value);
    }
    if b.choice.chance(35) {
        let rank = b.shape(value).len();
        let axis = b.choice.index(rank);
        value = b.reduced(value, axis)?;
    }
    b.keep_defined(value)
}

fn step(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let shape = b.shape(value);
    let rank = shape.len();
    match b.choice.index(6) {
        0 | 1 if rank > 1 => {
            let mut axes: Vec<usize> = (0..rank).collect();
            let (first, second) = (b.choice.index(rank), b.choice.index(rank - 1));
            axes.swap(first, (first + 1 + second) % rank);
            b.permute(value, &axes)
        }
        2 | 3 => {
            let numel: usize = shape.iter().product();
            let first = 1usize << b.choice.between(0, i64::from(numel.trailing_zeros()));
            let rest = numel / first;
            let second = 1usize << b.choice.between(0, i64::from(rest.trailing_zeros()));
            let third = 1usize << b.choice.between(0, i64::from((rest / second).trailing_zeros()));
            let wanted = match b.choice.index(4) {
                0 => vec![first, rest],
                1 => vec![numel],
                2 => vec![first, second, third, rest / second / third],
                _ => vec![first, second, rest / second],
            };
            b.reshape(value, &wanted)
        }
        4 if rank < 4 => {
            let axis = b.choice.index(rank + 1);
            let wider = b.expand(value, axis)?;
            let mut shape = b.shape(wider);
            shape[axis] = b.choice.pick(&[2, 1, 4]);
            b.broadcast(wider, &shape)
        }
        _ => Some(b.vary(value)),
    }
}
