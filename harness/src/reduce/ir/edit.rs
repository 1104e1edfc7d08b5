//! What passes do with a module: find operations, replace them, rewire values.
//!
//! Operations are known by their index in the order of [`Module::walk`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::effects::has_effects;
use crate::mlir::{Attribute, Dense, Form, Module, Operation, Piece, Type, ValueId};

/// An operation and where it stands.
pub(super) struct Site<'m> {
    pub(super) op: &'m Operation,
    /// Values that it can see, oldest first.
    pub(super) visible: Vec<ValueId>,
    /// The function that it is in.
    pub(super) function: Option<usize>,
    /// Whether it is a part of a combine function, which must stay associative.
    pub(super) combines: bool,
}

/// Operations whose regions are functions of single elements.
const COMBINING: [&str; 3] = ["tt.reduce", "tt.scan", "tt.map_elementwise"];

struct Sites<'m> {
    found: Vec<Site<'m>>,
    scope: Vec<ValueId>,
    function: Option<usize>,
    combines: bool,
}

/// All operations, in the order of the walk.
pub(super) fn sites(module: &Module) -> Vec<Site<'_>> {
    let mut sites = Sites { found: Vec::new(), scope: Vec::new(), function: None, combines: false };
    for op in &module.ops {
        sites.operation(op);
    }
    sites.found
}

impl<'m> Sites<'m> {
    fn operation(&mut self, op: &'m Operation) {
        let name = op.name.as_str();
        let visible = self.scope.clone();
        let (function, combines) = (self.function, self.combines);
        self.found.push(Site { op, visible, function, combines });
        if is_function(op) {
            self.function = Some(self.found.len() - 1);
        }
        self.combines |= COMBINING.contains(&name);
        let outer = self.scope.clone();
        for (i, region) in op.regions.iter().enumerate() {
            // Functions and partitions see nothing from outside.
            let isolated = is_function(op) || (name == "ttg.warp_specialize" && i > 0);
            for block in &region.blocks {
                // Which blocks of a region come before which is not looked into.
                self.scope = if isolated { Vec::new() } else { outer.clone() };
                self.scope.extend(&block.arguments);
                for inner in &block.ops {
                    self.operation(inner);
                }
            }
        }
        (self.scope, self.function, self.combines) = (outer, function, combines);
        self.scope.extend(&op.results);
    }
}

/// Whether an operation is a function of Triton's.
pub(super) fn is_function(op: &Operation) -> bool {
    op.name.as_str() == "tt.func"
}

/// A copy of an operation.
pub(super) fn copy(module: &Module, at: usize) -> Option<Operation> {
    let mut index = 0;
    let mut found = None;
    module.walk(&mut |op| {
        if index == at {
            found = Some(op);
        }
        index += 1;
    });
    found.cloned()
}

/// Number of operations.
pub(super) fn count(module: &Module) -> usize {
    let mut count = 0;
    module.walk(&mut |_| count += 1);
    count
}

/// Changes one operation.
pub(super) fn edit(
    module: &mut Module,
    at: usize,
    change: &mut dyn FnMut(&mut Operation) -> Option<()>,
) -> Option<()> {
    let mut index = 0;
    let mut done = None;
    module.walk_mut(&mut |op| {
        if index == at {
            done = change(op);
        }
        index += 1;
    });
    done
}

/// Puts operations in the place of one.
pub(super) fn replace(module: &mut Module, at: usize, new: Vec<Operation>) -> Option<()> {
    let mut left = at;
    replace_in(&mut module.ops, &mut left, &mut Some(new)).then_some(())
}

fn replace_in(
    ops: &mut Vec<Operation>,
    left: &mut usize,
    new: &mut Option<Vec<Operation>>,
) -> bool {
    for position in 0..ops.len() {
        if *left == 0 {
            ops.splice(position..=position, new.take().unwrap_or_default());
            return true;
        }
        *left -= 1;
        let regions = ops[position].regions.iter_mut();
        for block in regions.flat_map(|region| &mut region.blocks) {
            if replace_in(&mut block.ops, left, new) {
                return true;
            }
        }
    }
    false
}

/// How often each value is used.
pub(super) fn uses(module: &Module) -> Vec<usize> {
    let mut counts = vec![0; module.values.len()];
    module.walk(&mut |op| {
        let passed = op.successors.iter().flat_map(|successor| &successor.operands);
        for value in op.operands.iter().chain(passed) {
            counts[value.0 as usize] += 1;
        }
        if let Form::Opaque(pieces) = &op.form {
            for piece in pieces.iter() {
                if let Piece::Value(value) = piece {
                    counts[value.0 as usize] += 1;
                }
            }
        }
    });
    counts
}

/// Values for values.
pub(super) type Substitution = BTreeMap<ValueId, ValueId>;

/// Uses values for others, everywhere. What takes a place may be replaced itself.
pub(super) fn substitute(module: &mut Module, by: &Substitution) {
    let last = |value: ValueId| {
        let mut last = value;
        for _ in 0..=by.len() {
            match by.get(&last) {
                Some(next) => last = *next,
                None => break,
            }
        }
        last
    };
    module.walk_mut(&mut |op| {
        let passed = op.successors.iter_mut().flat_map(|successor| &mut successor.operands);
        for value in op.operands.iter_mut().chain(passed) {
            *value = last(*value);
        }
        if let Form::Opaque(pieces) = &mut op.form {
            for piece in Arc::make_mut(pieces) {
                if let Piece::Value(value) = piece {
                    *value = last(*value);
                }
            }
        }
    });
}

/// Keeps some operations; the others go with all that is in them.
fn retain(ops: &mut Vec<Operation>, keep: &mut dyn FnMut(&Operation) -> bool) {
    ops.retain(|op| keep(op));
    for op in ops {
        for block in op.regions.iter_mut().flat_map(|region| &mut region.blocks) {
            retain(&mut block.ops, keep);
        }
    }
}

/// Removes operations without effects whose results nobody uses, but for results in `spared`.
pub(super) fn sweep(module: &mut Module, spared: &BTreeSet<ValueId>) {
    loop {
        let uses = uses(module);
        let mut found = false;
        retain(&mut module.ops, &mut |op| {
            let unused = |value: &ValueId| uses[value.0 as usize] == 0 && !spared.contains(value);
            let dead = !op.results.is_empty() && op.results.iter().all(unused) && !has_effects(op);
            found |= dead;
            !dead
        });
        if !found {
            break;
        }
    }
}

/// The attribute of a constant of one number.
pub(super) fn number(ty: &Type, value: i64) -> Option<Attribute> {
    let plain = match ty.element() {
        Type::Integer(1, _) => Attribute::Bool(value != 0),
        Type::Integer(..) | Type::Index => Attribute::Integer(i128::from(value), None),
        Type::Float(_) => Attribute::Float(format!("{value}.000000e+00").into(), None),
        _ => return None,
    };
    Some(match (ty, plain) {
        (Type::Tensor(_), plain) => Attribute::Dense(Dense::Splat(Box::new(plain)), ty.clone()),
        (Type::MemDesc(_) | Type::TensorDesc(_), _) => return None,
        (_, Attribute::Integer(value, _)) => Attribute::Integer(value, Some(ty.clone())),
        (_, Attribute::Float(text, _)) => Attribute::Float(text, Some(ty.clone())),
        (_, plain) => plain,
    })
}

/// A constant that defines `result`.
pub(super) fn constant(module: &Module, result: ValueId, value: i64) -> Option<Operation> {
    let mut op = Operation::new("arith.constant");
    op.set_attribute("value", Some(number(module.ty(result), value)?));
    op.results = vec![result];
    Some(op)
}
