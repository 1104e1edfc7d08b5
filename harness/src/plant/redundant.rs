//! Proves of some plants that they change nothing, without executing them.
//!
//! A fault of time cannot be labelled by an execution that knows no time, and one that does is what the
//! plants are to test. So every such plant counts unless one of the arguments below shows, from the text
//! alone, that it says the same. They are few and narrow on purpose: what they do not prove counts.

use std::collections::HashMap;

use super::{Change, Edit, indexed};
use crate::mlir::{Attribute, Block, Module, Operation, ValueId};

const WAIT: &str = "ttg.async_wait";
const COMMIT: &str = "ttg.async_commit_group";
const PRODUCT_WAIT: &str = "ttng.warp_group_dot_wait";
const PRODUCT: &str = "ttng.warp_group_dot";

/// Why the edit changes nothing, if that can be shown.
pub fn redundant(module: &Module, edit: &Edit) -> Option<&'static str> {
    let (_, op) = *indexed(module).get(edit.at)?;
    match (op.name.as_str(), &edit.change) {
        (WAIT, Change::Remove(_) | Change::Attribute("num", _)) => {
            neighbour(module, op, "num", &[COMMIT])
        }
        (PRODUCT_WAIT, Change::Remove(_) | Change::Attribute("pendings", _)) => {
            neighbour(module, op, "pendings", &[PRODUCT])
        }
        (COMMIT, Change::Remove(_)) => merged(module, op).or_else(|| first_groups(module, op)),
        (_, Change::Operands(group, new)) => {
            let (old, new) = (op.operand(group)?, *new.first()?);
            equal(module, &definitions(module), old, new, 16)
                .then_some("both values are computed alike")
        }
        _ => None,
    }
}

fn integer(op: &Operation, name: &str) -> Option<i128> {
    op.attribute(name).and_then(Attribute::as_integer)
}

/// The block that an operation stands in, and its place there.
fn home<'a>(module: &'a Module, op: &Operation) -> Option<(&'a Block, usize)> {
    let mut found = None;
    module.walk(&mut |outer| {
        for block in outer.regions.iter().flat_map(|region| &region.blocks) {
            if let Some(at) = block.ops.iter().position(|inner| std::ptr::eq(inner, op)) {
                found = Some((block, at));
            }
        }
    });
    found
}

/// A wait is redundant beside one that waits for as much, when nothing is started in between and, if
/// that comes after, nothing in between looks at a buffer or a product.
fn neighbour(
    module: &Module,
    op: &Operation,
    count: &str,
    starts: &[&str],
) -> Option<&'static str> {
    let mut started = false;
    module.walk(&mut |op| started |= starts.contains(&op.name.as_str()));
    if !started {
        return Some("nothing is ever started that the wait could be for");
    }
    let (block, at) = home(module, op)?;
    let own = integer(op, count)?;
    let waits = |other: &Operation| {
        other.name == op.name && integer(other, count).is_some_and(|other| other <= own)
    };
    for other in block.ops[..at].iter().rev() {
        if waits(other) {
            return Some("the wait before it waits for as much");
        }
        if !other.regions.is_empty() || starts.contains(&other.name.as_str()) {
            break;
        }
    }
    for other in &block.ops[at + 1..] {
        if waits(other) {
            return Some("the wait after it waits for as much");
        }
        let uses = other.operands.iter().any(|operand| op.results.contains(operand));
        if uses || !is_pure(other) {
            break;
        }
    }
    None
}

/// Whether an operation only makes values of values: nothing that it could see too early.
fn is_pure(op: &Operation) -> bool {
    let name = op.name.as_str();
    let views = ["ttg.memdesc_index", "ttg.memdesc_subslice", "ttg.memdesc_trans"];
    let tiles = ["tt.addptr", "tt.splat", "tt.broadcast", "tt.expand_dims"];
    op.regions.is_empty()
        && (name.starts_with("arith.") || views.contains(&name) || tiles.contains(&name))
}

