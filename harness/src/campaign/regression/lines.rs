//! Reads the text after a pass line by line: which values and aliases each line names, and how far
//! it is from what the kernel does to memory.
//!
//! Works on the text, not on the IR: checks are about text, also that of operations that `mlir`
//! does not know.

use std::collections::BTreeMap;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// As it is.
    Text(String),
    /// A value.
    Value(usize),
    /// An alias of an attribute.
    Alias(usize),
}

/// A line of a function's body.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its number in the text.
    pub(super) number: usize,
    /// The function that it is in.
    pub(super) function: usize,
    /// All of it; nothing of a line that only ends a region.
    pub(super) pieces: Vec<Piece>,
    /// How many of these are `%0 = `.
    pub(super) results: usize,
    /// How many stand before the types.
    pub(super) short: usize,
    /// The operation's name, as it is spelled.
    pub(super) name: String,
    /// Definitions between it and an effect; [`FAR`] where it has no part in one.
    pub(super) depth: usize,
}

/// The depth of what has no part in an effect.
pub(super) const FAR: usize = usize::MAX;

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its first line up to the arguments.
    pub(super) label: String,
    /// Its arguments.
    pub(super) arguments: Vec<usize>,
}

/// What a text holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) functions: Vec<Function>,
    pub(super) lines: Vec<Line>,
    /// Names of aliases and what they stand for.
    pub(super) aliases: Vec<(String, Vec<Piece>)>,
}

/// What begins a function.
const FUNCTIONS: [&str; 3] = ["tt.func ", "llvm.func ", "func.func "];
/// Parts of names of operations that do something to memory, also where they have results.
const EFFECTS: [&str; 5] = ["atomic", "store", "copy", "print", "assert"];

/// Reads a text.
pub(super) fn read(text: &str) -> Body {
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let line = line.rfind(" loc(").map_or(line, |at| line[..at].trim_end());
        reader.line(number, line);
    }
    let Reader { mut body, opens, .. } = reader;
    drop_ends(&mut body.lines);
    measure(&mut body, &opens);
    body
}

#[derive(Default)]
struct Reader {
    body: Body,
    /// The value that each name stands for at this place.
    names: BTreeMap<String, usize>,
    values: usize,
    /// Numbers of the lines that begin a region.
    opens: Vec<usize>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let alias = line.strip_prefix('#').and_then(|rest| rest.split_once(" = "));
        if let Some((name, value)) = alias {
            let value = self.pieces(value, false);
            self.body.aliases.push((format!("#{name}"), value));
        } else if FUNCTIONS.iter().any(|begin| line.starts_with(begin)) {
            self.function(line);
        } else if !self.body.functions.is_empty() && !line.is_empty() && !line.starts_with('#') {
            self.operation(number, line);
        }
    }

    fn function(&mut self, line: &str) {
        let Some((head, rest)) = line.split_once('(').filter(|_| line.ends_with('{')) else {
            return; // a declaration
        };
        self.names.clear();
        let first = self.values;
        self.pieces(rest, false);
        let label = format!("{head}(");
        self.body.functions.push(Function { label, arguments: (first..self.values).collect() });
    }

    fn operation(&mut self, number: usize, line: &str) {
        let results = match line.split_once(" = ") {
            Some((results, _)) if line.starts_with('%') => results.len() + " = ".len(),
            _ => 0,
        };
        let cut = types(line).max(results);
        let mut pieces = Vec::new();
        if line != "}" {
            pieces.extend(self.pieces(&line[..results], true));
        }
        let results_end = pieces.len();
        if line != "}" {
            pieces.extend(self.pieces(&line[results..cut], false));
        }
        let short = pieces.len();
        pieces.extend(self.pieces(&line[cut..], false));
        if line.ends_with('{') {
            self.opens.push(number);
        }
        let rest = &line[results..];
        let name = rest.split([' ', '(']).next().unwrap_or_default();
        let name = if rest.starts_with(['}', '^']) { "" } else { name };
        let function = self.body.functions.len() - 1;
        let name = name.to_owned();
        let line = Line { number, function, pieces, results: results_end, short, name, depth: FAR };
        self.body.lines.push(line);
    }

    /// Cuts a part of a line into pieces. All values of `%0, %1 = ` are new ones.
    fn pieces(&mut self, text: &str, results: bool) -> Vec<Piece> {
        let (mut pieces, mut plain) = (Vec::new(), String::new());
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let (length, piece) = match c {
                '"' => (string(rest), None),
                '%' => self.value(rest, results),
                '#' if !plain.is_empty() || pieces.is_empty() => self.alias(rest),
                _ => (c.len_utf8(), None),
            };
            match piece {
                Some(piece) => {
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(piece);
                }
                None => plain.push_str(&rest[..length]),
            }
            rest = &rest[length..];
        }
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        pieces
    }

    fn value(&mut self, rest: &str, results: bool) -> (usize, Option<Piece>) {
        let length = 1 + word(&rest[1..], "_.$-");
        let (name, after) = rest.split_at(length);
        if length == 1 {
            return (1, None);
        }
        // `%i = ` and `%x: ` in the header of a region; a use has a space before its type.
        let new = results || after.starts_with(" = ") || after.starts_with(": ");
        if new || !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), self.values);
            self.values += 1;
        }
        (length, Some(Piece::Value(self.names[name])))
    }

    fn alias(&self, rest: &str) -> (usize, Option<Piece>) {
        let length = 1 + word(&rest[1..], "_");
        let known = |(name, _): &(String, Vec<Piece>)| *name == rest[..length];
        let dialect = rest[length..].starts_with('.');
        let alias = self.body.aliases.iter().position(known).filter(|_| !dialect);
        (length, alias.map(Piece::Alias))
    }
}

