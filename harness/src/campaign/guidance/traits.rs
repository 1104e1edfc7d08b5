//! Traits of cases: what a kernel asks of the compiler, known before it is compiled.
//!
//! A *trait* is a small fact about a case: an operation on elements of a type, one that reads what another
//! one gives, the form in which it is written (axes, flags, cache modifiers), how much of a tile each thread
//! has, what a loop is told and holds, and the launch options. As with features, names and large numbers
//! are in none of them. A case that has traits which few kernels had is likely to have new features.

use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Write};

use super::hash::Fnv;
use crate::program::{For, Op, Operation, Stmt, Type, Types, ValueId};
use crate::testcase::TestCase;

/// Threads of a warp.
const WARP: usize = 32;

/// The traits of a case, in order; none of one that is not well typed.
pub(super) fn of_case(case: &TestCase) -> Vec<u32> {
    let Ok(types) = case.program.check() else { return Vec::new() };
    let options = &case.options;
    let threads = options.num_warps as usize * WARP;
    let mut scan = Scan { types, threads, made: HashMap::new(), found: BTreeSet::new() };
    scan.block(&case.program.body, "kernel");
    scan.add(format_args!("launch {} {}", options.num_warps, options.num_ctas));
    scan.add(format_args!("stages {}", options.num_stages));
    for feature in case.features() {
        scan.add(format_args!("with {feature}"));
        scan.add(format_args!("with {feature} {}", options.num_warps));
    }
    scan.found.into_iter().collect()
}

/// Where a value comes from: an operation or a kind of statement, and what the first operand of that is.
#[derive(Clone, Debug, Default)]
struct Origin {
    name: String,
    behind: String,
}

/// One program that is looked at.
struct Scan {
    types: Types,
    /// Of an instance.
    threads: usize,
    made: HashMap<ValueId, Origin>,
    found: BTreeSet<u32>,
}

impl Scan {
    fn add(&mut self, what: fmt::Arguments<'_>) {
        let mut hash = Fnv::default();
        write!(hash, "{what}").expect("invariant: a hash takes everything");
        self.found.insert(hash.finish());
    }

    fn block(&mut self, body: &[Stmt], around: &str) {
        for stmt in body {
            let name = stmt.name();
            self.add(format_args!("in {around} {name}"));
            match stmt {
                Stmt::Let { value, op } => self.operation(&name, op, Some(*value)),
                Stmt::Do(op) => self.operation(&name, op, None),
                Stmt::For(node) => self.loops(node),
                Stmt::If(node) => node.merged.iter().for_each(|m| self.from(m.value, "merged")),
                Stmt::Call(node) => {
                    self.add(format_args!("call {} {}", node.noinline, node.results.len().min(3)));
                    node.results.iter().for_each(|r| self.from(r.value, "returned"));
                }
                Stmt::ReturnIf(_) => {}
            }
            stmt.blocks().into_iter().for_each(|block| self.block(block, &name));
        }
    }

    /// Notes that a value comes from a statement of that kind.
    fn from(&mut self, value: ValueId, kind: &str) {
        self.made.insert(value, Origin { name: kind.to_owned(), behind: String::new() });
    }

    fn operation(&mut self, name: &str, op: &Op, value: Option<ValueId>) {
        let operands = op.operands();
        let of = value.or(operands.first().copied());
        let ty = of.and_then(|value| self.types.get(value).ok().cloned());
        let elements = ty.as_ref().and_then(Type::dtype).map_or("none", |dtype| dtype.short_name());
        self.add(format_args!("form {}", form(op)));
        if let Some(ty) = &ty {
            self.tile(name, elements, ty);
        }
        for operand in &operands {
            let Some(Origin { name: from, behind }) = self.made.get(operand).cloned() else {
                self.add(format_args!("use argument {name}"));
                continue;
            };
            self.add(format_args!("use {from} {name}"));
            self.add(format_args!("use {from} {name} {elements}"));
            self.add(format_args!("chain {behind} {from} {name}"));
        }
        if let Some(value) = value {
            let first = operands.first().and_then(|operand| self.made.get(operand));
            let behind = first.map_or(String::new(), |origin| origin.name.clone());
            self.made.insert(value, Origin { name: name.to_owned(), behind });
        }
    }