/// The largest number of groups that a wait leaves in flight.
fn most_in_flight(module: &Module) -> i128 {
    let mut most = 0;
    module.walk(&mut |op| {
        if op.name.as_str() == WAIT {
            most = most.max(integer(op, "num").unwrap_or(i128::MAX));
        }
    });
    most
}

/// Where no wait leaves a group in flight, it does not matter to which group a copy belongs, as long as
/// one is closed before the next wait.
fn merged(module: &Module, op: &Operation) -> Option<&'static str> {
    let (block, at) = home(module, op)?;
    let mut rest = block.ops[at + 1..].iter();
    let end = rest.find(|o| !o.regions.is_empty() || [WAIT, COMMIT].contains(&o.name.as_str()))?;
    let closed = end.name.as_str() == COMMIT && most_in_flight(module) == 0;
    closed.then_some("the next group is closed before any wait, and every wait is for all groups")
}

/// Group `i` that is merged into the next one lands one wait later, if it is one of the last that a
/// wait of `c` groups must land: `c - n <= i` for a wait that leaves `n`. Before the first wait the
/// groups of straight code are counted; later there are only more of them.
fn first_groups(module: &Module, op: &Operation) -> Option<&'static str> {
    let (block, at) = home(module, op)?;
    let until = block.ops.iter().position(|o| !o.regions.is_empty() || o.name.as_str() == WAIT)?;
    if at >= until || block.ops[until].name.as_str() != WAIT {
        return None;
    }
    let commits = |ops: &[Operation]| ops.iter().filter(|o| o.name.as_str() == COMMIT).count();
    let (group, groups) = (commits(&block.ops[..=at]), commits(&block.ops[..until]));
    let landed = (groups as i128).checked_sub(most_in_flight(module))?;
    (landed > group as i128).then_some("every wait lands the group that it is merged into")
}

fn definitions(module: &Module) -> HashMap<ValueId, &Operation> {
    let mut found = HashMap::new();
    module.walk(&mut |op| found.extend(op.results.iter().map(|result| (*result, op))));
    found
}

/// Whether a buffer that is indexed has one stage.
fn alone(module: &Module, index: &Operation) -> bool {
    index.operands.first().is_some_and(|source| module.ty(*source).shape().first() == Some(&1))
}

