//! One page for a browser that needs nothing else: it opens from a disk, asks no network, and shows every
//! text as text.
//!
//! The tables are in the page itself. The texts of a finding are JSON in a block of its own, which is read
//! when the finding is opened, so that thousands of findings cost no time before. Styles and script are
//! files under `reports/templates`; a policy in the page lets nothing else run.

mod diff;
mod figures;
mod findings;
mod policy;
mod tables;

use serde::Serialize;
use serde_json::Value;

use super::entries_of;
use super::globals::Table;
use super::night::{Entry, Night};
use super::plain::visible;
use crate::oracle::Known;

const TEMPLATE: &str = include_str!("../../../../reports/templates/report.html");
const STYLE: &str = include_str!("../../../../reports/templates/report.css");
const SCRIPT: &str = include_str!("../../../../reports/templates/report.js");

/// Bytes of one text that are shown; a longer one is to be read in its file.
const LONGEST: usize = 64 << 10;
/// Bytes of all texts: a browser reads this much in a small part of a second.
const BUDGET: usize = 16 << 20;

/// A text of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The file's name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The file.
    pub path: String,
    /// Its content.
    pub text: String,
}

/// What a page shows.
pub struct Page<'a> {
    /// Its title.
    pub title: String,
    /// The campaigns, the newest last; one at least.
    pub nights: &'a [Night],
    /// Their findings, what needs attention first.
    pub entries: &'a [Entry],
    /// Gives the texts of a finding.
    pub details: &'a dyn Fn(&Entry) -> Vec<Text>,
    /// What toolchains do with Python state.
    pub tables: &'a [Table],
    /// The list of known findings, for their titles.
    pub known: &'a [Known],
}

/// What the script gets of a finding.
#[derive(Serialize)]
struct Block<'a> {
    record: &'a super::Record,
    status: &'static str,
    known: Vec<&'a Known>,
    texts: Vec<Shown>,
    /// Runs of lines of `before.mlir` and `after.mlir` that are equal (`=`) or not.
    diff: Option<Vec<diff::Run>>,
}

#[derive(Serialize)]
struct Shown {
    name: String,
    about: String,
    path: String,
    text: String,
    /// Why it is not all of it.
    cut: Option<String>,
}

/// The page.
pub fn page(page: &Page<'_>) -> String {
    let parts = [
        ("@POLICY@", policy::policy(STYLE, SCRIPT)),
        ("@TITLE@", escape(&page.title)),
        ("@STYLE@", STYLE.to_owned()),
        ("@SUMMARY@", tables::summary(page)),
        ("@PACE@", figures::pace(page.nights)),
        ("@TREND@", tables::trend(page)),
        ("@FILTERS@", findings::filters(page.entries)),
        ("@FINDINGS@", findings::table(page)),
        ("@UNJUDGED@", tables::unjudged(page.nights)),
        ("@COVERAGE@", tables::coverage(page.nights)),
        ("@GLOBALS@", tables::globals(page.tables)),
        ("@BLOCKS@", blocks(page)),
        ("@SCRIPT@", SCRIPT.to_owned()),
    ];
    // One pass over the template: what is put in may hold such marks itself.
    let mut out = String::new();
    let mut rest = TEMPLATE;
    while let Some(at) = rest.find('@') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match parts.iter().find(|(mark, _)| rest.starts_with(mark)) {
            Some((mark, text)) => {
                out.push_str(text);
                rest = &rest[mark.len()..];
            }
            None => {
                out.push('@');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

/// The texts of all findings, each in a block that nothing reads until it is asked for.
fn blocks(page: &Page<'_>) -> String {
    let mut out = String::new();
    let mut left = BUDGET;
    for (at, entry) in page.entries.iter().enumerate() {
        let texts: Vec<Shown> =
            (page.details)(entry).into_iter().map(|text| shown(text, &mut left)).collect();
        let of = |name: &str| texts.iter().find(|text| text.name == name).map(|t| t.text.as_str());
        let block = Block {
            record: &entry.record,
            status: entry.status.words(),
            known: known(page, entry),
            diff: of("before.mlir").zip(of("after.mlir")).map(|(old, new)| diff::runs(old, new)),
            texts,
        };
        let block = serde_json::to_value(&block).expect("invariant: blocks are plain data");
        let json = seen(block).to_string();
        // A page's script ends at the first `</script`, wherever that is.
        let json = json.replace('<', "\\u003c");
        out.push_str(&format!("<script type=\"application/json\" id=\"b-{at}\">{json}</script>\n"));
    }
    out
}

/// The value with all of its texts [`visible`].
fn seen(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(visible(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(seen).collect()),
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(name, value)| (name, seen(value))).collect())
        }
        other => other,
    }
}

