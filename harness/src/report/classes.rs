//! Who agrees with whom, as Markdown: what `verdict.md` and `explain.md` share.

use std::fmt::Write;

use super::markdown::{escape, row};
use crate::oracle::Classes;

/// A section of the classes; each line of it is one, or an execution in none.
pub(super) fn section(classes: &Classes) -> String {
    let mut out = "## Who agrees\n\n| together | left |\n|---|---|\n".to_owned();
    for (who, left) in classes.rows() {
        out.push_str(&row(&[&escape(&who), &escape(&left)]));
    }
    let _ = write!(out, "\n{}\n\n", escape(&classes.told));
    out
}

#[cfg(test)]
pub(super) fn example() -> Classes {
    use crate::oracle::{Class, Group};
    let group = |left: Class, members: &[&str]| Group {
        left,
        members: members.iter().map(|name| (*name).to_owned()).collect(),
    };
    Classes {
        groups: vec![
            group(Class::Reference, &["reference", "ir ttir"]),
            group(Class::Other("0a1b".to_owned()), &["cuda cubin"]),
        ],
        unjudged: vec![("ptx".to_owned(), "unsupported: a|b".to_owned())],
        told: "alone: cuda cubin".to_owned(),
        front_end: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_who_agrees_and_a_line_who_is_alone() {
        let text = section(&example());
        assert!(text.contains("| reference, ir ttir | the reference's result |\n"), "{text}");
        assert!(text.contains("| cuda cubin | another result (0a1b) |\n"), "{text}");
        assert!(text.contains("| ptx | not judged: unsupported: a\\|b |\n"), "{text}");
        assert!(text.ends_with("\n\nalone: cuda cubin\n\n"), "{text}");
    }
}
