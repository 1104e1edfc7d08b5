//! Words of commands for a shell. It takes a word and returns it as a shell reads it back.

/// A word of a shell, quoted where the shell would take it apart.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_quoted_where_they_must_be() {
        assert_eq!(super::quoted("reports/a==1"), "reports/a==1");
        assert_eq!(super::quoted("a b'c"), "'a b'\\''c'");
        assert_eq!(super::quoted(""), "''");
    }
}
