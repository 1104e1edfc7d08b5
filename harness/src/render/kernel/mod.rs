//! The `@triton.jit` function of a program.
//!
//! Values become variables `v12`, parameters keep their names. A value that a loop carries is one
//! variable in Python: `inside` and `after` share a name, and the end of the body assigns all of
//! them at once, so that they may trade places.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::program::ops::Helper;
use crate::program::{
    Call, For, If, Op, Operand, Operation, Param, Program, Stmt, Types, ValueId, free,
};

/// Who executes the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Triton's compiler.
    Compiled,
    /// Triton's interpreter.
    Interpreted,
}

/// The text of the function, decorator included, after those that it calls.
pub(super) fn function(program: &Program, dialect: Dialect) -> String {
    let types = program.check().expect("invariant: cases are checked");
    let mut writer = Writer {
        names: names(program),
        types,
        dialect,
        name: program.name.clone(),
        helpers: Vec::new(),
        tuples: Vec::new(),
        text: String::new(),
        depth: 1,
    };
    program.params.iter().filter_map(Param::binding).for_each(|text| writer.line(text));
    writer.block(&program.body);
    if writer.text.is_empty() {
        writer.line("pass");
    }
    let params: Vec<String> = program.params.iter().map(Param::declaration).collect();
    let head = format!("def {}({}):", program.name, params.join(", "));
    let kernel = format!("@triton.jit\n{head}\n{}", writer.text);
    writer.helpers.push(kernel);
    writer.helpers.join("\n\n")
}

fn helper_text(helper: &Helper) -> String {
    let head = format!("@triton.jit\ndef {}({}):\n", helper.name, helper.parameters.join(", "));
    helper.body.iter().fold(head, |text, line| format!("{text}    {line}\n"))
}

/// The variable of every value.
fn names(program: &Program) -> BTreeMap<ValueId, String> {
    let mut names = BTreeMap::new();
    for param in &program.params {
        names.insert(param.value, param.name.clone());
    }
    after_names(&program.body, &mut names);
    names
}

fn after_names(body: &[Stmt], names: &mut BTreeMap<ValueId, String>) {
    for stmt in body {
        match stmt {
            Stmt::For(node) => {
                for carried in &node.carried {
                    names.insert(carried.after, format!("v{}", carried.inside.0));
                }
                after_names(&node.body, names);
            }
            Stmt::If(node) => {
                after_names(&node.then, names);
                after_names(&node.otherwise, names);
            }
            Stmt::Call(node) => after_names(&node.body, names),
            Stmt::Let { .. } | Stmt::Do(_) | Stmt::ReturnIf(_) => {}
        }
    }
}

struct Writer {
    names: BTreeMap<ValueId, String>,
    types: Types,
    dialect: Dialect,
    /// Of the kernel, with which those of its functions begin.
    name: String,
    /// Functions that are called, callees first.
    helpers: Vec<String>,
    /// Operations with several results that are in scope, and the variable that holds them.
    tuples: Vec<(Op, String)>,
    text: String,
    depth: usize,
}

impl Writer {
    fn line(&mut self, text: impl AsRef<str>) {
        let width = 4 * self.depth;
        writeln!(self.text, "{:width$}{}", "", text.as_ref()).expect("invariant: strings grow");
    }

    fn name(&self, id: ValueId) -> String {
        self.names.get(&id).cloned().unwrap_or_else(|| format!("v{}", id.0))
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Value(id) => self.name(id),
            Operand::Int(value) => value.to_string(),
            Operand::Float(value) => format!("{value:?}"),
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        let outer = self.tuples.len();
        for stmt in body {
            match stmt {
                Stmt::Let { value, op } => self.bind(*value, op),
                Stmt::Do(op) => {
                    let text = op.python(&|id| self.name(id));
                    self.line(text);
                }
                Stmt::For(node) => self.for_loop(node),
                Stmt::If(node) => self.branch(node),
                Stmt::Call(node) => self.call(node),
                Stmt::ReturnIf(condition) => {
                    self.line(format!("if {}:", self.name(*condition)));
                    self.depth += 1;
                    self.line("return");
                    self.depth -= 1;
                }
            }
        }
        self.tuples.truncate(outer);
    }

    /// `v3 = ...`. Those that take results of one operation share its call.
    fn bind(&mut self, value: ValueId, op: &Op) {
        let helper = op.helper().map(|helper| helper_text(&helper));
        self.helpers.extend(helper.filter(|text| !self.helpers.contains(text)));
        let (name, text) = (self.name(value), op.python(&|id| self.name(id)));
        let Some((first, index)) = op.of_several() else {
            return self.line(format!("{name} = {text}"));
        };
        let known = self.tuples.iter().find(|(op, _)| *op == first);
        let tuple = known.map_or_else(|| format!("{name}_all"), |(_, tuple)| tuple.clone());
        if known.is_none() {
            self.line(format!("{tuple} = {text}"));
            self.tuples.push((first, tuple.clone()));
        }
        self.line(format!("{name} = {tuple}[{index}]"));
    }

