//! Whether a module says what it leaves. Triton gives no order to the loads and stores of one launch, nor to
//! the lanes of a store, and takes hints at their word: a module whose results depend on one order, or whose
//! hints are wrong, may leave anything.
//!
//! Takes a module and the record of its launch, and gives what is not defined. Must not know what compilers
//! make of the module.

use std::collections::{HashMap, HashSet};

use crate::campaign::Outcome;
use crate::device::Recorded;
use crate::mlir::{Access, AccessKind, Module};
use crate::tensor::{Exact, Kind};

/// Atomic operations on integers whose order does not show, but in the old values.
const COMMUTING: [&str; 8] = ["add", "and", "or", "xor", "max", "min", "umax", "umin"];

const MIXED: &str = "an address is read and written, in no order";
const STORED: &str = "two stores write to one address, in no order";
const LANES: &str = "lanes of one store write different values to one address, in no order";
const CHANGED: &str = "atomic operations change one address, and their order shows";

/// Checks what a module did with global memory, and the hints in it.
///
/// # Errors
/// [`Outcome::Invalid`] if what it leaves is not defined.
pub(super) fn check(module: &Module, record: &Recorded) -> Result<(), Outcome> {
    let undefined = |what: String| Err(Outcome::Invalid(format!("not well defined: {what}")));
    if !record.promises_hold {
        return undefined("a buffer is not where the function's attributes say".to_owned());
    }
    if let Some(claim) = record.claims.first() {
        return undefined(format!("a hint does not hold, {}: {}", claim.claim, claim.site));
    }
    match conflict(&record.accesses, uses_old_values(module)) {
        Some(what) => undefined(what),
        None => Ok(()),
    }
}

/// Whether what an atomic operation gives is used anywhere.
fn uses_old_values(module: &Module) -> bool {
    let (mut old, mut used) = (HashSet::new(), HashSet::new());
    module.walk(&mut |op| {
        if op.name.as_str().starts_with("tt.atomic") {
            old.extend(op.results.iter().copied());
        }
        used.extend(op.operands.iter().copied());
        used.extend(op.successors.iter().flat_map(|to| to.operands.iter().copied()));
    });
    !old.is_disjoint(&used)
}

/// What was done at an address so far.
#[derive(Default)]
struct Touched<'e> {
    loaded: bool,
    /// The number of the store that wrote to it, and the bits.
    stored: Option<(usize, Option<u64>)>,
    /// The last atomic operation.
    changed: Option<&'e Access<Exact>>,
}

/// The first access whose order against another one shows.
fn conflict(accesses: &[Access<Exact>], old_used: bool) -> Option<String> {
    let mut touched: HashMap<i64, Touched<'_>> = HashMap::new();
    for (number, access) in accesses.iter().enumerate() {
        for (lane, address) in access.lanes() {
            let before = touched.entry(address).or_default();
            let found = match access.kind {
                AccessKind::Load => before.load(),
                AccessKind::Store => {
                    before.store(number, access.values.number(lane).bits(access.element))
                }
                AccessKind::Atomic => before.change(access, old_used),
            };
            if let Some(what) = found {
                return Some(format!("{what}: {}", access.site));
            }
        }
    }
    None
}

impl<'e> Touched<'e> {
    fn load(&mut self) -> Option<&'static str> {
        self.loaded = true;
        (self.stored.is_some() || self.changed.is_some()).then_some(MIXED)
    }

    fn store(&mut self, number: usize, bits: Option<u64>) -> Option<&'static str> {
        if self.loaded || self.changed.is_some() {
            return Some(MIXED);
        }
        match self.stored.replace((number, bits)) {
            Some((other, _)) if other != number => Some(STORED),
            Some((_, other)) if other != bits => Some(LANES),
            _ => None,
        }
    }

    fn change(&mut self, access: &'e Access<Exact>, old_used: bool) -> Option<&'static str> {
        if self.loaded || self.stored.is_some() {
            return Some(MIXED);
        }
        let other = self.changed.replace(access)?;
        (old_used || !commute(other, access)).then_some(CHANGED)
    }
}

/// Whether two atomic operations leave the same in either order.
fn commute(one: &Access<Exact>, other: &Access<Exact>) -> bool {
    let same = one.site.op == other.site.op && name(one) == name(other);
    let known = name(one).is_some_and(|name| COMMUTING.contains(&name));
    same && known && matches!(one.element, Kind::Int(_))
}

