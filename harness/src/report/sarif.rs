//! Campaigns as SARIF 2.1.0 (OASIS Standard, 27 March 2020): one run, a rule for each kind of finding.
//!
//! The document is built by hand: of the format's some hundred objects it needs a dozen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::entries_of;
use super::night::{Entry, Night, Status};
use crate::oracle::{FindingKind, Known};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The document. `known` is the list of known findings, for its links.
pub fn sarif(nights: &[Night], entries: &[Entry], known: &[Known]) -> Value {
    let mut rules: BTreeMap<FindingKind, usize> =
        entries.iter().map(|entry| (entry.record.kind, 0)).collect();
    for (index, at) in rules.values_mut().enumerate() {
        *at = index;
    }
    let rule = |kind: &FindingKind| {
        json!({
            "id": kind.name(),
            "name": kind.name(),
            "shortDescription": { "text": kind.name().replace('-', " ") },
            "defaultConfiguration": { "level": "error" },
        })
    };
    let driver = json!({
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.keys().map(rule).collect::<Vec<_>>(),
    });
    let results: Vec<Value> = entries
        .iter()
        .map(|entry| result(entry, rules[&entry.record.kind], nights, known))
        .collect();
    let mut run = json!({
        "tool": { "driver": driver },
        "invocations": [{
            "executionSuccessful": true,
            "toolExecutionNotifications": notifications(nights),
        }],
        "results": results,
    });
    if let Some(night) = nights.last() {
        run["automationDetails"] = json!({ "id": format!("{}/", night.name) });
        run["properties"] =
            json!({ "settings": night.settings, "kernels": night.counts().kernels() });
    }
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

/// What was not judged: a limit of the tool, which is neither a result nor hidden.
fn notifications(nights: &[Night]) -> Vec<Value> {
    let unjudged = nights.last().into_iter().flat_map(|night| &night.unjudged);
    let told = |(what, reason, count): &(String, String, u64)| {
        let text = format!("{count} kernels {what}: {reason}");
        json!({ "level": "note", "message": { "text": text }, "descriptor": { "id": what } })
    };
    unjudged.map(told).collect()
}

fn result(entry: &Entry, rule: usize, nights: &[Night], known: &[Known]) -> Value {
    let record = &entry.record;
    let (level, state) = standing(entry, entry.last() + 1 == nights.len());
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&record.case) },
            "region": { "startLine": 1 },
        },
    });
    if let Some(pass) = &record.pass {
        location["logicalLocations"] = json!([{ "name": pass, "kind": "module" }]);
    }
    let mut result = json!({
        "ruleId": record.kind.name(),
        "ruleIndex": rule,
        "level": level,
        "baselineState": state,
        "message": { "text": format!("{}\nTo see it again: {}", record.detail, record.replay) },
        "locations": [location],
        "partialFingerprints": { "finding/v1": record.id },
        "occurrenceCount": entry.sightings.iter().sum::<u64>().max(1),
        "properties": {
            "signature": record.signature,
            "toolchain": record.toolchain,
            "target": record.target,
            "until": record.until,
            "replay": record.replay,
            "status": entry.status.words(),
            "night": nights.get(entry.last()).map(|night| night.name.as_str()),
        },
    });
    if let Some(id) = &record.known {
        suppress(&mut result, id, known);
    }
    result
}

/// The level of a finding and its state against the nights before; `now`: whether the last night shows it.
fn standing(entry: &Entry, now: bool) -> (&'static str, &'static str) {
    let level = if entry.status.is_open() && now { "error" } else { "note" };
    let state = match entry.status {
        _ if !now => "absent",
        Status::New | Status::Regression => "new",
        Status::Known | Status::SeenBefore => "unchanged",
        Status::Fixed => "absent",
    };
    (level, state)
}

/// Says of a result that it is known, and where it was reported.
fn suppress(result: &mut Value, id: &str, known: &[Known]) {
    let told = entries_of(id, known);
    let titles: Vec<&str> = told.iter().map(|known| known.title.as_str()).collect();
    let why = format!("known as {id}: {}", titles.join("; or "));
    result["suppressions"] = json!([{ "kind": "external", "justification": why }]);
    let links: BTreeSet<&str> = told.iter().filter_map(|known| known.upstream.as_deref()).collect();
    if !links.is_empty() {
        result["workItemUris"] = json!(links);
    }
}

/// A path as a URI reference (RFC 3986): what may not stand in one is escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    if Path::new(path).is_absolute() {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'/' | b'-' | b'.' | b'_' | b'~' | b'=' | b'+' => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::night::entries;
    use super::super::night::testing::{night, record};
    use super::*;

    #[test]
    fn it_has_what_the_standard_requires() {
        let nights = [night("mon", vec![record("a", None), record("b", Some("triton-11682"))])];
        let log = sarif(&nights, &entries(&nights), &Known::list().unwrap());
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "tritonsmith");
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 2);
        for result in results {
            assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
            let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            let place = &result["locations"][0]["physicalLocation"];
            assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("case.json"));
            assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        }
        let [new, known] = [&results[0], &results[1]];
        assert_eq!((&new["level"], &new["baselineState"]), (&json!("error"), &json!("new")));
        assert_eq!(
            (&known["level"], &known["baselineState"]),
            (&json!("note"), &json!("unchanged"))
        );
        assert_eq!(known["suppressions"][0]["kind"], "external");
        assert!(known["workItemUris"][0].as_str().unwrap().starts_with("https://"));
        let note = &run["invocations"][0]["toolExecutionNotifications"][0];
        assert_eq!(note["message"]["text"], "4 kernels inconclusive: no <shared> memory");
    }

    #[test]
    fn each_finding_that_it_may_be_is_told() {
        let list = Known::list().unwrap();
        let both = Some("triton-11305 or triton-11682-result");
        let nights = [night("mon", vec![record("a", both)])];
        let log = sarif(&nights, &entries(&nights), &list);
        let result = &log["runs"][0]["results"][0];
        let why = result["suppressions"][0]["justification"].as_str().unwrap();
        let links = result["workItemUris"].as_array().unwrap();
        assert_eq!(links.len(), 2);
        for id in ["triton-11305", "triton-11682-result"] {
            let known = list.iter().find(|known| known.id == id).unwrap();
            assert!(why.contains(&known.title), "{why}");
            assert!(links.contains(&json!(known.upstream)), "{links:?}");
        }
    }

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("reports/a==1/x y:z"), "reports/a==1/x%20y%3Az");
        assert_eq!(uri("/a/b"), "file:///a/b");
    }
}
