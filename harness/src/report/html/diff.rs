//! What differs between two texts, in runs of lines.

use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// A run: `=`, `-`, `+` or `~` (other lines), and its lines in both texts, from and up to, from 0.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Run(char, usize, usize, usize, usize);

/// The runs that make `new` of `old`.
pub(super) fn runs(old: &str, new: &str) -> Vec<Run> {
    let [old, new] = [old, new].map(|text| text.lines().collect::<Vec<&str>>());
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    let run = |operation: &similar::DiffOp| {
        let (tag, old, new) = operation.as_tag_tuple();
        let sign = match tag {
            DiffTag::Equal => '=',
            DiffTag::Delete => '-',
            DiffTag::Insert => '+',
            DiffTag::Replace => '~',
        };
        Run(sign, old.start, old.end, new.start, new.end)
    };
    operations.iter().map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_both_texts() {
        let told = runs("a\nb\nc\n", "a\nx\nc\nd\n");
        assert_eq!(
            told,
            [
                Run('=', 0, 1, 0, 1),
                Run('~', 1, 2, 1, 2),
                Run('=', 2, 3, 2, 3),
                Run('+', 3, 3, 3, 4)
            ]
        );
        assert_eq!(serde_json::to_string(&told[1]).unwrap(), r#"["~",1,2,1,2]"#);
        assert!(runs("", "").is_empty());
    }
}
