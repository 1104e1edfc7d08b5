//! Data movement of matrices, where `ndarray`'s general iterators of dynamic rank are slow.

/// Columns by rows, from `rows` by `columns`.
pub(super) fn transpose<T: Clone>(values: &[T], rows: usize, columns: usize) -> Vec<T> {
    let mut result = Vec::with_capacity(values.len());
    for column in 0..columns {
        result.extend(values[column..].iter().step_by(columns).take(rows).cloned());
    }
    result
}

/// Each value `count` times in a row.
pub(super) fn repeat_each<T: Clone>(values: &[T], count: usize) -> Vec<T> {
    let mut result = Vec::with_capacity(values.len() * count);
    for value in values {
        result.resize(result.len() + count, value.clone());
    }
    result
}

/// All values, `count` times over.
pub(super) fn repeat_all<T: Clone>(values: &[T], count: usize) -> Vec<T> {
    let mut result = Vec::with_capacity(values.len() * count);
    for _ in 0..count {
        result.extend_from_slice(values);
    }
    result
}
