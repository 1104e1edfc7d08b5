//! Features of compiled kernels: what the compiler did with them, as a set of numbers.
//!
//! A *feature* is a small fact about the IR that a stage left: an operation beside another one or fed by
//! it, an operation on a layout, a conversion between two layouts, how often something is there (in powers
//! of two), what a loop holds and what stands before it, and what became of an operation from one stage to
//! the next. Names of values and places in the text are in none of them, nor are the values of constants:
//! two texts that differ in those have the same features. What each pass did is not asked for, because
//! the IR between the passes costs more than the compilation.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Write};

use super::hash::Fnv;
use super::layouts;
use crate::campaign::subject::guarded;
use crate::compile::{JobResult, Stage};
use crate::mlir::{self, Attribute, Module, Operation, ValueId};

/// The stages whose texts have features.
const STAGES: [Stage; 3] = [Stage::Ttir, Stage::Ttgir, Stage::TtgirAlloc];

/// How often each operation is in a text.
type Counts = BTreeMap<String, u32>;

/// The features of everything that a job left. A text that cannot be read has none.
pub(super) fn of_result(result: &JobResult) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for launch in &result.launches {
        let mut before: Option<Counts> = None;
        for stage in STAGES {
            let Some(text) = launch.kernel.text(stage) else { continue };
            let Ok(Ok(module)) = guarded(|| mlir::parse(text)) else { continue };
            let counts = of_module(stage, &module, &mut found);
            if let Some(before) = &before {
                changes(stage, before, &counts, &mut found);
            }
            before = Some(counts);
        }
    }
    found
}

/// Adds the features of one text, and gives how often each operation is in it.
fn of_module(stage: Stage, module: &Module, found: &mut BTreeSet<u32>) -> Counts {
    let mut made = HashMap::new();
    module.walk(&mut |op| made.extend(op.results.iter().map(|id| (*id, op))));
    let mut scan = Scan { stage: stage.name(), module, made, found };
    scan.block(&module.ops, "");
    let counts = counts(&module.ops);
    for (name, count) in &counts {
        scan.add(format_args!("count {name} {}", bucket(i128::from(*count))));
    }
    counts
}

/// What became of each operation between two stages: how often it was there, and how often it is.
fn changes(stage: Stage, before: &Counts, after: &Counts, found: &mut BTreeSet<u32>) {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for name in names {
        let of = |counts: &Counts| bucket(counts.get(name).copied().unwrap_or(0).into());
        let (old, new) = (of(before), of(after));
        found.insert(number(stage.name(), format_args!("change {name} {old} {new}")));
    }
}

fn number(stage: &str, what: fmt::Arguments<'_>) -> u32 {
    let mut hash = Fnv::default();
    write!(hash, "{stage} {what}").expect("invariant: a hash takes everything");
    hash.finish()
}

/// Small numbers as they are, others by the power of two below.
fn bucket(value: i128) -> i128 {
    match value {
        0..=4 => value,
        5.. => 4 + i128::from(value.ilog2()),
        _ => -bucket(value.saturating_neg()),
    }
}

/// How often each operation is among these and in them.
fn counts(ops: &[Operation]) -> Counts {
    let mut counts = Counts::new();
    for op in ops {
        op.walk(&mut |op| *counts.entry(op.name.as_str().to_owned()).or_default() += 1);
    }
    counts
}

/// One text that is looked at.
struct Scan<'a, 'f> {
    stage: &'static str,
    module: &'a Module,
    /// The operation that each value comes from.
    made: HashMap<ValueId, &'a Operation>,
    found: &'f mut BTreeSet<u32>,
}

