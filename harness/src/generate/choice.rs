//! Choices from bytes.
//!
//! Running out of bytes is not a failure: every choice then gives its first or smallest option, so
//! the simplest option comes first. Only fixed-width integers are drawn, so that the same bytes
//! mean the same kernel on every machine.

use arbitrary::Unstructured;

/// Where choices come from.
pub(super) struct Choice<'a, 'b> {
    bytes: &'a mut Unstructured<'b>,
}

impl<'a, 'b> Choice<'a, 'b> {
    pub(super) fn new(bytes: &'a mut Unstructured<'b>) -> Self {
        Choice { bytes }
    }

    /// A number of `low..=high`; `low` when the bytes have run out.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        self.bytes.int_in_range(low..=high.max(low)).unwrap_or(low)
    }

    /// True in `percent` of the cases; false when the bytes have run out.
    pub(super) fn chance(&mut self, percent: u8) -> bool {
        let drawn = self.bytes.int_in_range(0u8..=99).unwrap_or(0);
        drawn >= 100 - percent.min(100)
    }

    /// An index below `length`, which is not 0.
    pub(super) fn index(&mut self, length: usize) -> usize {
        let last = u32::try_from(length.saturating_sub(1)).unwrap_or(u32::MAX);
        self.bytes.int_in_range(0..=last).unwrap_or(0) as usize
    }

    /// One of the options.
    pub(super) fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        *self.pick_ref(options)
    }

    /// One of the options.
    pub(super) fn pick_ref<'o, T>(&mut self, options: &'o [T]) -> &'o T {
        &options[self.index(options.len())]
    }
}
