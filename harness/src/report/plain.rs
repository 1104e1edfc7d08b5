//! Texts as they are shown to people: takes any text, returns one in which every character can be seen.
//! Texts of cases and compilers may hold what moves a terminal's cursor, ends a table's row or turns the
//! reading direction of what follows. It must know no format.

/// The text in one line: control characters, line ends and changes of direction by their escapes.
pub fn one_line(text: &str) -> String {
    shown(text, is_hidden)
}

/// The text with its lines: the same, but for line feeds and tabs.
pub fn visible(text: &str) -> String {
    shown(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

fn shown(text: &str, hidden: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hidden(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// Control characters, the separators of lines and paragraphs, and Unicode's embeddings, overrides and
/// isolates of direction.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown_by_its_escape() {
        assert_eq!(one_line("a\nb\r\x1b[2K\u{85}"), "a\\nb\\r\\u{1b}[2K\\u{85}");
        for c in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            assert_eq!(one_line(&c.to_string()), format!("\\u{{{:x}}}", u32::from(c)));
        }
        assert_eq!(visible("a\n\tb\r\u{202e}"), "a\n\tb\\r\\u{202e}");
        for plain in ["", "out[3] is `5`, é \u{4e2d} \\n"] {
            assert_eq!((one_line(plain).as_str(), visible(plain).as_str()), (plain, plain));
        }
    }
}
