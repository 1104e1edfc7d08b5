//! Where a line of a module begins: each makes a tensor.

use super::builder::{Builder, Value};
use super::draw;
use super::layout::Layout;
use super::shared::{Shared, power};
use crate::tensor::DType;

/// What makes a tensor.
pub(super) struct Origin {
    /// Its name, unique among origins and steps.
    pub(super) name: &'static str,
    /// Makes it; `None` if what was drawn is not legal.
    pub(super) make: fn(&mut Builder<'_, '_>) -> Option<Value>,
}

/// The origins.
pub(super) static ORIGINS: &[Origin] = &[
    Origin { name: "load", make: load },
    Origin { name: "load-matrix", make: load_matrix },
    Origin { name: "async-copy", make: async_copy },
    Origin { name: "histogram", make: histogram },
];

/// Elements of a tensor, as a power of two: the emulation of a GPU takes time for each.
const MOST: u32 = 11;

/// Element types of tensors.
const DTYPES: [DType; 11] = [
    DType::I32,
    DType::I1,
    DType::I8,
    DType::I16,
    DType::I64,
    DType::F8E4M3,
    DType::F8E5M2,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
];

fn loaded(builder: &mut Builder<'_, '_>, rank: usize) -> Value {
    let dtype = builder.choice.pick(&DTYPES);
    let shape = draw::shape(&mut builder.choice, rank, MOST);
    let layout = builder.layout(&shape, dtype, false);
    builder.loaded(&shape, dtype, layout)
}

/// A tensor of any rank, through a tensor of pointers.
fn load(builder: &mut Builder<'_, '_>) -> Option<Value> {
    let rank = builder.choice.pick(&[1, 2, 3]);
    Some(loaded(builder, rank))
}

/// A matrix: what most layouts are for.
fn load_matrix(builder: &mut Builder<'_, '_>) -> Option<Value> {
    Some(loaded(builder, 2))
}

/// A copy to shared memory that goes on while the threads do, in pieces of 4 to 16 bytes, which must be
/// side by side in both memories.
fn async_copy(builder: &mut Builder<'_, '_>) -> Option<Value> {
    const PIECE: (u32, u32) = (32, 128);
    let dtype = builder.choice.pick(&DTYPES);
    if dtype == DType::I1 {
        return None;
    }
    let rank = builder.choice.pick(&[2, 1]);
    let shape = draw::shape(&mut builder.choice, rank, MOST);
    let mut blocked = builder.blocked(rank);
    let order: Vec<usize> = blocked.order.iter().map(|axis| *axis as usize).collect();
    let (least, most) = (PIECE.0.div_ceil(dtype.bits()), PIECE.1 / dtype.bits());
    let fastest = order[0];
    let vec = blocked.per_thread[fastest].clamp(least, most);
    blocked.per_thread[fastest] = vec;
    if shape[fastest] < vec {
        return None;
    }
    let swizzled = rank == 2 && builder.choice.chance(60);
    let shared = match swizzled {
        true => {
            let (per_phase, max_phase) =
                (power(&mut builder.choice, 2), 2 * power(&mut builder.choice, 2));
            Shared::Swizzled { vec, per_phase, max_phase, order: order.clone() }
        }
        false => Shared::flat(order.clone()),
    };
    let layout = Layout::Blocked(blocked);
    let view = builder.allocated(&shape, dtype, &shared);
    let pointer = builder.any_input(&shape, dtype);
    let (at, ty) = builder.addresses(&pointer, &shape, dtype, &layout, &order);
    let copy = builder
        .op(format!("ttg.async_copy_global_to_local {at}, {} : {ty} -> {}", view.name, view.ty));
    let group = builder.op(format!("ttg.async_commit_group tokens {copy}"));
    let token = builder.op(format!("ttg.async_wait {group} {{num = 0 : i32}}"));
    Some(builder.read(&view, &shape, dtype, Some(&token)))
}

/// How often each number occurs.
fn histogram(builder: &mut Builder<'_, '_>) -> Option<Value> {
    let shape = draw::shape(&mut builder.choice, 1, 9);
    let bins = 2 * power(&mut builder.choice, 7);
    let numbers = builder.indices(&shape, bins);
    let layout = Layout::Blocked(builder.blocked(1));
    let from = builder.ty(&numbers);
    let to = builder.tensor(&[bins], DType::I32, &layout);
    let name = builder.op(format!("tt.histogram {} : {from} -> {to}", numbers.name));
    Some(Value { name, shape: vec![bins], dtype: DType::I32, layout })
}

#[cfg(test)]
mod tests {
    use super::super::builder::element;
    use super::*;

    #[test]
    fn element_types_have_names_of_their_own() {
        let names: std::collections::BTreeSet<_> = DTYPES.into_iter().map(element).collect();
        assert_eq!(names.len(), DTYPES.len());
    }
}
