//! Types: shorter tensors, and elements of the common types.

use std::sync::Arc;

use super::map::Rule;
use super::{Ir, Search};
use crate::mlir::{Attribute, FloatKind, MemDescType, Module, TensorDescType, TensorType, Type};

/// Lengths of dimensions, the longest first.
fn lengths_of(module: &Module) -> Vec<i64> {
    let shapes = module.values.iter().flat_map(|value| value.ty.shape());
    let mut lengths: Vec<i64> = shapes.copied().filter(|length| *length > 1).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths.reverse();
    lengths
}

/// Gives dimensions another length, everywhere.
fn resize(module: &mut Module, length: &dyn Fn(i64) -> i64) {
    let shape = |shape: &[i64]| -> Vec<i64> { shape.iter().map(|size| length(*size)).collect() };
    let on_type = |ty: &Type| match ty {
        Type::Tensor(tensor) => Some(Type::Tensor(Arc::new(TensorType {
            shape: shape(&tensor.shape),
            ..(**tensor).clone()
        }))),
        Type::MemDesc(memory) => Some(Type::MemDesc(Arc::new(MemDescType {
            shape: shape(&memory.shape),
            allocation: memory.allocation.as_ref().map(|sizes| shape(sizes)),
            ..(**memory).clone()
        }))),
        Type::TensorDesc(descriptor) => Some(Type::TensorDesc(Arc::new(TensorDescType {
            shape: shape(&descriptor.shape),
            ..(**descriptor).clone()
        }))),
        _ => None,
    };
    Rule { on_type: &on_type, on_attribute: &|_| None }.apply(module);
    module.walk_mut(&mut |op| {
        if op.name.as_str() != "tt.make_range" {
            return;
        }
        let start = op.attribute("start").and_then(Attribute::as_integer).unwrap_or(0);
        if let Some(Attribute::Integer(end, ty)) = op.attribute("end")
            && let Ok(old) = i64::try_from(end - start)
        {
            let end = Attribute::Integer(start + i128::from(length(old)), ty.clone());
            op.set_attribute("end", Some(end));
        }
    });
}

/// Divides lengths: all at once, then those from some length on, then one.
pub(super) fn lengths(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    while !search.is_over() {
        let best = search.best().clone();
        let all = lengths_of(best.module());
        let mut candidates = Vec::new();
        let mut add = |change: &dyn Fn(i64) -> i64| {
            candidates.extend(best.with(|module| {
                resize(module, change);
                Some(())
            }));
        };
        for least in all.iter().rev() {
            add(&|size| if size >= *least { (size / 2).max(1) } else { size });
        }
        for length in &all {
            for divisor in [16, 4, 2] {
                if length % divisor == 0 {
                    add(&|size| if size == *length { size / divisor } else { size });
                }
            }
        }
        if !search.first(candidates) {
            break;
        }
        any = true;
    }
    any
}

/// Gives elements of rare types a common one.
pub(super) fn elements(search: &mut Search<'_, Ir>) -> bool {
    let (float, integer) = (Type::Float(FloatKind::F32), Type::integer(32));
    let floats = [
        FloatKind::F8E5M2,
        FloatKind::F8E4M3FN,
        FloatKind::F8E4M3FNUZ,
        FloatKind::F8E5M2FNUZ,
        FloatKind::F8E4M3B11FNUZ,
        FloatKind::BF16,
        FloatKind::F16,
        FloatKind::F64,
    ];
    let floats = floats.into_iter().map(|kind| (Type::Float(kind), float.clone()));
    let integers = [8, 16, 64].into_iter().map(|width| (Type::integer(width), integer.clone()));
    let mut any = false;
    for (from, to) in floats.chain(integers) {
        let best = search.best().clone();
        let candidate = best.with(|module| {
            let on_type = |ty: &Type| (*ty == from).then(|| to.clone());
            Rule { on_type: &on_type, on_attribute: &|_| None }.apply(module);
            Some(())
        });
        any |= search.first(candidate);
    }
    any
}
