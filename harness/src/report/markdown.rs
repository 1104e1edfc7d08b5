//! Findings as Markdown.

use std::fmt::Write;

use super::Record;
use super::classes::section;
use super::night::{Entry, Night};
use super::plain::one_line;

/// `verdict.md` of a finding's folder. `files` are the other files in it, each with what it is.
pub fn verdict(record: &Record, files: &[(String, String)]) -> String {
    let mut out = format!("# {}\n\n{}\n\n", escape(&record.id), escape(&record.detail));
    let mut line = |name: &str, value: &str| out.push_str(&row(&[name, value]));
    line("what", "value");
    line("---", "---");
    line("kind", record.kind.name());
    line("pass", &code(record.pass.as_deref().unwrap_or("not known")));
    line("toolchain", &code(&record.toolchain));
    line("target", &code(&record.target));
    line("compiled until", &code(&record.until));
    line("test case", &code(&record.name));
    line("signature", &code(&record.signature));
    line("known as", &record.known.as_deref().map_or_else(|| "no, it is new".to_owned(), code));
    out.push('\n');
    if let Some(classes) = &record.classes {
        out.push_str(&section(classes));
    }
    out.push_str(&origin(record));
    let _ = write!(out, "To see it again:\n\n```sh\n{}\n```\n\n", one_line(&record.replay));
    if !files.is_empty() {
        out.push_str("Files:\n\n");
    }
    for (name, about) in files {
        let _ = writeln!(out, "- [{name}]({name}): {about}");
    }
    out
}

/// All findings of a campaign, new ones first.
pub fn summary(title: &str, records: &[Record]) -> String {
    let mut out = format!("# {}\n\n", escape(title));
    if records.is_empty() {
        out.push_str("No findings.\n");
        return out;
    }
    out.push_str("| id | pass | toolchain | seen | known as |\n|---|---|---|---|---|\n");
    let mut sorted: Vec<_> = records.iter().collect();
    sorted.sort_by_key(|record| (record.known.is_some(), &record.id));
    for record in &sorted {
        out.push_str(&row(&[
            &escape(&record.id),
            &record.pass.as_deref().map(code).unwrap_or_default(),
            &code(&record.toolchain),
            &record.sightings.to_string(),
            &record.known.as_deref().map_or_else(|| "**new**".to_owned(), code),
        ]));
    }
    for record in sorted {
        let _ = write!(out, "\n## {}\n\n{}\n\n", escape(&record.id), escape(&record.detail));
        if let Some(classes) = &record.classes {
            let _ = write!(out, "{}\n\n", escape(&classes.told));
        }
        out.push_str(&origin(record));
        let _ = write!(out, "```sh\n{}\n```\n", one_line(&record.replay));
    }
    out
}

/// A table of several nights, and their findings as [`summary`] has them.
pub fn nights(title: &str, nights: &[Night], entries: &[Entry]) -> String {
    let mut out = format!("# {}\n\n", escape(title));
    out.push_str("| night | kernels | inconclusive | findings | of them new |\n");
    out.push_str("|---|---|---|---|---|\n");
    for (at, night) in nights.iter().enumerate() {
        let counts = night.counts();
        let first = |entry: &&Entry| entry.sightings.iter().position(|n| *n > 0) == Some(at);
        let firsts = entries.iter().filter(first).count();
        out.push_str(&row(&[
            &code(&night.name),
            &counts.kernels().to_string(),
            &counts.inconclusive.to_string(),
            &night.findings.len().to_string(),
            &firsts.to_string(),
        ]));
    }
    let records: Vec<Record> = entries.iter().map(|entry| entry.record.clone()).collect();
    let rest = summary("Findings", &records);
    out + "\n" + &rest.replacen("# Findings", "## All findings", 1)
}

/// A paragraph about the release that a finding came in with, where that was looked for.
pub fn origin(record: &Record) -> String {
    let Some(origin) = &record.origin else { return String::new() };
    let word = if origin.regression { "A regression: " } else { "" };
    format!("{word}{}.\n\n", escape(&origin.range.said))
}

