//! Several values in one variable.

use std::fmt::Write;

use super::{Bundle, Dialect, ValueId, Writer};

impl Writer {
    /// How this kernel holds several values. Triton's interpreter has no aggregates.
    fn bundle(&self) -> Bundle {
        match (self.surface.bundle, self.dialect) {
            (Bundle::Aggregate, Dialect::Interpreted) => Bundle::NamedTuple,
            (bundle, _) => bundle,
        }
    }

    /// Whether so many values go into one variable.
    pub(super) fn holds(&self, count: usize) -> bool {
        count > 1 && self.bundle() != Bundle::Separate
    }

    /// An expression that holds the values.
    pub(super) fn hold(&mut self, ids: &[ValueId]) -> String {
        let class = match self.bundle() {
            Bundle::Separate | Bundle::Tuple => String::new(),
            bundle => self.class(bundle, ids.len()),
        };
        format!("{class}({})", self.list(ids.iter().copied()))
    }

    /// Gives each value that a variable holds its own.
    pub(super) fn unpack(&mut self, state: &str, ids: &[ValueId]) {
        let by_index = matches!(self.bundle(), Bundle::Separate | Bundle::Tuple);
        for (at, id) in ids.iter().enumerate() {
            let part = if by_index { format!("[{at}]") } else { format!(".f{at}") };
            let name = self.name(*id);
            self.line(format!("{name} = {state}{part}"));
        }
    }

    /// The name of the class with so many fields, which is written above the kernel.
    fn class(&mut self, bundle: Bundle, fields: usize) -> String {
        let name = format!("{}_State{fields}", self.name);
        let fields: Vec<String> = (0..fields).map(|at| format!("f{at}")).collect();
        let mut text = match bundle {
            Bundle::Aggregate => {
                format!("@triton.language.core._aggregate\nclass {name}:\n")
            }
            _ => format!("from typing import NamedTuple\n\n\nclass {name}(NamedTuple):\n"),
        };
        let mut line = |line: String| {
            writeln!(text, "    {line}").expect("invariant: strings grow");
        };
        let ty = if bundle == Bundle::Aggregate { "tl.tensor" } else { "object" };
        fields.iter().for_each(|field| line(format!("{field}: {ty}")));
        if bundle == Bundle::Aggregate {
            line("\n    @triton.constexpr_function".to_owned());
            line(format!("def __init__(self, {}):", fields.join(", ")));
            fields.iter().for_each(|field| line(format!("    self.{field} = {field}")));
        }
        if !self.helpers.contains(&text) {
            self.helpers.push(text);
        }
        name
    }
}