/// What an atomic operation does.
fn name(access: &Access<Exact>) -> Option<&str> {
    access.atomic.as_ref().map(|atomic| atomic.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::ttgir::execute;
    use crate::tensor::DType;
    use crate::testcase::ttgir::{Pointed, TTGIR_SCHEMA, TtgirCase};
    use crate::testcase::{BufferSpec, Fill};

    const HEAD: &str = r#"#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @layouts(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %o: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #a>
    %same = arith.constant dense<7> : tensor<32xi32, #a>
    %all = arith.constant dense<true> : tensor<32xi1, #a>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, #a>
    %xp = tt.addptr %xs, %r : tensor<32x!tt.ptr<i32>, #a>, tensor<32xi32, #a>
    %os = tt.splat %o : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, #a>
    %op = tt.addptr %os, %r : tensor<32x!tt.ptr<i32>, #a>, tensor<32xi32, #a>
    %v = tt.load %xp : tensor<32x!tt.ptr<i32>, #a>
"#;
    const STORE: &str = "tt.store %op, %v : tensor<32x!tt.ptr<i32>, #a>\n";

    fn case(body: &str) -> TtgirCase {
        let fill = Fill::Ramp { low: 1, stride: 1, modulus: 100, scale: 0 };
        let pointed = |name: &str| Pointed {
            name: name.to_owned(),
            buffer: BufferSpec { dtype: DType::I32, len: 32, fill: fill.clone(), misalign: 0 },
        };
        TtgirCase {
            schema: TTGIR_SCHEMA,
            name: "s0-t0-sm90".to_owned(),
            function: "layouts".to_owned(),
            capability: 90,
            num_warps: 1,
            families: Vec::new(),
            buffers: vec![pointed("x"), pointed("o")],
            text: format!("{HEAD}{body}    tt.return\n  }}\n}}\n"),
        }
    }

    /// Why a module is not well defined; nothing if it is.
    fn said(case: &TtgirCase) -> String {
        match execute(case) {
            Ok(_) => String::new(),
            Err(Outcome::Invalid(what)) => what,
            Err(other) => panic!("{other:?}\n{}", case.text),
        }
    }

    fn atomic(what: &str, at: &str) -> String {
        format!(
            "%old = tt.atomic_rmw {what}, acq_rel, gpu, {at}, %v, %all : (tensor<32x!tt.ptr<i32>, #a>, \
             tensor<32xi32, #a>, tensor<32xi1, #a>) -> tensor<32xi32, #a>\n"
        )
    }

    #[test]
    fn what_is_read_often_and_written_once_is_defined() {
        let again = "%w = tt.load %xp : tensor<32x!tt.ptr<i32>, #a>\n";
        assert_eq!(said(&case(&format!("{again}{STORE}"))), "");
        assert_eq!(said(&case("tt.store %os, %same : tensor<32x!tt.ptr<i32>, #a>\n")), "");
        assert_eq!(said(&case(&atomic("add", "%os"))), "");
        let used = "%n = arith.addi %old, %old : tensor<32xi32, #a>\n";
        assert_eq!(said(&case(&format!("{}{used}", atomic("exch", "%op")))), "");
    }

    #[test]
    fn what_depends_on_an_order_is_not_defined() {
        let lanes = said(&case("tt.store %os, %v : tensor<32x!tt.ptr<i32>, #a>\n"));
        assert!(lanes.starts_with("not well defined: ") && lanes.contains(LANES), "{lanes}");
        assert!(said(&case(&format!("{STORE}{STORE}"))).contains(STORED));
        let back = "%w = tt.load %op : tensor<32x!tt.ptr<i32>, #a>\n";
        assert!(said(&case(&format!("{STORE}{back}"))).contains(MIXED));
        assert!(said(&case(&format!("{back}{STORE}"))).contains(MIXED));
        assert!(said(&case(&format!("{}{STORE}", atomic("add", "%op")))).contains(MIXED));
        assert!(said(&case(&atomic("exch", "%os"))).contains(CHANGED));
        let used = "%n = arith.addi %old, %old : tensor<32xi32, #a>\n";
        assert!(said(&case(&format!("{}{used}", atomic("add", "%os")))).contains(CHANGED));
    }

    #[test]
    fn hints_hold_or_the_module_is_not_defined() {
        for (misalign, holds) in [(0, true), (1, false), (2, false), (4, true), (17, false)] {
            let mut moved = case(STORE);
            moved.buffers[0].buffer.misalign = misalign;
            let what = said(&moved);
            assert_eq!(what.is_empty(), holds, "{misalign}: {what}");
            assert!(holds || what.contains("a buffer is not where"), "{misalign}: {what}");
        }
        let hinted = |offset: &str, hint: &str| {
            let types = "tensor<32x!tt.ptr<i32>, #a>, tensor<32xi32, #a>";
            let hint = format!("{{{hint} : tensor<1xi32>}}");
            said(&case(&format!("%q = tt.addptr %xs, {offset} {hint} : {types}\n{STORE}")))
        };
        let (contiguous, equal) = ("tt.contiguity = dense<4>", "tt.constancy = dense<4>");
        for (offset, hint) in [("%r", contiguous), ("%same", equal)] {
            assert_eq!(hinted(offset, hint), "");
        }
        // Of seven elements of four bytes.
        let multiple = "tt.divisibility = dense<16>";
        for (offset, hint) in [("%r", equal), ("%same", contiguous), ("%same", multiple)] {
            assert!(hinted(offset, hint).contains("a hint does not hold"), "{offset} {hint}");
        }
    }
}
