//! Loops: `range` and its relatives, `while`, and functions that call themselves.

use std::collections::BTreeSet;

use super::{Dialect, ValueId, Writer, free};
use crate::program::{For, Type};

impl Writer {
    pub(super) fn for_loop(&mut self, node: &For) {
        if node.is_static && self.surface.recursion && !node.carried.is_empty() {
            return self.recursion(node);
        }
        let init: Vec<ValueId> = node.carried.iter().map(|c| c.init).collect();
        let inside: Vec<ValueId> = node.carried.iter().map(|c| c.inside).collect();
        let next: Vec<ValueId> = node.carried.iter().map(|c| c.next).collect();
        let held = self.holds(node.carried.len()).then(|| format!("state{}", node.index.0));
        match &held {
            Some(state) => {
                let values = self.hold(&init);
                self.line(format!("{state} = {values}"));
            }
            None => self.assign(&pairs(&inside, &init)),
        }
        let after = self.head(node);
        self.depth += 1;
        let body = self.text.len();
        if let Some(state) = &held {
            self.unpack(state, &inside);
        }
        self.index_binding(node);
        self.block(&node.body);
        match &held {
            Some(state) => {
                let values = self.hold(&next);
                self.line(format!("{state} = {values}"));
            }
            None => self.assign(&pairs(&inside, &next)),
        }
        after.iter().for_each(|text| self.line(text));
        if self.text.len() == body {
            self.line("pass");
        }
        self.depth -= 1;
        if let Some(state) = &held {
            self.unpack(state, &inside);
        }
    }

    /// The first line, and what ends each iteration.
    fn head(&mut self, node: &For) -> Option<String> {
        let index = self.name(node.index);
        let [start, end, step] = [node.start, node.end, node.step].map(|o| self.operand(o));
        if node.is_while {
            let dtype = self.index_type(node).dtype();
            let start = match dtype {
                Some(dtype) => format!("tl.full([], {start}, tl.{})", dtype.triton_name()),
                None => start,
            };
            self.line(format!("{index} = {start}"));
            self.line(format!("while {index} < {end}:"));
            return Some(format!("{index} = {index} + {step}"));
        }
        let stages = node.num_stages.map(|stages| format!(", num_stages={stages}"));
        let unroll = node.unroll.map(|factor| format!(", loop_unroll_factor={factor}"));
        let hints = node.hints.iter().map(|hint| format!(", {}=True", hint.word()));
        let options: String = stages.into_iter().chain(unroll).chain(hints).collect();
        let function = match (node.is_static, options.is_empty()) {
            (true, _) => "tl.static_range",
            (false, true) => "range",
            (false, false) => "tl.range",
        };
        self.line(format!("for {index} in {function}({start}, {end}, {step}{options}):"));
        None
    }

    fn index_type(&self, node: &For) -> Type {
        self.types.get(node.index).expect("invariant: cases are checked").clone()
    }

    /// A static index is a Python number, which has no type; in Triton's interpreter every one is.
    fn index_binding(&mut self, node: &For) {
        if node.is_static || self.dialect == Dialect::Interpreted && !node.is_while {
            let binding = self.index_type(node).binding(&self.name(node.index));
            binding.iter().for_each(|text| self.line(text));
        }
    }

    /// A function for the iterations from one on, whose number is a constexpr.
    fn recursion(&mut self, node: &For) {
        let [start, end, step] = [node.start, node.end, node.step].map(|o| self.operand(o));
        let inside: Vec<ValueId> = node.carried.iter().map(|c| c.inside).collect();
        let next: Vec<ValueId> = node.carried.iter().map(|c| c.next).collect();
        let mut own: BTreeSet<ValueId> = inside.iter().copied().chain([node.index]).collect();
        node.body.iter().for_each(|stmt| stmt.defines(&mut own));
        let used = free(&node.body).into_iter().chain(next.iter().copied());
        let outside: BTreeSet<ValueId> = used.filter(|id| !own.contains(id)).collect();
        let arguments = |writer: &Self, first: &[ValueId], number: &str| {
            let all = first.iter().chain(&outside).copied();
            format!("{}, {number}", writer.list(all))
        };
        let params = arguments(self, &inside, "number: tl.constexpr");
        let index = self.index_type(node);
        let name = self.function("@triton.jit", &params, |writer, name| {
            writer.line(format!("if number < {end}:"));
            writer.depth += 1;
            let number = index.dtype().map(|dtype| dtype.triton_name()).unwrap_or_default();
            let variable = writer.name(node.index);
            writer.line(format!("{variable} = tl.full([], number, tl.{number})"));
            writer.block(&node.body);
            let further = arguments(writer, &next, &format!("number + {step}"));
            writer.line(format!("return {name}({further})"));
            writer.depth -= 1;
            writer.line("else:");
            writer.depth += 1;
            let results = writer.list(inside.iter().copied());
            writer.line(format!("return {results}"));
            writer.depth -= 1;
        });
        let init: Vec<ValueId> = node.carried.iter().map(|c| c.init).collect();
        let call = arguments(self, &init, &start);
        let results = self.list(inside.iter().copied());
        self.line(format!("{results} = {name}({call})"));
    }
}

fn pairs(to: &[ValueId], from: &[ValueId]) -> Vec<(ValueId, ValueId)> {
    to.iter().copied().zip(from.iter().copied()).collect()
}
