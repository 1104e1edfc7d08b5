//! The table of findings, and what it is filtered by.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::night::{Entry, Status};
use super::{Page, escape, known};

/// What a finding without a pass is listed under.
const NO_PASS: &str = "not known";
/// Rows that are shown at first, and with each "more". A browser lays a table out again and again while it reads
/// it: opening a page of 2,000 findings took Chromium 1.8 s of processor time with all of them, 0.9 s with 200.
const MOST: usize = 200;

/// The name of the pass without its options.
pub(super) fn pass(entry: &Entry) -> &str {
    let pass = entry.record.pass.as_deref().unwrap_or(NO_PASS);
    pass.split('{').next().unwrap_or(pass)
}

/// A name for a place in the page.
pub(super) fn anchor(id: &str) -> String {
    let mut out = "f-".to_owned();
    for c in id.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '-' => out.push(c),
            c => {
                let _ = write!(out, "_{:x}_", u32::from(c));
            }
        }
    }
    out
}

/// The choices.
pub(super) fn filters(entries: &[Entry]) -> String {
    let distinct =
        |of: &dyn Fn(&Entry) -> String| -> BTreeSet<String> { entries.iter().map(of).collect() };
    let states = Status::ALL.iter().filter(|s| entries.iter().any(|entry| entry.status == **s));
    let states = states.map(|status| status.words().to_owned()).collect::<Vec<_>>();
    let mut out = String::new();
    select(&mut out, "status", states);
    select(&mut out, "kind", distinct(&|entry| entry.record.kind.name().to_owned()));
    select(&mut out, "pass", distinct(&|entry| pass(entry).to_owned()));
    select(&mut out, "toolchain", distinct(&|entry| entry.record.toolchain.clone()));
    out
}

fn select(out: &mut String, name: &str, values: impl IntoIterator<Item = String>) {
    let _ = write!(
        out,
        "<label for=\"by-{name}\">{name}</label> <select id=\"by-{name}\" data-by=\"{name}\">\
         <option value=\"\">all</option>"
    );
    for value in values {
        let value = escape(&value);
        let _ = write!(out, "<option value=\"{value}\">{value}</option>");
    }
    out.push_str("</select>\n");
}

/// The table; a row is opened by its button.
pub(super) fn table(page: &Page<'_>) -> String {
    if page.entries.is_empty() {
        return "<p>No findings.</p>\n".to_owned();
    }
    let mut out = by_place(page.entries);
    let several = page.nights.len() > 1;
    let nights = if several { "<th scope=\"col\">in each night</th>" } else { "" };
    let _ = write!(
        out,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table of findings\">\
         <table id=\"list\" data-most=\"{MOST}\"><caption>Findings</caption><thead><tr>\
         <th scope=\"col\">finding</th><th scope=\"col\">status</th><th scope=\"col\">pass</th><th scope=\"col\">toolchain</th>\
         <th scope=\"col\">seen</th>{nights}<th scope=\"col\">what was seen</th></tr></thead>\n<tbody>\n"
    );
    for (at, entry) in page.entries.iter().enumerate() {
        row(&mut out, page, at, entry, several);
    }
    out + "</tbody></table></div>\n<p><button type=\"button\" id=\"more\" hidden>show more</button></p>\n"
}

fn row(out: &mut String, page: &Page<'_>, at: usize, entry: &Entry, several: bool) {
    let record = &entry.record;
    let (id, kind) = (escape(&record.id), record.kind.name());
    let (status, pass, toolchain) =
        (entry.status.words(), escape(pass(entry)), escape(&record.toolchain));
    let hidden = if at < MOST { "" } else { " hidden" };
    let _ = write!(
        out,
        "<tr id=\"{}\"{hidden} data-at=\"{at}\" data-status=\"{status}\" data-kind=\"{kind}\" \
         data-pass=\"{pass}\" data-toolchain=\"{toolchain}\"><th scope=\"row\"><button type=\"button\" \
         class=\"open\" aria-expanded=\"false\">{id}</button></th><td><span class=\"status {}\">\
         {status}</span>",
        anchor(&record.id),
        status.replace(' ', "-")
    );
    if let Some(name) = &record.known {
        out.push_str(&as_known(page, entry, name));
    }
    let target = escape(&record.target);
    let seen: u64 = entry.sightings.iter().sum();
    let _ = write!(out, "</td><td>{pass}</td><td>{toolchain} {target}</td><td>{seen}</td>");
    if several {
        let each: Vec<String> = entry.sightings.iter().map(u64::to_string).collect();
        let _ = write!(out, "<td>{}</td>", each.join(", "));
    }
    let origin = record.origin.as_ref().map(|origin| format!("<br>{}", escape(&origin.range.said)));
    let origin = origin.unwrap_or_default();
    let _ = writeln!(out, "<td>{}{origin}</td></tr>", escape(&record.detail));
}

/// The names of the known findings that a finding may be, each with a link to its report where there is one.
fn as_known(page: &Page<'_>, entry: &Entry, names: &str) -> String {
    let entries = known(page, entry);
    let one = |name: &str| {
        let entry = entries.iter().find(|known| known.id == name);
        let title = escape(entry.map_or("", |known| known.title.as_str()));
        let link = entry.and_then(|known| known.upstream.as_deref());
        match link.filter(|link| link.starts_with("https://")) {
            Some(link) => format!(
                "<a href=\"{}\" rel=\"noreferrer\" title=\"{title}\">{}</a>",
                escape(link),
                escape(name)
            ),
            None => format!("<span title=\"{title}\">{}</span>", escape(name)),
        }
    };
    format!(" {}", names.split(" or ").map(one).collect::<Vec<_>>().join(" or "))
}

/// How many findings there are of each kind, pass and toolchain.
fn by_place(entries: &[Entry]) -> String {
    let mut counts: BTreeMap<(&str, &str, &str), [u64; 2]> = BTreeMap::new();
    for entry in entries {
        let key = (entry.record.kind.name(), pass(entry), entry.record.toolchain.as_str());
        let count = counts.entry(key).or_default();
        count[0] += 1;
        count[1] += u64::from(entry.status.is_open());
    }
    let mut out = "<details><summary>By kind, pass and toolchain</summary><div class=\"wide\" tabindex=\"0\" \
                   role=\"region\" aria-label=\"Findings by kind, pass and toolchain\"><table><caption>Findings \
                   by kind, pass and toolchain</caption><thead><tr><th scope=\"col\">kind</th>\
                   <th scope=\"col\">pass</th><th scope=\"col\">toolchain</th>\
                   <th scope=\"col\">findings</th><th scope=\"col\">of them to look at</th></tr></thead>\
                   <tbody>\n"
        .to_owned();
    for ((kind, pass, toolchain), [all, open]) in counts {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{kind}</th><td>{}</td><td>{}</td><td>{all}</td><td>{open}</td></tr>",
            escape(pass),
            escape(toolchain)
        );
    }
    out + "</tbody></table></div></details>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_names_and_differ() {
        assert_eq!(anchor("mismatch-12ab"), "f-mismatch-12ab");
        assert_eq!(anchor("a b"), "f-a_20_b");
        assert_ne!(anchor("a_20_b"), anchor("a b"));
    }
}
