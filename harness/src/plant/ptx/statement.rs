//! The instructions of a PTX text, as text: where each stands, its name and its operands. Nothing is
//! resolved here: what an edit makes of one is read as any other text is.

use std::ops::Range;

/// Labels of debug information, which nothing branches to.
const DEBUG_LABELS: [&str; 2] = ["$L__tmp", "$L__func"];

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Where it stands, from its guard to its semicolon.
    pub span: Range<usize>,
    /// Whether a label stands before it.
    pub is_target: bool,
    /// `@%p1` or `@!%p1`, if it has one.
    pub guard: String,
    /// `ld.global.v4.b32`
    pub name: String,
    /// What commas separate, but for those within brackets.
    pub operands: Vec<String>,
}

/// The instructions of a text in their order. Directives are left out, and so is what is no PTX.
pub fn statements(text: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let (mut at, mut is_target) = (0, false);
    while let Some(start) = skip_space(text, at) {
        let rest = &text[start..];
        at = start
            + match rest.as_bytes()[0] {
                b'{' | b'}' | b'(' | b')' | b';' => 1,
                b'.' => directive(rest),
                _ => match label(rest) {
                    Some(length) => {
                        is_target |= !DEBUG_LABELS.iter().any(|name| rest.starts_with(name));
                        length
                    }
                    None => {
                        let length = instruction(rest);
                        found.push(Statement::new(&rest[..length], start, is_target));
                        is_target = false;
                        length
                    }
                },
            };
    }
    found
}

/// Where the next thing begins that is neither space nor a comment.
fn skip_space(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let rest = text.get(at..)?;
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n')?;
        } else if trimmed.starts_with("/*") {
            at += trimmed.find("*/")? + 2;
        } else {
            return (!trimmed.is_empty()).then_some(at);
        }
    }
}

/// The length of a directive: to its semicolon or the end of its line.
fn directive(rest: &str) -> usize {
    let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
    let code = line.find("//").map_or(line, |end| &line[..end]);
    code.find(';').map_or(line.len(), |end| end + 1)
}

/// The length of a label with its colon, if there is one.
fn label(rest: &str) -> Option<usize> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%');
    let name = rest.find(|c| !is_name(c)).filter(|length| *length > 0)?;
    let colon = name + (rest[name..].len() - rest[name..].trim_start().len());
    let after = rest[colon..].strip_prefix(':')?;
    (!after.starts_with(':')).then_some(colon + 1)
}