impl<'a> Scan<'a, '_> {
    fn add(&mut self, what: fmt::Arguments<'_>) {
        self.found.insert(number(self.stage, what));
    }

    /// The operations of a block in their order, and those in them.
    fn block(&mut self, ops: &'a [Operation], around: &str) {
        let (mut second, mut first) = ("", "");
        for (at, op) in ops.iter().enumerate() {
            let name = op.name.as_str();
            self.add(format_args!("next {first} {name}"));
            self.add(format_args!("next {second} {first} {name}"));
            self.add(format_args!("in {around} {name}"));
            (second, first) = (first, name);
            self.operands(op);
            self.types(op);
            self.attributes(op);
            if matches!(name, "scf.for" | "scf.while") {
                self.pipeline(op, &ops[..at]);
            }
            for block in op.regions.iter().flat_map(|region| &region.blocks) {
                self.block(&block.ops, name);
            }
        }
    }

    fn origin(&self, value: ValueId) -> &'a str {
        self.made.get(&value).map_or("argument", |op| op.name.as_str())
    }

    /// Where operands come from, one step and two.
    fn operands(&mut self, op: &'a Operation) {
        let name = op.name.as_str();
        for (at, operand) in op.operands.iter().enumerate() {
            let from = self.origin(*operand);
            self.add(format_args!("use {from} {name} {}", at.min(3)));
            let Some(maker) = self.made.get(operand).copied() else { continue };
            for operand in &maker.operands {
                let first = self.origin(*operand);
                self.add(format_args!("chain {first} {from} {name}"));
            }
        }
    }

    /// On what kinds of tiles it works.
    fn types(&mut self, op: &'a Operation) {
        let name = op.name.as_str();
        let kind = |value: &ValueId| layouts::kind(self.module, self.module.ty(*value));
        let operands: Vec<String> = op.operands.iter().map(kind).collect();
        let results: Vec<String> = op.results.iter().map(kind).collect();
        for (at, kind) in operands.iter().enumerate() {
            self.add(format_args!("on {name} {} {kind}", at.min(3)));
        }
        for kind in &results {
            self.add(format_args!("gives {name} {kind}"));
        }
        if let (Some(from), Some(to)) = (operands.first(), results.first())
            && from != to
        {
            self.add(format_args!("from {name} {from} {to}"));
        }
        for value in &op.results {
            let elements: i64 = self.module.ty(*value).shape().iter().product();
            self.add(format_args!("size {name} {}", bucket(elements.into()) / 3));
        }
    }

    /// What it is told in words and small numbers.
    fn attributes(&mut self, op: &'a Operation) {
        let name = op.name.as_str();
        if name == "arith.constant" {
            return;
        }
        for (key, value) in &op.attributes {
            match value {
                Attribute::Integer(value, _) => {
                    self.add(format_args!("told {name} {key} {}", bucket(*value)));
                }
                Attribute::Unit | Attribute::Bool(_) | Attribute::Keyword(_) => {
                    self.add(format_args!("told {name} {key} {value}"));
                }
                _ => {}
            }
        }
    }

    /// What a loop holds, carries, and has had begun before it.
    fn pipeline(&mut self, op: &'a Operation, before: &'a [Operation]) {
        let bodies = op.regions.iter().flat_map(|region| &region.blocks);
        for (name, count) in counts_of(bodies.flat_map(|block| &block.ops)) {
            let count = bucket(count.into());
            self.add(format_args!("loop {name} {count}"));
        }
        let carried = bucket(op.results.len() as i128);
        let moves = counts_of(before.iter().filter(|op| is_move(op.name.as_str())));
        self.add(format_args!("carried {carried} behind {}", moves.len()));
        for (name, count) in moves {
            let count = bucket(count.into());
            self.add(format_args!("before {name} {count}"));
        }
    }
}

/// Whether an operation brings data nearer or waits for that: what a pipeline's prologue is made of.
fn is_move(name: &str) -> bool {
    let words = ["async", "alloc", "memdesc", "barrier", "local_", "tma"];
    name.starts_with("tt") && words.iter().any(|word| name.contains(word))
}

/// How often each operation is among these, not in them.
fn counts_of<'o>(ops: impl Iterator<Item = &'o Operation>) -> BTreeMap<&'o str, u32> {
    let mut counts = BTreeMap::new();
    for op in ops {
        *counts.entry(op.name.as_str()).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], \
warpsPerCTA = [4], order = [0]}>
#other = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f32>) {
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %1 = ttg.convert_layout %0 : tensor<128xi32, #blocked> -> tensor<128xi32, #other>
    %2 = arith.addi %1, %1 : tensor<128xi32, #other>
    tt.return
  }
}
";

    fn features(text: &str) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        of_module(Stage::Ttgir, &mlir::parse(text).unwrap(), &mut found);
        found
    }

    #[test]
    fn names_and_places_of_the_text_are_no_features() {
        let renamed = TEXT
            .replace("%0", "%range")
            .replace("%1", "%9")
            .replace("#other", "#blocked7")
            .replace("@kernel", "@another")
            .replace("    tt.return", "\n    tt.return");
        assert_ne!(renamed, TEXT);
        assert_eq!(features(TEXT), features(&renamed));
        assert_eq!(features(TEXT), features(TEXT));
    }

    #[test]
    fn layouts_operations_and_stages_are() {
        let all = features(TEXT);
        for (from, to) in [("= [4], threads", "= [2], threads"), ("arith.addi", "arith.muli")] {
            let other = TEXT.replace(from, to);
            assert_ne!(other, TEXT);
            assert_ne!(features(&other), all, "{from}");
        }
        let mut other = BTreeSet::new();
        of_module(Stage::Ttir, &mlir::parse(TEXT).unwrap(), &mut other);
        assert!(other.is_disjoint(&all), "stages are told apart");
    }

    #[test]
    fn numbers_fall_into_few_classes() {
        let classes: BTreeSet<i128> = (0..5000).map(bucket).collect();
        assert!(classes.len() < 20, "{classes:?}");
        assert_eq!([bucket(3), bucket(-3), bucket(8), bucket(15)], [3, -3, 7, 7]);
        assert!(bucket(i128::MIN) < 0);
    }

    #[test]
    fn what_became_of_an_operation_is_a_feature() {
        let counts = |count| Counts::from([("tt.load".to_owned(), count)]);
        let seen = |before, after| {
            let mut found = BTreeSet::new();
            changes(Stage::Ttgir, &counts(before), &counts(after), &mut found);
            found
        };
        assert_eq!(seen(1, 2), seen(1, 2));
        assert_ne!(seen(1, 2), seen(2, 1));
    }
}
