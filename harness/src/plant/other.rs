//! The wrong value for masked-off lanes.

use super::{Change, Edit, each};
use crate::mlir::Module;

/// Another constant as a load's `other`.
pub(super) fn wrong_others(module: &Module) -> Vec<Edit> {
    each(module, "tt.load", |_, op| match op.operand("other") {
        Some(other) => {
            vec![(Change::Constant("other", 3), format!("3 for %{}", module.name(other)))]
        }
        None => vec![],
    })
}
