//! Reports of campaigns that nobody ran: the page in full size, its escapes, ids and links; JUnit and SARIF.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/store.rs"]
mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use store::{campaign, record};
use tritonsmith::oracle::Known;
use tritonsmith::report::{Counts, Entry, Night, Page, Text, entries, junit, page, sarif};

/// The values of an attribute, of elements that are in the page from the beginning.
fn attribute<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let mark = format!(" {name}=\"");
    html.split(&mark).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The page without its style and its own script.
fn body(html: &str) -> &str {
    let (_, body) = html.split_once("</style>").unwrap();
    body.rsplit_once("<script>").unwrap().0
}

/// The blocks of JSON, by id.
fn blocks(html: &str) -> BTreeMap<String, Value> {
    let begin = "<script type=\"application/json\" id=\"";
    let block = |text: &str| {
        let (id, rest) = text.split_once("\">").unwrap();
        let (json, _) = rest.split_once("</script>").unwrap();
        (id.to_owned(), serde_json::from_str(json).unwrap())
    };
    html.split(begin).skip(1).map(block).collect()
}

/// A night with many findings.
fn night(name: &str, count: u64) -> Night {
    let folder = Path::new("reports").join(name);
    let findings =
        (0..count).map(|at| record(&folder, &format!("mismatch-{at:08x}"), at)).collect();
    let counts = Counts { agree: 10 * count, invalid: 3, inconclusive: 7, bugs: count };
    Night {
        name: name.to_owned(),
        folder: folder.display().to_string(),
        plans: BTreeMap::from([(store::PLAN.to_owned(), counts)]),
        unjudged: vec![("inconclusive".to_owned(), "tt.<new> & \"odd\"".to_owned(), 7)],
        wall_s: 3600.0,
        pace: vec![500; 60],
        findings,
        ..Night::default()
    }
}

/// Three texts of a usual size.
fn texts(entry: &Entry) -> Vec<Text> {
    let text = |name: &str, line: &str| Text {
        name: name.to_owned(),
        about: "what it is".to_owned(),
        path: format!("findings/{}/{name}", entry.record.id),
        text: line.repeat(60),
    };
    vec![
        text("kernel.py", "x = '</script><script>alert(1)</script><!--'\n"),
        text("before.mlir", "%0 = tt.load %arg0 : tensor<16x!tt.ptr<f32>>\n"),
        text("after.mlir", "%0 = tt.load %arg1 : tensor<16x!tt.ptr<f32>>\n"),
    ]
}

fn large(count: u64) -> String {
    let nights = [night("monday", count / 2), night("tuesday", count)];
    let entries = entries(&nights);
    let known = Known::list().unwrap();
    page(&Page {
        title: "Findings in <all>".to_owned(),
        nights: &nights,
        entries: &entries,
        details: &texts,
        tables: &[],
        known: &known,
    })
}

#[test]
fn two_thousand_findings_are_a_small_page() {
    let html = large(2000);
    assert!(html.len() < 32 << 20, "{} bytes", html.len());
    assert_eq!(html.matches("class=\"open\"").count(), 2000);
    assert_eq!(
        html.matches("\" hidden data-at=").count(),
        1800,
        "rows are laid out when asked for"
    );
    let blocks = blocks(&html);
    assert_eq!(blocks.len(), 2000);
    let texts = |block: &Value| block["texts"].as_array().unwrap().len();
    assert!(blocks.values().all(|block| texts(block) == 3), "none is left out silently");
    let empty = |text: &Value| text["text"] == "" && text["cut"].is_null();
    let mut all = blocks.values().flat_map(|block| block["texts"].as_array().unwrap());
    assert!(!all.any(empty), "what is left out is told");
}

#[test]
fn texts_are_texts_wherever_they_stand() {
    let html = large(20);
    assert_eq!(html.matches("<script>").count(), 1, "only the page's own script");
    assert!(!html.contains("<!--") && !html.contains("<7>") && !html.contains("<all>"));
    assert!(html.contains("out[3] is &lt;7&gt; &amp; &quot;5&quot; was due &lt;/script&gt;"));
    assert!(html.contains("tt.&lt;new&gt; &amp; &quot;odd&quot;"));
    let blocks = blocks(&html);
    let first = &blocks["b-0"];
    assert!(first["texts"][0]["text"].as_str().unwrap().starts_with("x = '</script><script>"));
    assert_eq!(first["diff"][0], serde_json::json!(["~", 0, 60, 0, 60]));
}

