//! Sets of lines, and their text as FileCheck reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::lines::{Body, Line, Piece};

/// How much of a line is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The results and the operation's name.
    Bare,
    /// What stands before the types.
    Short,
    /// All of it.
    Full,
}

/// A line that is checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) line: usize,
    pub(super) style: Style,
}

/// How lines must stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// In any order in which values are defined before they are used.
    Free,
    /// In the order of the text.
    Text,
    /// In the order of the text, and nothing between those that stand together.
    Next,
}

/// A set of checks: lines in the order of the text.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) kept: Vec<Kept>,
    pub(super) order: Order,
}

/// A name: results may be followed by `:2`, uses by `#1`.
const NAME: &str = "[^ ,:#)]+";

impl Set {
    /// No lines.
    pub(super) fn empty(order: Order) -> Set {
        Set { kept: Vec::new(), order }
    }

    /// With one line more, of which the types are left out.
    pub(super) fn with(&self, line: usize) -> Set {
        let mut more = self.clone();
        more.kept.push(Kept { line, style: Style::Short });
        more.kept.sort_by_key(|kept| kept.line);
        more
    }
}

/// The pieces of a line that are checked, without the results.
fn operands(line: &Line, style: Style) -> &[Piece] {
    match style {
        Style::Bare => &[],
        Style::Short => &line.pieces[line.results..line.short],
        Style::Full => &line.pieces[line.results..],
    }
}

/// The values that are named: they are in two places, or arguments of the function.
pub(super) fn tied(body: &Body, set: &Set) -> BTreeSet<usize> {
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    for kept in &set.kept {
        let line = &body.lines[kept.line];
        let argument = |value| body.functions[line.function].arguments.contains(value);
        for piece in operands(line, kept.style) {
            if let Piece::Value(value) = piece {
                *seen.entry(*value).or_default() += 1 + usize::from(argument(value));
            }
        }
        for piece in &line.pieces[..line.results] {
            if let Piece::Value(value) = piece {
                *seen.entry(*value).or_default() += 1;
            }
        }
    }
    seen.into_iter().filter(|(_, count)| *count > 1).map(|(value, _)| value).collect()
}

/// The checks as lines of comments.
pub(super) fn render(body: &Body, set: &Set) -> String {
    let mut writer = Writer {
        body,
        tied: tied(body, set),
        names: BTreeMap::new(),
        aliases: BTreeSet::new(),
        out: String::new(),
    };
    for function in 0..body.functions.len() {
        let of = |kept: &&Kept| body.lines[kept.line].function == function;
        let kept: Vec<&Kept> = set.kept.iter().filter(of).collect();
        if !kept.is_empty() || set.kept.is_empty() {
            writer.function(function, &kept, set.order);
        }
    }
    writer.aliases() + &writer.out
}

/// State of one rendering.
struct Writer<'a> {
    body: &'a Body,
    tied: BTreeSet<usize>,
    /// Names of the values that were captured.
    names: BTreeMap<usize, String>,
    aliases: BTreeSet<usize>,
    out: String,
}

impl Writer<'_> {
    fn function(&mut self, function: usize, kept: &[&Kept], order: Order) {
        let body = self.body;
        let label = escape(&body.functions[function].label);
        let _ = writeln!(self.out, "// CHECK-LABEL: {label}");
        self.arguments(&body.functions[function].arguments);
        let mut last = None;
        for kept in kept {
            let line = &body.lines[kept.line];
            self.out.push_str(match order {
                Order::Free => "// CHECK-DAG: ",
                Order::Next if last == line.number.checked_sub(1) => "// CHECK-NEXT: ",
                Order::Text | Order::Next => "// CHECK: ",
            });
            self.line(line, kept.style);
            self.out.push('\n');
            last = Some(line.number);
        }
    }

    /// Captures the arguments that are used, by their places.
    fn arguments(&mut self, arguments: &[usize]) {
        let Some(last) = arguments.iter().rposition(|value| self.tied.contains(value)) else {
            return;
        };
        self.out.push_str("// CHECK-SAME: ");
        for (at, value) in arguments[..=last].iter().enumerate() {
            if self.tied.contains(value) {
                self.names.insert(*value, format!("ARG{at}"));
                let _ = write!(self.out, "%[[ARG{at}:{NAME}]]:");
                self.out.push_str(if at < last { "{{[^%]+}}" } else { "" });
            } else {
                self.out.push_str("%{{[^%]+}}");
            }
        }
        self.out.push('\n');
    }

    fn line(&mut self, line: &Line, style: Style) {
        let results = &line.pieces[..line.results];
        let tied = &self.tied;
        let named = |piece: &Piece| matches!(piece, Piece::Value(value) if tied.contains(value));
        let named = results.iter().any(named);
        if line.pieces.is_empty() {
            self.out.push_str("{{^ *[}]$}}");
        } else if named {
            self.pieces(results);
        }
        match style {
            Style::Bare => self.out.push_str(&line.name),
            style => self.pieces(operands(line, style)),
        }
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.out.push_str(&escape(text)),
                Piece::Value(value) if !self.tied.contains(value) => {
                    let _ = write!(self.out, "%{{{{{NAME}}}}}");
                }
                Piece::Value(value) => self.value(*value),
                Piece::Alias(alias) => {
                    self.aliases.insert(*alias);
                    let _ = write!(self.out, "[[{}]]", variable(&self.body.aliases[*alias].0));
                }
            }
        }
    }

    fn value(&mut self, value: usize) {
        let _ = match self.names.get(&value) {
            Some(name) => write!(self.out, "%[[{name}]]"),
            None => {
                let name = format!("V{}", self.names.len());
                let written = write!(self.out, "%[[{name}:{NAME}]]");
                self.names.insert(value, name);
                written
            }
        };
    }

    /// What the aliases stand for that were used, in the order of the text.
    fn aliases(&self) -> String {
        let mut used = self.aliases.clone();
        // An alias stands after those that it uses.
        for at in (0..self.body.aliases.len()).rev().filter(|at| self.aliases.contains(at)) {
            self.add_used(at, &mut used);
        }
        let mut out = String::new();
        for at in used {
            let (name, pieces) = &self.body.aliases[at];
            let _ = write!(out, "// CHECK-DAG: [[{}:#[A-Za-z0-9_]+]] = ", variable(name));
            for piece in pieces {
                match piece {
                    Piece::Text(text) => out.push_str(&escape(text)),
                    Piece::Alias(other) => {
                        let _ = write!(out, "[[{}]]", variable(&self.body.aliases[*other].0));
                    }
                    Piece::Value(_) => {}
                }
            }
            out.push('\n');
        }
        out
    }

    fn add_used(&self, at: usize, used: &mut BTreeSet<usize>) {
        for piece in &self.body.aliases[at].1 {
            if let Piece::Alias(other) = piece
                && used.insert(*other)
            {
                self.add_used(*other, used);
            }
        }
    }
}

/// The variable of an alias; those with `$` are known after a label too.
fn variable(alias: &str) -> String {
    format!("${}", alias.trim_start_matches('#').to_uppercase())
}

/// Text in which nothing is a pattern.
fn escape(text: &str) -> String {
    text.replace("{{", "{{[{][{]}}").replace("[[", "{{\\[\\[}}")
}
