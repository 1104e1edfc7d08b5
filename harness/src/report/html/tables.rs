//! Tables of campaigns: what they came to, over nights, what was not judged, what was exercised.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::globals::Table;
use super::super::night::{Counts, Exercised, Night, Status};
use super::{Page, escape};

/// Begins a table that scrolls by itself when it is wide.
fn begin(out: &mut String, caption: &str, columns: &[&str]) {
    let caption = escape(caption);
    let _ = write!(
        out,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table>\
         <caption>{caption}</caption><thead><tr>"
    );
    for column in columns {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(column));
    }
    out.push_str("</tr></thead><tbody>\n");
}

/// One row, the first cell of which names it.
fn row(out: &mut String, name: &str, cells: &[String]) {
    let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(name));
    for cell in cells {
        let _ = write!(out, "<td>{}</td>", escape(cell));
    }
    out.push_str("</tr>\n");
}

const END: &str = "</tbody></table></div>\n";

fn share(part: u64, all: u64) -> String {
    if all == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / all as f64) }
}

fn rate(night: &Night) -> f64 {
    if night.wall_s > 0.0 { night.counts().kernels() as f64 / night.wall_s } else { 0.0 }
}

fn duration(seconds: f64) -> String {
    let all = seconds.round() as u64;
    match all {
        0..60 => format!("{seconds:.1} s"),
        60..3600 => format!("{} min {} s", all / 60, all % 60),
        _ => format!("{} h {} min", all / 3600, all % 3600 / 60),
    }
}

/// What the newest night came to.
pub(super) fn summary(page: &Page<'_>) -> String {
    let mut out = String::from("<ul class=\"states\">");
    for status in Status::ALL {
        let count = page.entries.iter().filter(|entry| entry.status == status).count();
        let (word, class) = (status.words(), status.words().replace(' ', "-"));
        let _ = write!(out, "<li><span class=\"status {class}\">{word}</span> {count}</li>");
    }
    out.push_str("</ul>\n");
    let Some(night) = page.nights.last() else { return out };
    const COUNTED: &[&str] =
        &["what", "kernels", "agree", "inconclusive", "invalid", "wrong", "judged of valid"];
    begin(&mut out, &format!("Kernels of {}", night.name), COUNTED);
    for (plan, counts) in &night.plans {
        row(&mut out, plan, &cells(counts));
    }
    if night.plans.len() > 1 {
        row(&mut out, "all", &cells(&night.counts()));
    }
    out.push_str(END);
    begin(&mut out, &format!("Settings and cost of {}", night.name), &["what", "value"]);
    for (key, value) in &night.settings {
        row(&mut out, key, std::slice::from_ref(value));
    }
    let [compile, evaluate, device] = night.parts_s;
    let costs = [("all runs", night.wall_s), ("compiling", compile), ("evaluating", evaluate)];
    for (name, seconds) in costs.into_iter().chain([("executing", device)]) {
        row(&mut out, &format!("time of {name}"), &[duration(seconds)]);
    }
    row(&mut out, "kernels per second", &[format!("{:.1}", rate(night))]);
    if night.leaks > 0 {
        row(&mut out, "scenarios not kept apart: a fault of this tool", &[night.leaks.to_string()]);
    }
    row(&mut out, "folder", std::slice::from_ref(&night.folder));
    out + END
}

fn cells(counts: &Counts) -> [String; 6] {
    let valid = counts.kernels() - counts.invalid;
    [
        counts.kernels().to_string(),
        counts.agree.to_string(),
        counts.inconclusive.to_string(),
        counts.invalid.to_string(),
        counts.bugs.to_string(),
        share(valid - counts.inconclusive, valid),
    ]
}

/// How it went over the nights.
pub(super) fn trend(page: &Page<'_>) -> String {
    let nights = page.nights;
    if nights.len() < 2 {
        return "<p>One campaign was given: give several folders, oldest first, for a trend.</p>\n"
            .to_owned();
    }
    let mut out = String::new();
    let columns = ["night", "kernels", "per second", "inconclusive", "findings", "not known"];
    let columns: Vec<&str> = columns.into_iter().chain(["first seen", "no longer seen"]).collect();
    begin(&mut out, "Over the nights, the oldest first", &columns);
    for (at, night) in nights.iter().enumerate() {
        let counts = night.counts();
        let seen = |entry: &&super::Entry, at: usize| entry.sightings[at] > 0;
        let first = |entry: &&super::Entry| entry.sightings.iter().position(|n| *n > 0) == Some(at);
        let firsts = page.entries.iter().filter(first).count();
        let gone = |entry: &&super::Entry| at > 0 && seen(entry, at - 1) && !seen(entry, at);
        let gone = page.entries.iter().filter(gone).count();
        let unknown = night.findings.iter().filter(|record| record.known.is_none()).count();
        let cells = [
            counts.kernels().to_string(),
            format!("{:.1}", rate(night)),
            share(counts.inconclusive, counts.kernels() - counts.invalid),
            night.findings.len().to_string(),
            unknown.to_string(),
            firsts.to_string(),
            gone.to_string(),
        ];
        row(&mut out, &night.name, &cells);
    }
    out.push_str(END);
    out + "<p>A finding that is no longer seen is not thereby fixed: other kernels may have run.</p>\n"
}

