//! The `@triton.jit` function of a program.
//!
//! Values become variables `v12`, parameters keep their names. A value that a loop carries is one
//! variable in Python: `inside` and `after` share a name, and the end of the body assigns all of
//! them at once, so that they may trade places. `Surface` says which of several ways to write a
//! thing is taken.

mod bundle;
mod lifted;
mod loops;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::program::ops::Helper;
use crate::program::{
    Bundle, Call, If, Op, Operand, Operation, Param, ParamKind, Program, Stmt, Surface, Types,
    ValueId, free,
};

/// Who executes the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Triton's compiler.
    Compiled,
    /// Triton's interpreter.
    Interpreted,
}

/// A kernel as text.
pub(super) struct Rendered {
    /// The function, decorator included, after those that it calls.
    pub(super) text: String,
    /// Constexpr parameters that the program does not have, and what they are.
    pub(super) lifted: Vec<(String, String)>,
}

/// The text of a kernel.
pub(super) fn function(program: &Program, dialect: Dialect) -> Rendered {
    let types = program.check().expect("invariant: cases are checked");
    let mut writer = Writer {
        names: names(program),
        types,
        dialect,
        surface: program.surface.clone(),
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
    let surface = &program.surface;
    let (body, lifted) = match surface.lifted {
        true => lifted::lift(&writer.text),
        false => (writer.text, Vec::new()),
    };
    let first = if surface.defaults { first_default(program) } else { program.params.len() };
    let mut params: Vec<String> = Vec::new();
    for (at, param) in program.params.iter().enumerate() {
        params.push(match param.kind {
            ParamKind::Constexpr(value) if at >= first => {
                format!("{} = {value}", param.declaration())
            }
            _ => param.declaration(),
        });
    }
    for (name, value) in &lifted {
        let default = if surface.defaults { format!(" = {value}") } else { String::new() };
        params.push(format!("{name}: tl.constexpr{default}"));
    }
    let decorator = decorator(surface);
    let kernel = format!("{decorator}\ndef {}({}):\n{body}", program.name, params.join(", "));
    writer.helpers.push(kernel);
    Rendered { text: writer.helpers.join("\n\n"), lifted }
}

/// The first of the constexprs that end the parameters.
pub(super) fn first_default(program: &Program) -> usize {
    let constexpr = |param: &Param| matches!(param.kind, ParamKind::Constexpr(_));
    program.params.iter().rposition(|param| !constexpr(param)).map_or(0, |last| last + 1)
}

fn decorator(surface: &Surface) -> String {
    let list = |word: &str, names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| super::quote(name)).collect();
        (!names.is_empty()).then(|| format!("{word}=[{}]", names.join(", ")))
    };
    let value = list("do_not_specialize", &surface.do_not_specialize);
    let alignment = list("do_not_specialize_on_alignment", &surface.do_not_specialize_on_alignment);
    let options: Vec<String> = value.into_iter().chain(alignment).collect();
    match options.is_empty() {
        true => "@triton.jit".to_owned(),
        false => format!("@triton.jit({})", options.join(", ")),
    }
}

/// Of so many values the type of one is asserted.
const ASSERTED: u32 = 3;

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
    surface: Surface,
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

    /// `v3 = ...`, and what its type is.
    fn bind(&mut self, value: ValueId, op: &Op) {
        self.define(value, op);
        let ty = self.types.get(value).expect("invariant: cases are checked");
        let sampled = self.surface.assertions && value.0.is_multiple_of(ASSERTED);
        if let Some(dtype) = ty.dtype().filter(|_| sampled) {
            let (name, dtype) = (self.name(value), dtype.triton_name());
            let lengths: Vec<String> = ty.shape.iter().map(ToString::to_string).collect();
            let mut lines = vec![format!("tl.static_assert({name}.dtype == tl.{dtype})")];
            for (axis, length) in lengths.iter().enumerate() {
                lines.push(format!("tl.static_assert({name}.shape[{axis}] == {length})"));
            }
            lines.iter().for_each(|text| self.line(text));
        }
    }

    /// Those that take results of one operation share its call.
    fn define(&mut self, value: ValueId, op: &Op) {
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
        let to = self.list(pairs.iter().map(|pair| pair.0));
        let from = self.list(pairs.iter().map(|pair| pair.1));
        self.line(format!("{to} = {from}"));
    }

    /// Variables with commas between them.
    fn list(&self, ids: impl IntoIterator<Item = ValueId>) -> String {
        ids.into_iter().map(|id| self.name(id)).collect::<Vec<_>>().join(", ")
    }

    /// A function that is written above the kernel. Gives its name, which the text is told too.
    fn function(
        &mut self,
        decorator: &str,
        params: &str,
        body: impl FnOnce(&mut Self, &str),
    ) -> String {
        let (outer, depth) =
            (std::mem::take(&mut self.text), std::mem::replace(&mut self.depth, 1));
        // A function sees no variables of its caller.
        let tuples = std::mem::take(&mut self.tuples);
        // Nested functions are written while this one is, so the place is taken before.
        let place = self.helpers.len();
        let name = format!("{}_helper{place}", self.name);
        self.helpers.push(String::new());
        body(self, &name);
        self.tuples = tuples;
        let text = std::mem::replace(&mut self.text, outer);
        self.depth = depth;
        // Callees first.
        self.helpers.remove(place);
        self.helpers.push(format!("{decorator}\ndef {name}({params}):\n{text}"));
        name
    }

    /// A function of its own, and its call.
    fn call(&mut self, node: &Call) {
        let params = self.list(free(&node.body));
        let decorator = if node.noinline { "@triton.jit(noinline=True)" } else { "@triton.jit" };
        let inner: Vec<ValueId> = node.results.iter().map(|result| result.inner).collect();
        let results: Vec<ValueId> = node.results.iter().map(|result| result.value).collect();
        let held = self.holds(results.len());
        let name = self.function(decorator, &params, |writer, _| {
            writer.block(&node.body);
            if held {
                let state = writer.hold(&inner);
                writer.line(format!("return {state}"));
            } else if !inner.is_empty() {
                let inner = writer.list(inner);
                writer.line(format!("return {inner}"));
            } else if node.body.is_empty() {
                writer.line("pass");
            }
        });
        let call = format!("{name}({params})");
        if held {
            let state = format!("state{}", results[0].0);
            self.line(format!("{state} = {call}"));
            return self.unpack(&state, &results);
        }
        let results = self.list(results);
        self.line(if results.is_empty() { call } else { format!("{results} = {call}") });
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
