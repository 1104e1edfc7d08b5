//! Buffers at their addresses: what the allocation and the barriers of the compiler must keep apart.

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Placement;