/// Why kernels were not judged.
pub(super) fn unjudged(nights: &[Night]) -> String {
    let Some(night) = nights.last() else { return String::new() };
    if night.unjudged.is_empty() {
        return "<p>Everything was judged.</p>\n".to_owned();
    }
    let mut out = String::new();
    let all = night.counts().kernels();
    begin(
        &mut out,
        &format!("Not judged in {}", night.name),
        &["reason", "as", "kernels", "share"],
    );
    for (what, reason, count) in &night.unjudged {
        row(&mut out, reason, &[what.clone(), count.to_string(), share(*count, all)]);
    }
    out + END
}

/// In what share of the judged kernels each family of operations is, by toolchain.
pub(super) fn coverage(nights: &[Night]) -> String {
    let mut out = String::new();
    let mut sums: BTreeMap<&str, Exercised> = BTreeMap::new();
    for night in nights {
        if let Some(note) = &night.coverage.note {
            let _ = writeln!(out, "<p>{}: {}.</p>", escape(&night.name), escape(note));
        }
        for (toolchain, exercised) in &night.coverage.toolchains {
            let sum = sums.entry(toolchain).or_default();
            sum.kernels += exercised.kernels;
            for (family, count) in &exercised.families {
                *sum.families.entry(family.clone()).or_default() += count;
            }
        }
    }
    if sums.is_empty() {
        return out + "<p>There is nothing to tell.</p>\n";
    }
    let columns: Vec<&str> = ["family"].into_iter().chain(sums.keys().copied()).collect();
    begin(&mut out, "Share of the judged kernels that a family of operations is in", &columns);
    let looked: Vec<String> = sums.values().map(|sum| sum.kernels.to_string()).collect();
    row(&mut out, "kernels looked at", &looked);
    let families: BTreeSet<&String> = sums.values().flat_map(|sum| sum.families.keys()).collect();
    for family in families {
        let of = |sum: &Exercised| sum.families.get(family).copied().unwrap_or_default();
        let cells: Vec<String> = sums.values().map(|sum| share(of(sum), sum.kernels)).collect();
        row(&mut out, family, &cells);
    }
    out + END
}

/// What toolchains do when the Python state that kernels depend on changes.
pub(super) fn globals(tables: &[Table]) -> String {
    if tables.is_empty() {
        let how = "none was given: <code>tritonsmith globals --toolchain T --out DIR</code> makes one, \
                   <code>report --globals DIR/table.json</code> shows it";
        return format!("<p>Table of Python state: {how}.</p>\n");
    }
    let mut out = String::new();
    for table in tables {
        let wrong = table.rows.iter().filter(|row| row.wrong).count();
        let caption = format!("{} {}: {wrong} rows wrong", table.toolchain, table.target);
        let columns = ["kind", "fault", "done", "when", "support", "right", "outcome", "detail"];
        // Folded: open, 1,141 rows took 0.35 s of the 0.9 s of processor time in which a page opened.
        let _ = write!(out, "<details><summary>{}</summary>", escape(&caption));
        begin(&mut out, &caption, &columns);
        for state in &table.rows {
            let mark = if state.wrong { "wrong" } else { "" };
            let cells = [
                mark.to_owned(),
                state.done.clone(),
                state.place.clone(),
                state.support.clone(),
                state.expected.clone(),
                state.outcome.clone(),
                state.detail.clone(),
            ];
            row(&mut out, &state.kind, &cells);
        }
        out.push_str(END);
        out.push_str("</details>\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::night::entries;
    use super::super::super::night::testing::{night, record};
    use super::*;

    #[test]
    fn the_trend_tells_what_came_and_went() {
        let nights = [
            night("mon", vec![record("a", None), record("b", None)]),
            night("tue", vec![record("b", None), record("c", Some("x"))]),
        ];
        let entries = entries(&nights);
        let page = Page {
            title: String::new(),
            nights: &nights,
            entries: &entries,
            details: &|_| Vec::new(),
            tables: &[],
            known: &[],
        };
        let html = trend(&page);
        let cells = "<td>100</td><td>1.7</td><td>4.0 %</td><td>2</td>";
        assert!(html.contains(&format!("mon</th>{cells}<td>2</td><td>2</td><td>0</td>")), "{html}");
        assert!(html.contains(&format!("tue</th>{cells}<td>1</td><td>1</td><td>1</td>")), "{html}");
    }

    #[test]
    fn durations_and_shares_are_words() {
        let told = [3.5, 61.0, 7320.0].map(duration);
        assert_eq!(told, ["3.5 s", "1 min 1 s", "2 h 2 min"]);
        assert_eq!([share(1, 4), share(0, 0)], ["25.0 %", "-"]);
    }

    #[test]
    fn reasons_are_told_as_text() {
        let html = unjudged(&[night("mon", vec![])]);
        assert!(
            html.contains("no &lt;shared&gt; memory</th><td>inconclusive</td><td>4</td>"),
            "{html}"
        );
    }
}