/// A row of a table, of cells that are Markdown in one line. A `|` would end a cell even in code, where a
/// backslash keeps it from that; outside tables a backslash in code is shown (GitHub Flavored Markdown
/// Spec, 4.10 and 6.1), so nothing but this escapes it.
pub(super) fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A text in a code span, in one line: the end of a line would end a table's row.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", one_line(text).replace('`', "'"))
}

/// Text in one line in which no code, emphasis, element, heading, link or mention begins.
pub(super) fn escape(text: &str) -> String {
    let text = words(text, is_linked, escaped);
    // What would begin a list or a quotation.
    if text.starts_with(['-', '+', '>']) { format!("\\{text}") } else { text }
}

/// Text in one line for the title of an issue, in which nothing but code is read; nor is anything begun where
/// it stands in a text.
pub(super) fn title(text: &str) -> String {
    let is_read = |word: &str| {
        is_linked(word) || word.contains(['<', '`', '&']) || escaped(word).contains("\\]")
    };
    words(text, is_read, str::to_owned)
}

/// A text in one line, with its words in code where `is_code`, and as `other` gives them elsewhere.
fn words(text: &str, is_code: impl Fn(&str) -> bool, other: impl Fn(&str) -> String) -> String {
    let text = one_line(text);
    let word = |word| if is_code(word) { code(word) } else { other(word) };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Whether GitHub makes a link of what is in a word, or tells somebody, where it is not code: of addresses, also
/// of mail, of people and teams (`@name`), and of issues (`#12`, `GH-12`). Backslashes do not keep it from that.
fn is_linked(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let numbered = |mark: &str| {
        word.split(mark).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    ["://", "www.", "@"].iter().any(|part| word.contains(part)) || numbered("#") || numbered("gh-")
}

fn escaped(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        // The text of a link ends so, and the name of one that is defined.
        let ends_link = c == ']' && matches!(chars.peek(), Some('(' | '[' | ':'));
        if ends_link || matches!(c, '\\' | '`' | '*' | '_' | '<' | '#' | '&' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::example as record;
    use super::*;

    #[test]
    fn a_verdict_has_the_command_that_shows_it_again() {
        let text = verdict(&record(), &[("kernel.py".into(), "runs alone".into())]);
        assert!(text.contains("```sh\ntritonsmith replay findings/mismatch-12ab\n```"), "{text}");
        assert!(text.contains("| signature | `mismatch \\| p` |"), "{text}");
        assert!(text.contains("- [kernel.py](kernel.py): runs alone"));
        assert!(text.contains("| known as | no, it is new |"));
    }

    #[test]
    fn a_verdict_says_who_agrees() {
        let classes = Some(super::super::classes::example());
        let text = verdict(&Record { classes, ..record() }, &[]);
        assert!(text.contains("\n\n## Who agrees\n\n| together | left |"), "{text}");
        assert!(text.contains("\n\nTo see it again:"), "{text}");
        assert!(!verdict(&record(), &[]).contains("Who agrees"));
    }

    #[test]
    fn nights_are_told_before_their_findings() {
        use super::super::night::{entries, testing};
        let mon = testing::night("mon", vec![record()]);
        let tue = testing::night("tue", vec![record()]);
        let both = [mon, tue];
        let text = nights("c", &both, &entries(&both));
        assert!(
            text.contains("| `mon` | 100 | 4 | 1 | 1 |\n| `tue` | 100 | 4 | 1 | 0 |"),
            "{text}"
        );
        assert!(
            text.contains("\n## All findings\n") && text.contains("## mismatch-12ab"),
            "{text}"
        );
    }

    #[test]
    fn a_regression_is_told_with_its_releases() {
        use super::super::{Origin, Span};
        let said = "right in triton==3.7.1, wrong from triton==3.8.0 on".to_owned();
        let range = Span { last_good: None, first_bad: None, said };
        let one = Record { origin: Some(Origin { range, regression: true }), ..record() };
        let text = summary("c", &[one]);
        assert!(text.contains("\nA regression: right in triton==3.7.1, wrong"), "{text}");
        assert!(!summary("c", &[record()]).contains("regression"));
    }

    #[test]
    fn no_text_gets_out_of_its_place() {
        let hostile = "x\n\n<img src=x>\u{202e}\\<b>\x1b[2K";
        let texts = || hostile.to_owned();
        let one = Record {
            id: texts(),
            signature: texts(),
            pass: Some(texts()),
            known: Some(texts()),
            name: texts(),
            detail: texts(),
            toolchain: texts(),
            replay: format!("tritonsmith replay x\n```\n{hostile}"),
            ..record()
        };
        for text in [verdict(&one, &[]), summary(hostile, std::slice::from_ref(&one))] {
            assert!(!text.contains('\u{202e}') && !text.contains('\x1b'), "{text}");
            assert!(text.lines().all(|line| !line.starts_with("<img")), "{text}");
            assert!(text.contains("`x\\n\\n<img src=x>\\u{202e}\\<b>\\u{1b}[2K`"), "{text}");
            assert!(text.contains("x\\\\n\\\\n\\<img src=x>\\\\u{202e}\\\\\\<b>"), "{text}");
            assert!(text.contains("\ntritonsmith replay x\\n```\\nx"), "{text}");
        }
    }

    #[test]
    fn only_in_a_table_is_a_bar_escaped() {
        let bars = || "a|b @c|d \\|".to_owned();
        let one = Record {
            id: bars(),
            signature: bars(),
            pass: Some(bars()),
            detail: bars(),
            toolchain: bars(),
            ..record()
        };
        let (text, cell) = ("a|b `@c|d` \\\\|", "a\\|b `@c\\|d` \\\\\\|");
        let told = verdict(&one, &[]);
        assert!(told.starts_with(&format!("# {text}\n\n{text}\n\n| what |")), "{told}");
        assert!(told.contains("| signature | `a\\|b @c\\|d \\\\|` |\n"), "{told}");
        let told = summary("x|y", &[one]);
        assert!(told.starts_with("# x|y\n"), "{told}");
        let code = "`a\\|b @c\\|d \\\\|`";
        assert!(
            told.contains(&format!("\n| {cell} | {code} | {code} | 2 | **new** |\n")),
            "{told}"
        );
        assert!(told.contains(&format!("\n## {text}\n\n{text}\n\n")), "{told}");
    }

    #[test]
    fn nothing_in_a_text_becomes_a_link_or_tells_anybody() {
        for (text, shown) in [
            ("see [x](http://a.b/c) now", "see `[x](http://a.b/c)` now"),
            ("[a b](/c \"d\") ![i](j)", "[a b\\](/c \"d\") ![i\\](j)"),
            ("[a][b] [a]: /c", "[a\\][b] [a\\]: /c"),
            ("<http://a.b> and HTTPS://c", "`<http://a.b>` and `HTTPS://c`"),
            ("www.a.b, WWW.c", "`www.a.b,` `WWW.c`"),
            ("by @somebody (me@a.b)", "by `@somebody` `(me@a.b)`"),
            ("see #12 or a/b#3 or gh-4", "see `#12` or `a/b#3` or `gh-4`"),
            ("&commat;somebody ~~x~~", "\\&commat;somebody \\~\\~x\\~\\~"),
            ("- a", "\\- a"),
            ("`@a| b", "`'@a|` b"),
        ] {
            assert_eq!(escape(text), shown);
        }
        for plain in ["out[3] holds a[17], expected a[3] (7.0)", "a - b, a[1]", "#ttg", "x"] {
            assert_eq!(escape(plain).replace("\\#", "#"), plain);
        }
    }

    #[test]
    fn a_title_has_no_escapes() {
        let plain = "tl.atomic_xchg fails: out[3] * #blocked";
        assert_eq!(title(plain), plain);
        let hostile = "a `b' <img> &lt; [x](y) @somebody #12";
        assert_eq!(title(hostile), "a `'b'` `<img>` `&lt;` `[x](y)` `@somebody` `#12`");
        assert_eq!(title("a\nb"), "a\\nb");
    }

    #[test]
    fn new_findings_come_first() {
        let known = Record { id: "a".into(), known: Some("triton-1".into()), ..record() };
        let text = summary("c", &[known, record()]);
        let at = |part: &str| text.find(part).unwrap();
        assert!(at("| mismatch-12ab") < at("| a "), "{text}");
        assert!(summary("c", &[]).contains("No findings"));
    }
}