/// As much of a text as there is room for.
fn shown(text: Text, left: &mut usize) -> Shown {
    let Text { name, about, path, mut text } = text;
    let room = LONGEST.min(*left);
    let mut cut = None;
    if text.len() > room {
        let all = text.len();
        let mut end = room;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        // Whole lines, so that both sides of a comparison end alike.
        text.truncate(text[..end].rfind('\n').map_or(0, |at| at + 1));
        cut = Some(format!(
            "{} of {all} bytes: the page is kept small, the rest is in {path}",
            text.len()
        ));
    }
    *left -= text.len();
    Shown { name, about, path, text, cut }
}

/// The entries of the list of known findings that a finding may be.
fn known<'a>(page: &Page<'a>, entry: &Entry) -> Vec<&'a Known> {
    entry.record.known.as_ref().map_or_else(Vec::new, |id| entries_of(id, page.known))
}

/// Text in which nothing is markup and everything is seen, in attributes too.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::night::entries;
    use super::super::night::testing::{night, record};
    use super::*;

    fn text(name: &str, text: &str) -> Text {
        Text { name: name.into(), about: "a".into(), path: format!("f/{name}"), text: text.into() }
    }

    fn made(details: &dyn Fn(&Entry) -> Vec<Text>) -> String {
        with_known("ravel", details)
    }

    fn with_known(id: &str, details: &dyn Fn(&Entry) -> Vec<Text>) -> String {
        let nights = [night("mon", vec![record("a@TITLE@", None), record("b", Some(id))])];
        let entries = entries(&nights);
        let known = Known::list().unwrap();
        let title = "Findings in <x>".to_owned();
        page(&Page {
            title,
            nights: &nights,
            entries: &entries,
            details,
            tables: &[],
            known: &known,
        })
    }

    #[test]
    fn everything_in_it_is_text() {
        let html = made(&|_| vec![text("kernel.py", "x = '</script><script>alert(1)</script>'")]);
        assert!(html.contains("<title>Findings in &lt;x&gt;</title>"));
        assert!(html.contains("\\u003c/script>\\u003cscript>alert(1)"));
        assert!(!html.contains("<script>alert") && !html.contains("<b>7</b>"));
        assert!(html.contains("a@TITLE@"), "marks in data stay as they are");
        let html = made(&|_| vec![text("kernel.py", "x\u{202e}y\n\x1b[2K")]);
        assert!(html.contains(r"x\\u{202e}y\n\\u{1b}[2K"), "{html}");
        assert_eq!(escape("a\u{2066}<\r"), "a\\u{2066}&lt;\\r");
    }

    #[test]
    fn each_finding_that_it_may_be_is_linked() {
        let html = with_known("triton-11305 or triton-11682-result or <x>", &|_| vec![]);
        let link = |path: &str, id: &str| {
            let start = format!("<a href=\"https://github.com/triton-lang/triton/{path}\"");
            let end = format!(">{id}</a>");
            html.split(start.as_str()).skip(1).any(|rest| {
                let close = rest.find("</a>").map_or(0, |at| at + "</a>".len());
                rest[..close].ends_with(end.as_str())
            })
        };
        assert!(link("pull/11305", "triton-11305"), "{html}");
        assert!(link("issues/11682", "triton-11682-result"), "{html}");
        assert!(html.contains(" or <span title=\"\">&lt;x&gt;</span>"), "{html}");
        for known in Known::list().unwrap() {
            let is_told = html.contains(&format!("\"id\":\"{}\"", known.id));
            let may_be = ["triton-11305", "triton-11682-result"].contains(&known.id.as_str());
            assert_eq!(is_told, may_be, "{}", known.id);
        }
    }

    #[test]
    fn long_texts_are_cut_at_a_line_and_say_so() {
        let mut left = BUDGET;
        let long = "é\n".repeat(LONGEST);
        let cut = shown(text("log.txt", &long), &mut left);
        assert!(cut.text.len() <= LONGEST && cut.text.ends_with('\n'));
        assert!(cut.cut.unwrap().ends_with("the rest is in f/log.txt"));
        assert_eq!(left, BUDGET - cut.text.len());
        left = 0;
        assert!(shown(text("log.txt", "x\n"), &mut left).cut.is_some());
        assert!(shown(text("log.txt", ""), &mut left).cut.is_none());
    }
}
