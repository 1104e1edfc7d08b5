//! What every reader of a text needs: an error with its place, and bytes as text. It knows no language.

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// Line from 1.
    pub line: u32,
    /// Column in bytes from 1.
    pub column: u32,
    /// One sentence.
    pub message: String,
}

impl ParseError {
    /// An error at byte `offset` of `text`; at its end where that is beyond.
    pub(crate) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        ParseError { line: small(line), column: small(column), message: message.into() }
    }
}

/// Bytes that may be anything as text.
///
/// # Errors
/// At the first byte that is not UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or("");
        ParseError::at(valid, valid.len(), "this byte is not UTF-8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_where_the_offset_is() {
        let place = |offset| {
            let error = ParseError::at("ab\ncd\n", offset, "x");
            (error.line, error.column)
        };
        assert_eq!((place(0), place(2), place(3), place(4)), ((1, 1), (1, 3), (2, 1), (2, 2)));
        assert_eq!((place(6), place(99)), ((3, 1), (3, 1)));
        assert_eq!(utf8(b"fine"), Ok("fine"));
        let error = utf8(b"a\nb\xff").unwrap_err();
        assert_eq!(error.to_string(), "2:2: this byte is not UTF-8");
    }
}
