//! Tiles of another size: one length of a dimension becomes another wherever it occurs.

use std::collections::BTreeSet;

use super::super::variant::Edit;
use crate::program::edit::resize;
use crate::testcase::Argument;

/// Elements of a tile above which kernels take long.
const MOST_ELEMENTS: usize = 4096;

/// Elements of a buffer that is made longer.
const MOST_LENGTH: usize = 1 << 18;

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let shapes = edit.types.iter().flat_map(|(_, ty)| ty.shape.iter().copied());
    let lengths: BTreeSet<usize> = shapes.collect();
    let lengths: Vec<usize> = lengths.into_iter().collect();
    if lengths.is_empty() {
        return None;
    }
    let from = edit.choice.pick(&lengths);
    let mut all = vec![from * 2, from * 4, from / 2, 1, 16, 32];
    all.retain(|to| *to > 0 && *to != from);
    let to = edit.choice.pick(&all);
    resize(edit.program(), &|length| if length == from { to } else { length })?;
    let types = edit.case.program.check().ok()?;
    if types.iter().any(|(_, ty)| ty.numel() > MOST_ELEMENTS) {
        return None;
    }
    for argument in &mut edit.case.arguments {
        if let Argument::Buffer(spec) = argument
            && to > from
        {
            let longer = spec.len.saturating_mul(to / from);
            spec.len = spec.len.max(longer.min(MOST_LENGTH));
        }
    }
    Some(())
}