/// Length of the letters and digits that a text begins with; `also` may be among them.
fn word(text: &str, also: &str) -> usize {
    let part = |c: char| c.is_ascii_alphanumeric() || also.contains(c);
    text.find(|c| !part(c)).unwrap_or(text.len())
}

/// Length of the string that a text begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            c => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// Where the types of a line begin: after the first ` :` or ` ->` that is in no brackets.
fn types(line: &str) -> usize {
    let (mut open, mut at) = (0i32, 0);
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        if open <= 0 && rest.starts_with(" : ") {
            return at + 2;
        }
        if rest.starts_with("->") {
            if open <= 0 {
                return at + 2;
            }
            at += 2;
            continue;
        }
        match c {
            '(' | '[' | '{' | '<' => open += 1,
            ')' | ']' | '}' | '>' => open -= 1,
            _ => {}
        }
        at += if c == '"' { string(rest) } else { c.len_utf8() };
    }
    line.len()
}

/// Drops the ends of functions and of the module: every text has them.
fn drop_ends(lines: &mut Vec<Line>) {
    let mut at = lines.len();
    while at > 0 {
        let last = lines.get(at).is_none_or(|next| next.function != lines[at - 1].function);
        if last && lines[at - 1].pieces.is_empty() {
            lines.remove(at - 1);
        }
        at -= 1;
    }
}

/// Finds the depths: from the effects back along the definitions.
fn measure(body: &mut Body, opens: &[usize]) {
    let uses = uses(body, opens);
    let lines = &mut body.lines;
    let mut edge: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].has_effect()).collect();
    let mut depth = 0;
    while !edge.is_empty() {
        edge.retain(|at| lines[*at].depth == FAR);
        for at in &edge {
            lines[*at].depth = depth;
        }
        edge = edge.iter().flat_map(|at| uses[*at].iter().copied()).collect();
        edge.sort_unstable();
        edge.dedup();
        depth += 1;
    }
}

/// The lines that each line depends on.
fn uses(body: &Body, opens: &[usize]) -> Vec<Vec<usize>> {
    let lines = &body.lines;
    let argument = |value| body.functions.iter().any(|one| one.arguments.contains(&value));
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
    let mut defined: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut open, mut function): (Vec<usize>, usize) = (Vec::new(), 0);
    for (at, line) in lines.iter().enumerate() {
        if line.function != function {
            (open, function) = (Vec::new(), line.function);
        }
        let mut owner = None;
        if line.closes() {
            owner = open.pop();
            // What a region yields is the result of the operation that has it.
            if let (Some(owner), true) = (owner, at > 0) {
                found[owner].push(at - 1);
            }
        } else {
            found[at].extend(open.last());
        }
        if opens.contains(&line.number) {
            open.push(owner.unwrap_or(at));
        }
        for piece in &line.pieces {
            if let Piece::Value(value) = piece
                && !argument(*value)
            {
                let place = *defined.entry(*value).or_insert(at);
                if place != at {
                    found[at].push(place);
                }
            }
        }
    }
    found
}

impl Line {
    /// Whether the line ends a region.
    fn closes(&self) -> bool {
        match self.pieces.first() {
            None => true,
            Some(Piece::Text(text)) => text.starts_with('}'),
            Some(_) => false,
        }
    }

    fn has_effect(&self) -> bool {
        if EFFECTS.iter().any(|part| self.name.contains(part)) {
            return true;
        }
        let ends = [".yield", "_yield", ".return", "_return", "condition"];
        let returns = self.name == "tt.return" && self.pieces.len() > 1;
        let ends = ends.iter().any(|end| self.name.ends_with(end));
        self.results == 0 && !self.name.is_empty() && (returns || !ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#b = #ttg.blocked<{order = [0]}>
module {
  tt.func public @k(%arg0: !tt.ptr<f32>) {
    %0 = tt.load %arg0 : tensor<4xf32, #b>
    %1:2 = scf.for %i = %0 to %0 iter_args(%a = %0) -> (i32) : i32 {
      %2 = arith.addi %a, %a : i32
      scf.yield %2 : i32
    }
    %2 = arith.muli %1#1, %1#1 : i32
    tt.store %arg0, %1#0 : i32
    tt.return
  }
}
";

    #[test]
    fn lines_know_their_values_types_and_depths() {
        let body = read(TEXT);
        assert_eq!(body.functions[0].label, "tt.func public @k(");
        assert_eq!(body.functions[0].arguments, [0]);
        let lines = body.lines.iter();
        let names: Vec<_> = lines.map(|line| (line.name.as_str(), line.depth)).collect();
        let expected = [
            ("tt.load", 2),
            ("scf.for", 1),
            ("arith.addi", 3),
            ("scf.yield", 2),
            ("", FAR),
            ("arith.muli", FAR),
            ("tt.store", 0),
            ("tt.return", FAR),
        ];
        assert_eq!(names, expected);
        let load = &body.lines[0];
        assert_eq!(
            load.pieces[load.short..],
            [Piece::Text(" tensor<4xf32, ".into()), Piece::Alias(0), Piece::Text(">".into()),]
        );
        // One name, two values.
        assert_ne!(body.lines[2].pieces[0], body.lines[5].pieces[0]);
    }

    const REDUCE: &str = "%1 = \"tt.reduce\"(%0) <{axis = 1 : i32}> ({";

    #[test]
    fn types_begin_outside_of_brackets() {
        for (line, short) in [
            ("%0 = arith.constant 5 : i32", "%0 = arith.constant 5 :"),
            (REDUCE, REDUCE),
            ("scf.if %0 -> (i32) {", "scf.if %0 ->"),
            ("tt.print \" : \" : %0 : i32", "tt.print \" : \" :"),
        ] {
            assert_eq!(&line[..types(line)], short);
        }
    }
}