    /// `a, b = x, y`; nothing for no pairs.
    fn assign(&mut self, pairs: &[(ValueId, ValueId)]) {
        if pairs.is_empty() {
            return;
        }
        let list = |ids: &mut dyn Iterator<Item = ValueId>| {
            ids.map(|id| self.name(id)).collect::<Vec<_>>().join(", ")
        };
        let to = list(&mut pairs.iter().map(|pair| pair.0));
        let from = list(&mut pairs.iter().map(|pair| pair.1));
        self.line(format!("{to} = {from}"));
    }

    /// A function of its own, and its call.
    fn call(&mut self, node: &Call) {
        let list = |writer: &Self, ids: &mut dyn Iterator<Item = ValueId>| {
            ids.map(|id| writer.name(id)).collect::<Vec<_>>().join(", ")
        };
        let (outer, depth) =
            (std::mem::take(&mut self.text), std::mem::replace(&mut self.depth, 1));
        // A function sees no variables of its caller.
        let tuples = std::mem::take(&mut self.tuples);
        self.block(&node.body);
        self.tuples = tuples;
        let inner = list(self, &mut node.results.iter().map(|result| result.inner));
        if !inner.is_empty() {
            self.line(format!("return {inner}"));
        } else if node.body.is_empty() {
            self.line("pass");
        }
        let text = std::mem::replace(&mut self.text, outer);
        self.depth = depth;
        let name = format!("{}_helper{}", self.name, self.helpers.len());
        let params = list(self, &mut free(&node.body).into_iter());
        let decorator = if node.noinline { "@triton.jit(noinline=True)" } else { "@triton.jit" };
        self.helpers.push(format!("{decorator}\ndef {name}({params}):\n{text}"));
        let call = format!("{name}({params})");
        let results = list(self, &mut node.results.iter().map(|result| result.value));
        self.line(if results.is_empty() { call } else { format!("{results} = {call}") });
    }

    fn while_loop(&mut self, node: &For) {
        let index = self.name(node.index);
        let [start, end, step] = [node.start, node.end, node.step].map(|o| self.operand(o));
        let ty = self.types.get(node.index).expect("invariant: cases are checked").clone();
        let cast = |number: &str| match ty.dtype() {
            Some(dtype) => format!("tl.full([], {number}, tl.{})", dtype.triton_name()),
            None => number.to_owned(),
        };
        self.line(format!("{index} = {}", cast(&start)));
        self.line(format!("while {index} < {end}:"));
        let pairs: Vec<_> = node.carried.iter().map(|c| (c.inside, c.next)).collect();
        self.indented(&node.body, &pairs);
        self.depth += 1;
        self.line(format!("{index} = {index} + {step}"));
        self.depth -= 1;
    }

    fn for_loop(&mut self, node: &For) {
        let pairs: Vec<_> = node.carried.iter().map(|c| (c.inside, c.init)).collect();
        self.assign(&pairs);
        if node.is_while {
            return self.while_loop(node);
        }
        let [start, end, step] = [node.start, node.end, node.step].map(|o| self.operand(o));
        let stages = node.num_stages.map(|stages| format!(", num_stages={stages}"));
        let unroll = node.unroll.map(|factor| format!(", loop_unroll_factor={factor}"));
        let range = match (node.is_static, &stages, &unroll) {
            (true, ..) => format!("tl.static_range({start}, {end}, {step})"),
            (_, None, None) => format!("range({start}, {end}, {step})"),
            _ => {
                let options = stages.unwrap_or_default() + &unroll.unwrap_or_default();
                format!("tl.range({start}, {end}, {step}{options})")
            }
        };
        self.line(format!("for {} in {range}:", self.name(node.index)));
        let pairs: Vec<_> = node.carried.iter().map(|c| (c.inside, c.next)).collect();
        // A static index is a Python number, which has no type.
        if node.is_static || self.dialect == Dialect::Interpreted {
            let name = self.name(node.index);
            let ty = self.types.get(node.index).expect("invariant: cases are checked");
            let binding = ty.binding(&name);
            self.depth += 1;
            binding.iter().for_each(|text| self.line(text));
            self.depth -= 1;
        }
        self.indented(&node.body, &pairs);
    }

    fn branch(&mut self, node: &If) {
        self.line(format!("if {}:", self.name(node.condition)));
        let pairs: Vec<_> = node.merged.iter().map(|m| (m.value, m.then)).collect();
        self.indented(&node.then, &pairs);
        let pairs: Vec<_> = node.merged.iter().map(|m| (m.value, m.otherwise)).collect();
        if !node.otherwise.is_empty() || !pairs.is_empty() {
            self.line("else:");
            self.indented(&node.otherwise, &pairs);
        }
    }

    fn indented(&mut self, body: &[Stmt], results: &[(ValueId, ValueId)]) {
        self.depth += 1;
        self.block(body);
        self.assign(results);
        if body.is_empty() && results.is_empty() {
            self.line("pass");
        }
        self.depth -= 1;
    }
}