/// The length of an instruction with its semicolon.
fn instruction(rest: &str) -> usize {
    let mut at = 0;
    while let Some(found) = rest[at..].find([';', '/']) {
        at += found;
        match &rest[at..] {
            comment if comment.starts_with("//") => {
                at += comment.find('\n').unwrap_or(comment.len());
            }
            semicolon if semicolon.starts_with(';') => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// What commas separate that stand in no brackets.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let trimmed = parts.iter().map(|part| part.trim().to_owned());
    trimmed.filter(|part| !part.is_empty()).collect()
}

impl Statement {
    fn new(text: &str, start: usize, is_target: bool) -> Self {
        let span = start..start + text.len();
        let word = |text: &str| text.find(char::is_whitespace).unwrap_or(text.len());
        let mut rest = text.trim_end_matches(';').trim();
        let mut guard = String::new();
        if rest.starts_with('@') {
            let (first, after) = rest.split_at(word(rest));
            (guard, rest) = (first.to_owned(), after.trim_start());
        }
        let (name, operands) = rest.split_at(word(rest));
        Statement { span, is_target, guard, name: name.to_owned(), operands: split(operands) }
    }

    /// The instruction as text.
    pub(super) fn text(&self) -> String {
        let Statement { guard, name, operands, .. } = self;
        format!("{guard} {name} {};", operands.join(", ")).trim_start().to_owned()
    }

    /// The parts of its name.
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        self.name.split('.')
    }

    /// The first part of its name.
    pub(super) fn root(&self) -> &str {
        self.parts().next().unwrap_or("")
    }

    /// Whether its name has such a part.
    pub(super) fn has(&self, part: &str) -> bool {
        self.parts().any(|own| own == part)
    }

    /// Whether control may go elsewhere after it.
    pub(super) fn ends_block(&self) -> bool {
        matches!(self.root(), "bra" | "brx" | "ret" | "exit" | "call" | "trap")
    }

    /// Under another name.
    pub(super) fn named(&self, name: &str) -> Statement {
        Statement { name: name.to_owned(), ..self.clone() }
    }

    /// With another part in its name.
    pub(super) fn with_part(&self, old: &str, new: &str) -> Statement {
        let parts: Vec<_> = self.parts().map(|part| if part == old { new } else { part }).collect();
        self.named(&parts.join("."))
    }

    /// With another guard.
    pub(super) fn guarded(&self, guard: &str) -> String {
        Statement { guard: guard.to_owned(), ..self.clone() }.text()
    }

    /// With another operand.
    pub(super) fn with(&self, at: usize, operand: String) -> String {
        let mut changed = self.clone();
        changed.operands[at] = operand;
        changed.text()
    }

    /// With two operands in each other's place, if they differ.
    pub(super) fn swapped(&self, a: usize, b: usize) -> Option<String> {
        let mut changed = self.clone();
        (a.max(b) < self.operands.len() && self.operands[a] != self.operands[b]).then_some(())?;
        changed.operands.swap(a, b);
        Some(changed.text())
    }

    /// An operand that is a number.
    pub(super) fn integer(&self, at: usize) -> Option<i64> {
        number(self.operands.get(at)?)
    }

    /// The elements of an operand that is a vector.
    pub(super) fn vector(&self, at: usize) -> Option<Vec<String>> {
        let inner = self.operands.get(at)?.strip_prefix('{')?.strip_suffix('}')?;
        Some(split(inner))
    }

    /// With two elements of a vector in each other's place, if they differ.
    pub(super) fn with_swapped_elements(&self, at: usize) -> Option<String> {
        let mut elements = self.vector(at)?;
        (elements.len() > 1 && elements[0] != elements[1]).then_some(())?;
        elements.swap(0, 1);
        Some(self.with(at, format!("{{{}}}", elements.join(", "))))
    }

    /// With something added to the offset of an operand that is an address.
    pub(super) fn moved(&self, at: usize, by: i64) -> Option<String> {
        let inner = self.operands.get(at)?.strip_prefix('[')?.strip_suffix(']')?;
        let (base, offset) = match inner.split_once('+') {
            Some((base, offset)) => (base.trim(), number(offset.trim())?),
            None => (inner.trim(), 0),
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '.');
        base.chars().all(is_name).then(|| self.with(at, format!("[{base}+{}]", offset + by)))
    }

    /// Bytes of an element that is moved, by the type at the end of its name.
    pub(super) fn element_bytes(&self) -> Option<i64> {
        let ty = self.parts().last()?;
        let bits: i64 = ty.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
        (bits >= 8).then_some(bits / 8)
    }

    /// Elements that are moved at once.
    pub(super) fn lanes(&self) -> i64 {
        [2, 4, 8].into_iter().find(|lanes| self.has(&format!("v{lanes}"))).unwrap_or(1)
    }
}

/// A number as PTX has them, with its sign.
fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let digits = digits.trim_end_matches('U');
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?.cast_signed(),
        None => digits.parse().ok()?,
    };
    Some(value.wrapping_mul(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_found_with_their_parts() {
        let text = ".reqntid 64\n{\n.reg .b32 %r<4>; mov.b32 %r1, 0x1F; // a; b\n$L__tmp1:\n\
            @!%p1 ld.shared::cluster.v2.b32 {%r1, %r2}, [ %r3 + 8 ];\nwaitLoop:\n\
            bra.uni waitLoop;\nret;\n}\n.section .x { .b8 1 // ; y\n}";
        let found = statements(text);
        let names: Vec<_> = found.iter().map(|statement| statement.name.as_str()).collect();
        assert_eq!(names, ["mov.b32", "ld.shared::cluster.v2.b32", "bra.uni", "ret"]);
        assert_eq!(found[0].integer(1), Some(31));
        let load = &found[1];
        assert_eq!((load.guard.as_str(), load.operands.len()), ("@!%p1", 2));
        assert_eq!((load.element_bytes(), load.lanes()), (Some(4), 2));
        let moved = load.moved(1, -4).unwrap();
        assert_eq!(moved, "@!%p1 ld.shared::cluster.v2.b32 {%r1, %r2}, [%r3+4];");
        assert!(load.with_swapped_elements(0).unwrap().contains("{%r2, %r1}"));
        assert_eq!(&text[load.span.clone()][..5], "@!%p1");
        let targets: Vec<_> = found.iter().map(|statement| statement.is_target).collect();
        assert_eq!(targets, [false, false, true, false]);
        assert!(found[2].ends_block() && found[3].operands.is_empty());
    }

    #[test]
    fn any_text_is_taken() {
        for text in
            ["", "/", "//", "/* x", "a", "$", "@", "@;", ";", "x {", "\u{e9}\u{e9};", ".x", "a:b"]
        {
            let found = statements(text);
            assert!(found.iter().all(|statement| statement.span.end <= text.len()), "{text}");
        }
    }
}