    /// On what tiles an operation works: their elements, and how they are spread over the threads.
    fn tile(&mut self, name: &str, elements: &str, ty: &Type) {
        let rank = ty.shape.len();
        self.add(format_args!("on {name} {elements} {rank}"));
        // In quarters of an element, since less than one is a replicated layout.
        let each = (4 * ty.numel() / self.threads).max(1).ilog2();
        self.add(format_args!("each {name} {rank} {each}"));
        let [first, last] =
            [ty.shape.first(), ty.shape.last()].map(|side| side.copied().unwrap_or(0));
        self.add(format_args!("sides {name} {rank} {} {}", first.min(8), last.min(64)));
    }

    fn loops(&mut self, node: &For) {
        let For { num_stages, unroll, is_static, is_while, hints, carried, .. } = node;
        let kind = format!("{num_stages:?} {is_static} {is_while}");
        let held = carried.len().min(4);
        self.add(format_args!("loop {kind} {unroll:?} {hints:?} {held}"));
        for stmt in &node.body {
            self.add(format_args!("loop {kind} {}", stmt.name()));
        }
        self.from(node.index, "index");
        for one in carried {
            self.from(one.inside, "carried");
            self.from(one.after, "after");
        }
    }
}

/// How an operation is written, without the names of values and without numbers of several digits.
fn form(op: &Op) -> String {
    let text = op.python(&|_| "v".to_owned());
    let mut form = String::new();
    let mut digits = 0;
    for letter in text.chars() {
        digits = if letter.is_ascii_digit() { digits + 1 } else { 0 };
        match digits {
            0 | 1 => form.push(letter),
            2 => {
                form.pop();
                form.push('#');
            }
            _ => {}
        }
    }
    form
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Config, from_seed};
    use crate::program::Operand;
    use crate::program::ops::{Binary, BinaryOp, Reduce, ReduceOp};

    fn case(index: u64) -> TestCase {
        from_seed(1, index, &Config::default())
    }

    #[test]
    fn traits_are_a_function_of_the_case_and_cases_differ() {
        let all: Vec<Vec<u32>> = (0..20).map(|index| of_case(&case(index))).collect();
        assert_eq!(all, (0..20).map(|index| of_case(&case(index))).collect::<Vec<_>>());
        assert!(all.iter().all(|traits| traits.len() > 20 && traits.is_sorted()));
        let distinct: BTreeSet<&Vec<u32>> = all.iter().collect();
        assert!(distinct.len() > 15, "{} of 20 cases", distinct.len());
    }

    #[test]
    fn names_are_no_traits_and_launch_options_are() {
        let (plain, mut renamed) = (case(0), case(0));
        renamed.name = "another".to_owned();
        renamed.program.params.iter_mut().for_each(|param| param.name.push_str("_more"));
        assert_eq!(of_case(&renamed), of_case(&plain));
        let mut other = plain.clone();
        other.options.num_stages += 1;
        assert_ne!(of_case(&other), of_case(&plain));
        other.options.num_warps *= 2;
        assert_ne!(of_case(&other), of_case(&plain));
    }

    #[test]
    fn a_form_has_axes_and_no_names_or_large_numbers() {
        let reduce = |value, axis| Reduce {
            op: ReduceOp::Sum,
            value: ValueId(value),
            axis: Some(axis),
            keep_dims: false,
        };
        assert_eq!(form(&reduce(1, 0).into()), form(&reduce(70, 0).into()));
        assert_ne!(form(&reduce(1, 0).into()), form(&reduce(1, 1).into()));
        let add = |number| Binary {
            op: BinaryOp::Add,
            left: Operand::Value(ValueId(0)),
            right: Operand::Int(number),
        };
        assert_eq!(form(&add(64).into()), form(&add(4096).into()));
        assert_ne!(form(&add(1).into()), form(&add(2).into()));
    }
}
