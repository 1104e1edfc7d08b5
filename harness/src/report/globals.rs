//! The table of what a toolchain does with each kind of Python state, as text, JSON and HTML.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// The table of one toolchain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Version of this format.
    pub schema: u32,
    /// The toolchain.
    pub toolchain: String,
    /// What was compiled for.
    pub target: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// One kind of state, one thing done to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The kind of state.
    pub kind: String,
    /// What was done to it.
    pub done: String,
    /// When.
    pub place: String,
    /// Whether Triton promises to support this use.
    pub support: String,
    /// What would be right.
    pub expected: String,
    /// What the next launch did.
    pub outcome: String,
    /// Whether that is a fault.
    pub wrong: bool,
    /// In words.
    pub detail: String,
    /// A script that shows it, relative to the table's folder, where the table has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
}

impl Row {
    fn key(&self) -> (&str, &str, &str) {
        (&self.kind, &self.done, &self.place)
    }
}

impl Table {
    /// Rows that another table has otherwise: the old outcome beside the new row. A row that one of
    /// them lacks counts.
    pub fn changes<'a>(&'a self, old: &'a Table) -> Vec<(Option<&'a str>, &'a Row)> {
        let before = |row: &Row| old.rows.iter().find(|other| other.key() == row.key());
        let changed = self.rows.iter().filter_map(|row| match before(row) {
            Some(other) if other.outcome == row.outcome => None,
            Some(other) => Some((Some(other.outcome.as_str()), row)),
            None => Some((None, row)),
        });
        let gone = |row: &&Row| !self.rows.iter().any(|other| other.key() == row.key());
        changed.chain(old.rows.iter().filter(gone).map(|row| (Some("gone"), row))).collect()
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = format!("{} {}\n", self.toolchain, self.target);
        for row in &self.rows {
            let mark = if row.wrong { "!" } else { " " };
            let _ = writeln!(
                out,
                "{mark} {:26} {:18} {:17} {:18} {:18} {}",
                row.kind, row.done, row.place, row.support, row.outcome, row.detail
            );
        }
        let wrong = self.rows.iter().filter(|row| row.wrong).count();
        let _ = write!(out, "{} rows, {wrong} wrong", self.rows.len());
        out
    }

    /// For a browser.
    pub fn html(&self) -> String {
        let title = escape(&format!("Python state and compiled code: {}", self.toolchain));
        let mut out = format!(
            "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\
             body{{font:14px sans-serif}}td,th{{padding:2px 8px;text-align:left;\
             border-bottom:1px solid #ddd}}.wrong{{background:#fdd}}</style>\n<h1>{title}</h1>\n\
             <table>\n<tr><th>kind<th>done<th>when<th>support<th>right<th>outcome<th>detail<th>script\n"
        );
        for row in &self.rows {
            let class = if row.wrong { " class=\"wrong\"" } else { "" };
            let cells = [
                &row.kind,
                &row.done,
                &row.place,
                &row.support,
                &row.expected,
                &row.outcome,
                &row.detail,
            ];
            let cells: String = cells.iter().map(|cell| format!("<td>{}", escape(cell))).collect();
            let script = row.script.as_deref().map_or(String::new(), |path| {
                format!("<td><a href=\"{}\">script</a>", escape(path))
            });
            let _ = writeln!(out, "<tr{class}>{cells}{script}");
        }
        out + "</table>\n"
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(outcomes: &[(&str, &str)]) -> Table {
        let row = |(kind, outcome): &(&str, &str)| Row {
            kind: (*kind).into(),
            done: "set".into(),
            place: "between launches".into(),
            support: "promised".into(),
            expected: "reuse".into(),
            outcome: (*outcome).into(),
            wrong: *outcome == "stale",
            detail: "1 < 2".into(),
            script: (*outcome == "stale").then(|| format!("scripts/{kind}.py")),
        };
        let rows = outcomes.iter().map(row).collect();
        Table { schema: 1, toolchain: "t".into(), target: "cuda:90".into(), rows }
    }

    #[test]
    fn changed_new_and_lost_rows_are_told() {
        let old = table(&[("a", "reused"), ("b", "stale"), ("c", "reused")]);
        let new = table(&[("a", "reused"), ("b", "rejected"), ("d", "stale")]);
        let changes = new.changes(&old);
        let told: Vec<_> = changes.iter().map(|(o, row)| (*o, row.kind.as_str())).collect();
        assert_eq!(told, [(Some("stale"), "b"), (None, "d"), (Some("gone"), "c")]);
        assert!(new.html().contains("1 &lt; 2") && new.text().ends_with("3 rows, 1 wrong"));
        assert!(new.html().contains("<a href=\"scripts/d.py\">"));
    }
}