/// Whether two values are the same expression of the same values.
fn equal(
    module: &Module,
    defined: &HashMap<ValueId, &Operation>,
    a: ValueId,
    b: ValueId,
    depth: u32,
) -> bool {
    if a == b {
        return true;
    }
    let (Some(x), Some(y)) = (defined.get(&a), defined.get(&b)) else { return false };
    let pure = |op: &Operation| is_pure(op) && op.results.len() == 1;
    if x.name.as_str() == "ttg.memdesc_index" && x.name == y.name && alone(module, x) {
        // Of one stage every index that is in bounds is the same.
        return equal(module, defined, x.operands[0], y.operands[0], depth.saturating_sub(1));
    }
    depth > 0
        && x.name == y.name
        && pure(x)
        && pure(y)
        && x.attributes == y.attributes
        && x.operands.len() == y.operands.len()
        && x.operands
            .iter()
            .zip(&y.operands)
            .all(|(x, y)| equal(module, defined, *x, *y, depth - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plant::{LOWERED, Operator};

    fn operator(name: &str) -> &'static Operator {
        LOWERED.iter().find(|operator| operator.name == name).unwrap()
    }

    /// Two groups a stage, one loop; `first` is the number of the wait before the loop.
    fn pipelined(first: u32) -> Module {
        let text = format!(
            "module {{ tt.func public @f(%t: !ttg.async.token, %n: i32, %s: !ttg.memdesc<2x16xf16, #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #ttg.shared_memory, mutable>) {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = arith.addi %n, %c1 : i32
  %y = arith.addi %n, %c1 : i32
  %g0 = ttg.async_commit_group tokens %t
  %g1 = ttg.async_commit_group tokens %t
  %g2 = ttg.async_commit_group tokens %t
  %g3 = ttg.async_commit_group tokens %t
  %w0 = ttg.async_wait %g0 {{num = {first} : i32}}
  %w1 = ttg.async_wait %g0 {{num = {first} : i32}}
  scf.for %i = %c0 to %n step %c1 : i32 {{
    %g4 = ttg.async_commit_group tokens %t
    %w2 = ttg.async_wait %g4 {{num = 2 : i32}}
    %b0 = ttg.memdesc_index %s[%x] : !ttg.memdesc<2x16xf16, #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #ttg.shared_memory, mutable> -> !ttg.memdesc<16xf16, #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #ttg.shared_memory, mutable>
    %b1 = ttg.memdesc_index %s[%y] : !ttg.memdesc<2x16xf16, #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #ttg.shared_memory, mutable> -> !ttg.memdesc<16xf16, #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #ttg.shared_memory, mutable>
    %b2 = ttg.memdesc_index %s[%i] : !ttg.memdesc<2x16xf16, #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #ttg.shared_memory, mutable> -> !ttg.memdesc<16xf16, #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>, #ttg.shared_memory, mutable>
  }}
  tt.return
}} }}"
        );
        crate::mlir::parse(&text).unwrap()
    }

    fn proved(module: &Module, name: &str) -> Vec<bool> {
        let edits = (operator(name).edits)(module);
        edits.iter().map(|edit| redundant(module, edit).is_some()).collect()
    }

    #[test]
    fn a_wait_beside_another_is_redundant_and_no_other() {
        assert_eq!(proved(&pipelined(2), "remove-wait"), [true, true, false]);
        assert_eq!(proved(&pipelined(2), "raise-wait"), [true, true, false]);
    }

    #[test]
    fn a_group_is_merged_without_effect_only_if_every_wait_lands_both() {
        assert_eq!(proved(&pipelined(2), "drop-commit"), [true, false, false, false, false]);
        assert_eq!(proved(&pipelined(3), "drop-commit"), [false, false, false, false, false]);
        let text = crate::mlir::print(&pipelined(0)).unwrap().replace("num = 2", "num = 0");
        let all = crate::mlir::parse(&text).unwrap();
        assert_eq!(proved(&all, "drop-commit"), [true, true, true, false, false]);
    }

    #[test]
    fn the_only_stage_is_every_stage() {
        let memdesc = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, \
                       #ttg.shared_memory, mutable>";
        let text = |stages: u32| {
            let stage = format!("!ttg.memdesc<16xf16, {memdesc}");
            let index = |name: &str, at: &str| {
                format!(
                    "%{name} = ttg.memdesc_index %s[%{at}] : !ttg.memdesc<{stages}x16xf16, {memdesc} -> {stage}\n"
                )
            };
            let (first, second) = (index("first", "n"), index("second", "m"));
            format!(
                "module {{ tt.func public @f(%n: i32, %m: i32, %s: !ttg.memdesc<{stages}x16xf16, {memdesc}) {{\n\
                 {first}{second}%x = ttg.local_load %second : {stage} -> tensor<16xf16>\ntt.return\n}} }}"
            )
        };
        let of = |stages| proved(&crate::mlir::parse(&text(stages)).unwrap(), "wrong-buffer");
        assert_eq!((of(1), of(2)), (vec![true], vec![false]));
    }

    #[test]
    fn an_index_that_is_computed_alike_is_the_same_index() {
        let module = pipelined(2);
        let edits = (operator("swap-buffer-index").edits)(&module);
        let of = |edit: &Edit| (edit.what.clone(), redundant(&module, edit).is_some());
        let proved: Vec<_> = edits.iter().map(of).collect();
        let expected = [
            ("%i for %x", false),
            ("%y for %x", true),
            ("%i for %y", false),
            ("%x for %y", true),
            ("%y for %i", false),
            ("%x for %i", false),
        ];
        assert_eq!(proved, expected.map(|(what, same)| (what.to_owned(), same)));
    }
}