#[test]
fn ids_are_unique_and_links_lead_somewhere() {
    let html = large(200);
    let body = body(&html);
    let ids = attribute(body, "id");
    let distinct: BTreeSet<_> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len());
    let links: Vec<_> = attribute(body, "href");
    assert!(links.len() >= 8);
    for link in links {
        match link.strip_prefix('#') {
            Some(id) => assert!(distinct.contains(id), "{link}"),
            None => assert!(link.starts_with("https://"), "{link}"),
        }
    }
    for name in ["for", "aria-labelledby"] {
        let named = attribute(body, name);
        assert!(!named.is_empty());
        assert!(named.iter().all(|id| distinct.contains(id)), "{name}");
    }
    let at = |entry: usize| format!("data-at=\"{entry}\"");
    assert!(
        (0..200)
            .all(|entry| body.contains(&at(entry)) && distinct.contains(&*format!("b-{entry}")))
    );
}

#[test]
fn the_page_asks_for_nothing() {
    let html = large(3);
    assert!(html.contains("content=\"default-src 'none'; style-src 'sha256-"), "a policy");
    let body = body(&html);
    for source in ["src", "srcset", "data", "action", "poster", "style", "onclick"] {
        assert_eq!(attribute(body, source), [""; 0], "{source}");
    }
    let (head, _) = html.split_once("</style>").unwrap();
    assert_eq!(attribute(head, "href"), ["data:,"]);
    assert!(!head.contains("url(") && !head.contains("@import"));
}

#[test]
fn tables_say_what_their_cells_are() {
    let html = large(5);
    let body = body(&html);
    let tables = body.matches("<table").count();
    assert!(tables >= 5);
    assert_eq!(body.matches("<caption>").count(), tables);
    for cell in body.split("<th").skip(1).filter(|rest| !rest.starts_with("ead")) {
        assert!(cell.starts_with(" scope="), "{}", &cell[..40.min(cell.len())]);
    }
}

#[test]
fn junit_and_sarif_tell_the_same_findings() {
    let nights = [night("tuesday", 50)];
    let entries = entries(&nights);
    let xml = junit("<nightly>", &nights, &entries).unwrap();
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!((read.failures, read.tests), (50, 53));
    let log = sarif(&nights, &entries, &Known::list().unwrap());
    let results = log["runs"][0]["results"].as_array().unwrap();
    let ids: BTreeSet<_> =
        results.iter().map(|r| r["partialFingerprints"]["finding/v1"].as_str().unwrap()).collect();
    let cases = &read.test_suites[0].test_cases;
    let failed = cases.iter().map(|case| case.name.as_str()).filter(|n| n.starts_with("mismatch"));
    assert_eq!(failed.collect::<BTreeSet<_>>(), ids);
}

/// What the command prints about campaigns in `home`, and its status.
fn report(home: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(home).arg("report").args(arguments);
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{told}");
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn the_command_writes_each_format() {
    let home = tempfile::tempdir().unwrap();
    campaign(&home.path().join("monday"), 1, "0/1", &(0..40).collect::<Vec<_>>());
    campaign(&home.path().join("tuesday"), 2, "0/1", &(40..90).collect::<Vec<_>>());
    campaign(&home.path().join("quiet"), 3, "0/1", &[]);
    let (text, status) = report(home.path(), &["monday"]);
    assert!(text.starts_with("# Findings in monday\n") && status == Some(1), "{text}");
    let (text, _) = report(home.path(), &["monday", "tuesday"]);
    assert!(text.contains("| `monday` | 40 |") && text.contains("| `tuesday` | 50 |"), "{text}");
    let (text, status) = report(home.path(), &["quiet", "--format", "junit"]);
    assert_eq!(
        (status, quick_junit::Report::deserialize_from_str(&text).unwrap().failures),
        (Some(0), 0)
    );
    let (text, _) = report(home.path(), &["tuesday", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let all = ["monday", "tuesday", "--format", "html", "--out", "pages/index.html"];
    let (text, status) = report(home.path(), &all);
    assert_eq!((text.as_str(), status), ("", Some(1)));
    let html = fs::read_to_string(home.path().join("pages/index.html")).unwrap();
    assert!(blocks(&html).values().any(|block| block["texts"][0]["name"] == "kernel.py"));
    assert!(html.contains("Over the nights") && html.contains("kernels judged per minute"));
    assert_eq!(fs::read_dir(home.path().join("pages")).unwrap().count(), 1, "nothing beside it");
}
