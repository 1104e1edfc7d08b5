//! Which values an operation can see.

use std::collections::HashMap;

use crate::mlir::{Module, Operation, ValueId};

/// For each operation, by index in walk order, the values defined before it in its own block and in
/// those around it, oldest first.
pub(super) fn visible(module: &Module) -> HashMap<usize, Vec<ValueId>> {
    let mut scopes = Scopes::default();
    for op in &module.ops {
        scopes.operation(op);
    }
    scopes.by_index
}

#[derive(Default)]
struct Scopes {
    index: usize,
    scope: Vec<ValueId>,
    by_index: HashMap<usize, Vec<ValueId>>,
}

impl Scopes {
    fn operation(&mut self, op: &Operation) {
        self.by_index.insert(self.index, self.scope.clone());
        self.index += 1;
        let outer = self.scope.len();
        for block in op.regions.iter().flat_map(|region| &region.blocks) {
            // Blocks of one region are in no fixed order of dominance: only their own values count.
            self.scope.truncate(outer);
            self.scope.extend(&block.arguments);
            for inner in &block.ops {
                self.operation(inner);
            }
        }
        self.scope.truncate(outer);
        self.scope.extend(&op.results);
    }
}

/// Up to `count` values of the type of `value`, other than it, that operation `at` can see; the
/// nearest first.
pub(super) fn alternatives(
    module: &Module,
    visible: &HashMap<usize, Vec<ValueId>>,
    at: usize,
    value: ValueId,
    count: usize,
) -> Vec<ValueId> {
    let ty = module.ty(value);
    let candidates = visible.get(&at).map_or(&[][..], Vec::as_slice).iter().rev();
    candidates
        .filter(|other| **other != value && module.ty(**other) == ty)
        .take(count)
        .copied()
        .collect()
}
