//! What layers of networks do to rows: softmax, layer normalization, and their activations.

use super::combine::{MOST, moments};
use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ops::{Along, BinaryOp, Combine, Function, Math, Monoid, ReduceOp, UnaryOp};
use crate::program::{Operand, ValueId};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let float = b.dtypes.iter().copied().find(|dtype| dtype.is_float()).unwrap_or(DType::F32);
    let rows = b.matrix_of(float, shape, Content::Identity)?;
    let rows = match float {
        DType::F64 => rows,
        _ => b.cast(rows, DType::F32)?,
    };
    let axis = b.choice.index(2);
    let result = match b.choice.index(4) {
        0 | 1 => softmax(b, rows, axis)?,
        2 => match welford(b, rows, axis) {
            Some(result) => result,
            None => layer_norm(b, rows, axis)?,
        },
        _ => gelu(b, rows)?,
    };
    let result = b.varied(result, 1);
    let result = if b.choice.chance(30) { b.convert(result, float)? } else { result };
    b.keep_defined(result)
}

/// One number for each row, as a column beside the rows.
fn column(b: &mut Builder<'_, '_>, op: ReduceOp, rows: ValueId, axis: usize) -> Option<ValueId> {
    let reduced = b.reduce(op, rows, axis)?;
    b.expand(reduced, axis)
}

fn softmax(b: &mut Builder<'_, '_>, rows: ValueId, axis: usize) -> Option<ValueId> {
    let most = column(b, ReduceOp::Max, rows, axis)?;
    let below = b.binary(BinaryOp::Sub, rows, of(most))?;
    // Below zero, as everybody can see but not the facts.
    let below = b.binary(BinaryOp::Min, below, Operand::Float(0.0))?;
    let function = b.choice.pick(&[Function::Exp, Function::Exp2]);
    let powers = b.emit(Math { function, value: below })?;
    let sum = column(b, ReduceOp::Sum, powers, axis)?;
    let sum = b.binary(BinaryOp::Max, sum, Operand::Float(0.5))?;
    b.binary(BinaryOp::Div, powers, of(sum))
}

fn layer_norm(b: &mut Builder<'_, '_>, rows: ValueId, axis: usize) -> Option<ValueId> {
    let count = b.shape(rows)[axis] as f64;
    let mean = |b: &mut Builder<'_, '_>, rows: ValueId| {
        let sum = column(b, ReduceOp::Sum, rows, axis)?;
        b.binary(BinaryOp::Div, sum, Operand::Float(count))
    };
    let middle = mean(b, rows)?;
    let centred = b.binary(BinaryOp::Sub, rows, of(middle))?;
    let squares = b.binary(BinaryOp::Mul, centred, of(centred))?;
    let variance = mean(b, squares)?;
    let variance = b.unary(UnaryOp::Abs, variance)?;
    let variance = b.binary(BinaryOp::Add, variance, Operand::Float(0.5))?;
    if b.choice.chance(50) {
        let scale = b.emit(Math { function: Function::Rsqrt, value: variance })?;
        return b.binary(BinaryOp::Mul, centred, of(scale));
    }
    let root = b.emit(Math { function: Function::Sqrt, value: variance })?;
    let root = b.binary(BinaryOp::Max, root, Operand::Float(0.5))?;
    b.binary(BinaryOp::Div, centred, of(root))
}

/// Layer normalization with the mean and the variance of one reduction, in half of the kernels.
fn welford(b: &mut Builder<'_, '_>, rows: ValueId, axis: usize) -> Option<ValueId> {
    let numbers = b.shape(rows).iter().product::<usize>();
    if b.dtype(rows) != Some(DType::F32) || numbers > MOST || !b.choice.chance(50) {
        return None;
    }
    let values = moments(b, rows, axis)?.to_vec();
    let keeps = b.choice.chance(40);
    let along = if keeps { Along::Keep(Some(axis)) } else { Along::Reduce(Some(axis)) };
    let mut results = vec![];
    for result in 0..values.len() {
        let (values, parts) = (values.clone(), vec![Monoid::Welford]);
        let value = b.emit(Combine { values, parts, along, result })?;
        results.push(if keeps { value } else { b.expand(value, axis)? });
    }
    let [mean, squares, weight] = results[..] else { return None };
    let centred = b.binary(BinaryOp::Sub, rows, of(mean))?;
    let variance = b.binary(BinaryOp::Div, squares, of(weight))?;
    if b.choice.chance(40) {
        let told = b.choice.pick(&[mean, squares, weight, variance]);
        b.keep(told);
    }
    let variance = b.binary(BinaryOp::Add, variance, Operand::Float(0.5))?;
    let scale = b.emit(Math { function: Function::Rsqrt, value: variance })?;
    b.binary(BinaryOp::Mul, centred, of(scale))
}

fn gelu(b: &mut Builder<'_, '_>, x: ValueId) -> Option<ValueId> {
    let scaled = b.binary(BinaryOp::Mul, x, Operand::Float(0.75))?;
    let function = b.choice.pick(&[Function::Erf, Function::Sin]);
    let value = b.emit(Math { function, value: scaled })?;
    let half = b.binary(BinaryOp::Mul, value, Operand::Float(0.5))?;
    let weight = b.binary(BinaryOp::Add, half, Operand::Float(0.5))?;
    b.binary(BinaryOp::Mul, x, of(weight))
}
