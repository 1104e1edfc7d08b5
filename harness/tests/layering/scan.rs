//! Finds the paths that a source file names, without a parser: comments and literals are blanked,
//! the rest is split into words and marks.

/// Every path into the crate, from its root: `use super::a::{b, c}` in `x::y` gives `x::a::b` and
/// `x::a::c`. `module` is the path of the file's own module.
pub(crate) fn paths(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let words = words(&blank(text));
    let mut found = Vec::new();
    // One entry per open brace: whether it opened an inline module.
    let mut braces: Vec<bool> = Vec::new();
    let mut inline: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_str();
        match word {
            "mod" if words.get(at + 2).is_some_and(|w| w == "{") => {
                inline.push(words[at + 1].clone());
                braces.push(true);
                at += 3;
                continue;
            }
            "{" => braces.push(false),
            "}" if braces.pop() == Some(true) => {
                inline.pop();
            }
            "crate" | "super" if words.get(at + 1).is_some_and(|w| w == "::") => {
                let here: Vec<_> = module.iter().chain(&inline).cloned().collect();
                let base = if word == "crate" { Vec::new() } else { parent(&here) };
                at = tree(&words, at + 2, base, &mut found);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn parent(path: &[String]) -> Vec<String> {
    path[..path.len().saturating_sub(1)].to_vec()
}

/// Reads a use tree after `base::`; returns where it ends.
fn tree(
    words: &[String],
    mut at: usize,
    mut base: Vec<String>,
    out: &mut Vec<Vec<String>>,
) -> usize {
    loop {
        let Some(word) = words.get(at) else { return at };
        match word.as_str() {
            "{" => {
                at += 1;
                while at < words.len() && words[at] != "}" {
                    at = if words[at] == "," { at + 1 } else { tree(words, at, base.clone(), out) };
                }
                return at + 1;
            }
            "super" => base = parent(&base),
            name => base.push(name.to_owned()),
        }
        at += 1;
        if words.get(at).is_some_and(|w| w == "::") {
            at += 1;
        } else {
            out.push(base);
            while words.get(at).is_some_and(|w| w == "as") {
                at += 2;
            }
            return at;
        }
    }
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("::") {
            2
        } else if is_name(first) {
            rest.find(|c: char| !is_name(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            words.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    words
}

/// The text without comments, strings and character literals.
fn blank(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let skip = literal(rest, out.chars().last());
        if skip > 0 {
            out.push(' ');
            rest = &rest[skip..];
        } else {
            let c = rest.chars().next().expect("not empty");
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The length of the comment or literal that `rest` starts with, or 0.
fn literal(rest: &str, before: Option<char>) -> usize {
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    if !in_word && (rest.starts_with("r\"") || rest.starts_with("r#")) {
        let hashes = rest[1..].chars().take_while(|c| *c == '#').count();
        if rest[1 + hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = 2 + hashes;
            return rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len());
        }
    }
    if rest.starts_with('"') {
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => return at + 1,
                _ => escaped = false,
            }
        }
        return rest.len();
    }
    // 'x' and '\x' are characters, 'x alone is a lifetime.
    let mut chars = rest.char_indices().skip(1);
    match (rest.starts_with('\''), chars.next(), chars.next(), chars.next()) {
        (true, Some((_, '\\')), _, _) => {
            rest.char_indices().skip(3).find(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1)
        }
        (true, Some(_), Some((at, '\'')), _) => at + 1,
        _ => 0,
    }
}

#[test]
fn paths_are_found_and_resolved() {
    let text = r##"
        //! crate::comment::x
        use crate::a::{B, c::{D, self}, super::odd};
        use super::sibling;
        use super::super::top::Item as Other;
        const S: &str = "crate::string";
        const R: &str = r#"crate::raw "#;
        const C: char = '"';
        fn f<'a>(x: &'a crate::inline::T) -> u8 { b'\'' }
        mod tests {
            use super::*;
            use super::super::deep;
        }
        use super::after;
    "##;
    let module = ["m".to_owned(), "n".to_owned()];
    let mut found: Vec<_> = paths(text, &module).iter().map(|p| p.join("::")).collect();
    found.sort();
    let expected = [
        "a::B",
        "a::c::D",
        "a::c::self",
        "inline::T",
        "m::after",
        "m::deep",
        "m::n::*",
        "m::sibling",
        "odd",
        "top::Item",
    ];
    assert_eq!(found, expected);
}
