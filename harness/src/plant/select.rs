//! The two values of a select, exchanged.

use super::{Change, Edit, each};
use crate::mlir::Module;

/// `select c, b, a` for `select c, a, b`.
pub(super) fn swap_arms(module: &Module) -> Vec<Edit> {
    each(module, "arith.select", |_, op| match op.operands[..] {
        [condition, a, b] if a != b => {
            vec![(Change::AllOperands(vec![condition, b, a]), "arms exchanged".to_owned())]
        }
        _ => vec![],
    })
}
