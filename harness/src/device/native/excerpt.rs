//! What is told of a compiler's log: its beginning, which says what was tried, and its end, where errors
//! are.

/// Bytes of either part, at most.
const PART: usize = 1000;

/// The log without blanks around it, or both ends of it where it is long.
pub(in crate::device) fn excerpt(log: &str) -> String {
    let log = log.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    if log.len() <= 2 * PART {
        return log.to_owned();
    }
    let (head, tail) = (log.floor_char_boundary(PART), log.ceil_char_boundary(log.len() - PART));
    let left_out = tail - head;
    format!("{}\n... {left_out} bytes ...\n{}", &log[..head], &log[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_of_a_long_log_are_kept() {
        assert_eq!(excerpt(" a line\n\0"), "a line");
        let long = format!("first{}error: last", "\u{e9}".repeat(5000));
        let told = excerpt(&long);
        assert!(told.starts_with("first") && told.ends_with("error: last"), "{told}");
        assert!(told.len() < 2 * PART + 40 && told.contains(" bytes ...\n"));
        let whole = "x".repeat(2 * PART);
        assert_eq!(excerpt(&whole), whole);
    }
}
