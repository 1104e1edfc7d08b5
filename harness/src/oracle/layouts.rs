//! Layouts in the text of a module: whether a kind of operation is there that has a kind of layout.
//!
//! Takes text and looks at names alone: known findings are told by it, also in texts that no reader here
//! understands.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

/// An operation of a module, by the layout of one of its operands or results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperandLayout {
    /// How the operation's name begins: `tt.reduce`.
    pub operation: String,
    /// A part of the layout as it is printed; layouts that it is a slice of count too.
    pub layout: String,
}

impl OperandLayout {
    /// Whether the text has such an operation.
    pub fn is_in(&self, ir: &str) -> bool {
        let aliases: HashMap<&str, &str> = ir.lines().filter_map(alias).collect();
        let mut lines = ir.lines();
        while let Some(line) = lines.next() {
            if !name(line).starts_with(&self.operation) {
                continue;
            }
            // The types of an operation with a region stand where that ends.
            let types = match line.trim_end().ends_with("({") {
                true => lines.by_ref().find(|line| line.trim_start().starts_with("})")),
                false => Some(line),
            };
            if types.is_some_and(|types| names(types, &self.layout, &aliases)) {
                return true;
            }
        }
        false
    }
}

/// `#name = layout`
fn alias(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('#')?.split_once(" = ")
}

/// The name of the operation of a line, and what follows.
pub(super) fn name(line: &str) -> &str {
    let line = line.trim_start();
    let operation = match line.starts_with('%') {
        true => line.split_once(" = ").map_or(line, |(_, operation)| operation),
        false => line,
    };
    operation.trim_start_matches('"')
}

/// Whether a text has the part, or one of the layouts that it names.
fn names(text: &str, part: &str, aliases: &HashMap<&str, &str>) -> bool {
    let (mut seen, mut left) = (HashSet::new(), vec![text]);
    while let Some(text) = left.pop() {
        if text.contains(part) {
            return true;
        }
        for rest in text.split('#').skip(1) {
            let ends = |c: char| !c.is_ascii_alphanumeric() && c != '_';
            let name = &rest[..rest.find(ends).unwrap_or(rest.len())];
            if let Some(layout) = aliases.get(name)
                && seen.insert(name)
            {
                left.push(layout);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "\
#blocked = #ttg.blocked<{order = [0]}>
#linear = #ttg.linear<{register = []}>
#part = #ttg.slice<{dim = 0, parent = #linear}>
module {
  %1 = \"tt.scan\"(%0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    tt.scan.return %a : i32
  }) : (tensor<4xi32, #blocked>) -> tensor<4xi32, #blocked>
  %2 = \"tt.reduce\"(%1) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tt.reduce.return %a : i32
  }) : (tensor<4xi32, #part>) -> i32
  tt.store %3, %2 : tensor<4x!tt.ptr<i32>, #blocked>
}
";

    fn has(operation: &str, layout: &str) -> bool {
        let (operation, layout) = (operation.to_owned(), layout.to_owned());
        OperandLayout { operation, layout }.is_in(MODULE)
    }

    #[test]
    fn an_operation_has_the_layouts_of_its_types() {
        assert!(has("tt.reduce", "#ttg.linear<") && has("tt.reduce", "#ttg.slice<"));
        assert!(has("tt.scan", "#ttg.blocked<") && has("tt.store", "#ttg.blocked<"));
        assert!(!has("tt.reduce", "#ttg.blocked<") && !has("tt.scan", "#ttg.linear<"));
        assert!(!has("tt.store", "#ttg.linear<") && !has("tt.load", "#ttg."));
    }

    #[test]
    fn layouts_that_name_each_other_end() {
        let module = "#a = #b\n#b = #a\ntt.store %0 : tensor<4xi32, #a>\n";
        let of = |layout: &str| OperandLayout { operation: "tt.".into(), layout: layout.into() };
        assert!(!of("#ttg.").is_in(module) && of("#b").is_in(module));
    }
}
