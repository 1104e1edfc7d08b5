//! Element types and flags that stand in the text of a kernel, as constexpr parameters of it.

use crate::program::element_names;

/// The text with parameters in place of what is lifted, and what each of them is.
pub(super) fn lift(text: &str) -> (String, Vec<(String, String)>) {
    let types = element_names().map(|name| (format!("T_{name}"), format!("tl.{name}")));
    let flags = ["True", "False"].map(|flag| (format!("IS_{}", flag.to_uppercase()), flag.into()));
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut lifted = Vec::new();
    for (name, value) in types.chain(flags) {
        let mut found = false;
        // In 3.3 an element type is not equal to a constexpr of it.
        for line in lines.iter_mut().filter(|line| !line.contains("static_assert")) {
            let replaced = replace_word(line, &value, &name);
            found |= replaced != *line;
            *line = replaced;
        }
        if found {
            lifted.push((name, value));
        }
    }
    (lines.join("\n"), lifted)
}

/// Replaces a word where it is not a part of a longer one.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        result.push_str(before);
        let whole = !part(result.chars().next_back()) && !part(after.chars().next());
        result.push_str(if whole { by } else { word });
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_become_parameters() {
        let text = "    a = b.to(tl.int16)\n    c = tl.sort(a, descending=True)\n    tl.uint16x";
        let (text, lifted) = lift(text);
        assert!(text.starts_with("    a = b.to(T_int16)\n    c = tl.sort(a, descending=IS_TRUE)"));
        assert!(text.ends_with("tl.uint16x"), "{text}");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(lifted, [pair("T_int16", "tl.int16"), pair("IS_TRUE", "True")]);
    }
}
