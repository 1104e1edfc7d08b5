//! Writes a module, one operation after another.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::draw::{self, Machine};
use super::layout::{Blocked, Layout, Linear};
use crate::generate::choice::Choice;
use crate::tensor::DType;
use crate::testcase::ttgir::Pointed;
use crate::testcase::{BufferSpec, Fill};

/// A tensor of the module.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) shape: Vec<u32>,
    pub(super) dtype: DType,
    pub(super) layout: Layout,
}

impl Value {
    pub(super) fn rank(&self) -> usize {
        self.shape.len()
    }
}

/// A view of shared memory: its name and its type.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) name: String,
    pub(super) ty: String,
}

/// What is written so far.
pub(super) struct Builder<'a, 'b> {
    pub(super) choice: Choice<'a, 'b>,
    pub(super) machine: Machine,
    /// Attributes and their names, in order of their text.
    aliases: BTreeMap<String, String>,
    head: Vec<String>,
    body: Vec<String>,
    pub(super) buffers: Vec<Pointed>,
    values: u32,
}

/// The name of an element type in MLIR.
pub(super) fn element(dtype: DType) -> &'static str {
    match dtype {
        DType::I1 => "i1",
        DType::I8 | DType::U8 => "i8",
        DType::I16 | DType::U16 => "i16",
        DType::I32 | DType::U32 => "i32",
        DType::I64 | DType::U64 => "i64",
        DType::F8E4M3 => "f8E4M3FN",
        DType::F8E5M2 => "f8E5M2",
        DType::F16 => "f16",
        DType::BF16 => "bf16",
        DType::F32 => "f32",
        DType::F64 => "f64",
    }
}

/// What memory holds of it: the front end keeps truth values as bytes, and loads no others.
pub(super) fn in_memory(dtype: DType) -> DType {
    if dtype == DType::I1 { DType::I8 } else { dtype }
}

/// `16x8x` before an element type.
fn dimensions(shape: &[u32]) -> String {
    shape.iter().map(|size| format!("{size}x")).collect()
}

impl<'a, 'b> Builder<'a, 'b> {
    pub(super) fn new(choice: Choice<'a, 'b>, machine: Machine) -> Self {
        let aliases = BTreeMap::new();
        let (head, body, buffers) = (Vec::new(), Vec::new(), Vec::new());
        Builder { choice, machine, aliases, head, body, buffers, values: 0 }
    }

    /// The name of an attribute, which stands above the module.
    pub(super) fn alias(&mut self, attribute: &impl Display) -> String {
        let (text, count) = (attribute.to_string(), self.aliases.len());
        if let Some(name) = self.aliases.get(&text) {
            return name.clone();
        }
        let name = format!("#a{count}");
        self.head.push(format!("{name} = {text}"));
        self.aliases.insert(text, name.clone());
        name
    }

    /// The type of a tensor of any elements, by their name.
    pub(super) fn tensor_of(&mut self, shape: &[u32], element: &str, layout: &Layout) -> String {
        let layout = self.alias(layout);
        format!("tensor<{}{element}, {layout}>", dimensions(shape))
    }

    /// The type of a tensor.
    pub(super) fn tensor(&mut self, shape: &[u32], dtype: DType, layout: &Layout) -> String {
        self.tensor_of(shape, element(dtype), layout)
    }

    /// The type of a value.
    pub(super) fn ty(&mut self, value: &Value) -> String {
        self.tensor(&value.shape, value.dtype, &value.layout)
    }

    /// A new name.
    pub(super) fn fresh(&mut self) -> String {
        self.values += 1;
        format!("%v{}", self.values)
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: impl Display) {
        self.body.push(format!("    {text}"));
    }

    /// Writes an operation with one result; the result's name.
    pub(super) fn op(&mut self, text: impl Display) -> String {
        let name = self.fresh();
        self.line(format!("{name} = {text}"));
        name
    }

    /// An `i32` constant.
    pub(super) fn constant(&mut self, value: u32) -> String {
        self.op(format!("arith.constant {value} : i32"))
    }

    /// A layout of any kind; see [`draw::layout`].
    pub(super) fn layout(&mut self, shape: &[u32], dtype: DType, operands: bool) -> Layout {
        draw::layout(&mut self.choice, self.machine, shape, dtype, operands)
    }

    pub(super) fn blocked(&mut self, rank: usize) -> Blocked {
        draw::blocked(&mut self.choice, self.machine, rank)
    }

    pub(super) fn linear(&mut self, shape: &[u32]) -> Linear {
        draw::linear(&mut self.choice, self.machine, shape)
    }

    /// The value in another layout.
    pub(super) fn converted(&mut self, value: Value, layout: Layout) -> Value {
        if value.layout == layout {
            return value;
        }
        let from = self.ty(&value);
        let to = self.tensor(&value.shape, value.dtype, &layout);
        let name = self.op(format!("ttg.convert_layout {} : {from} -> {to}", value.name));
        Value { name, layout, ..value }
    }

    /// The value in a layout that more than products take.
    pub(super) fn plain(&mut self, value: Value) -> Value {
        if !value.layout.is_operand() {
            return value;
        }
        let layout = self.layout(&value.shape, value.dtype, false);
        self.converted(value, layout)
    }

    /// The value in a blocked layout, and that.
    pub(super) fn in_blocked(&mut self, value: Value) -> (Value, Blocked) {
        if let Layout::Blocked(own) = &value.layout {
            let own = own.clone();
            return (value, own);
        }
        let blocked = self.blocked(value.rank());
        (self.converted(value, Layout::Blocked(blocked.clone())), blocked)
    }

    /// The value in a linear layout, and that.
    pub(super) fn in_linear(&mut self, value: Value) -> (Value, Linear) {
        if let Layout::Linear(own) = &value.layout {
            let own = own.clone();
            return (value, own);
        }
        let linear = self.linear(&value.shape);
        (self.converted(value, Layout::Linear(linear.clone())), linear)
    }

    /// A parameter that points to a buffer of its own; its name.
    pub(super) fn pointer(&mut self, name: String, dtype: DType, len: usize, fill: Fill) -> String {
        let buffer = BufferSpec { dtype, len, fill, misalign: 0 };
        let value = format!("%{name}");
        self.buffers.push(Pointed { name, buffer });
        value
    }

    /// The module.
    pub(super) fn text(&self, function: &str) -> String {
        let parameters = self.buffers.iter().map(|pointed| {
            let (name, element) = (&pointed.name, element(pointed.buffer.dtype));
            format!("%{name}: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}}")
        });
        let parameters: Vec<_> = parameters.collect();
        let Machine { capability, warps } = self.machine;
        format!(
            "{}\n#smem = #ttg.shared_memory\nmodule attributes {{\"ttg.num-ctas\" = 1 : i32, \
             \"ttg.num-warps\" = {warps} : i32, ttg.target = \"cuda:{capability}\", \
             \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func public @{function}({}) attributes \
             {{noinline = false}} {{\n{}\n    tt.return\n  }}\n}}\n",
            self.head.join("\n"),
            parameters.join(", "),
            self.body.join("\n")
        )
    }
}
