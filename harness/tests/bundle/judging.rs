//! What becomes of results when they are judged.

use tritonsmith::testcase::TestCase;

use crate::scripted::{KNOWN, WRONG, case, copy, judged, launched, packed, settings};

#[test]
fn everything_that_is_compiled_is_launched_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    let bundled = packed(folder.path(), &settings(folder.path(), 8, &[90]), &[]);
    assert_eq!(bundled.entries, 6, "{:?}", bundled.left_out);
    assert_eq!(bundled.left_out.values().sum::<u64>(), 2);
    let found: Vec<_> = bundled.campaign.findings.iter().map(|found| found.kind.name()).collect();
    assert_eq!(found, ["assertion"]);

    let launched = launched(folder.path(), "results", None);
    let counts = &launched.counts;
    assert_eq!((counts.entries, counts.same, counts.different), (6, 2, 1), "{counts:?}");
    assert_eq!((counts.traps, counts.unsupported, counts.carried), (2, 1, 0));
    assert_eq!(counts.launches, 3 * (2 + 2 + 2 * 2 + 1), "what looks wrong is launched again");
    assert!(launched.complete && launched.is_suspicious());

    let summary = judged(folder.path(), "results", None).unwrap();
    assert_eq!((summary.kernels, summary.agree, summary.invalid), (8, 2, 1));
    assert_eq!(summary.devices, ["cuda"]);
    assert_eq!(summary.executed, ["cubin"]);
    let reasons: Vec<_> = summary.inconclusive.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["did not happen again: out-of-bounds", "unsupported: clusters"]);
    let mut kinds: Vec<_> = summary.findings.iter().map(|found| found.kind.name()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["assertion", "mismatch", "out-of-bounds"]);
    let wrong = summary.findings.iter().find(|found| found.kind.name() == "mismatch").unwrap();
    assert!(wrong.detail.starts_with("out[0] holds a[1], expected a[0]"), "{}", wrong.detail);
    let place = folder.path().join("campaign/findings").join(&wrong.id);
    assert_eq!(TestCase::read(&place.join("case.json")).unwrap(), case(WRONG));
    for evidence in ["launch.json", "observed.json", "kernel.py", "verdict.md"] {
        assert!(place.join(evidence).exists(), "{evidence}");
    }
    let again = judged(folder.path(), "results", None).unwrap();
    assert_eq!((again.findings, again.kernels), (summary.findings, 8), "judging again is the same");
}

#[test]
fn a_finding_is_known_by_its_ttir() {
    for (log, known) in [(KNOWN, Some("ptxas-half-to-bf16")), (4, None)] {
        let folder = tempfile::tempdir().unwrap();
        packed(folder.path(), &settings(folder.path(), 0, &[90]), &[copy(WRONG, log)]);
        launched(folder.path(), "results", None);
        let summary = judged(folder.path(), "results", None).unwrap();
        let [found] = &summary.findings[..] else { panic!("{:?}", summary.findings) };
        assert!(found.signature.starts_with("mismatch | cubin | "), "{}", found.signature);
        assert_eq!(found.known.as_deref(), known);
    }
}

#[test]
fn results_of_another_bundle_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 1, &[90]), &[]);
    launched(folder.path(), "results", None);
    packed(folder.path(), &settings(folder.path(), 2, &[90]), &[]);
    let error = judged(folder.path(), "results", None).unwrap_err().to_string();
    assert!(error.contains("results of another bundle"), "{error}");
}
