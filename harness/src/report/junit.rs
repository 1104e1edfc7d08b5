//! Campaigns as JUnit XML: a suite for each toolchain and target. Findings that somebody has to look at are
//! failures; known ones, and what could not be judged, are skipped with their reason and never passed.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::night::{Counts, Entry, Night, Status};

/// The document.
///
/// # Errors
/// If it cannot be written as XML.
pub fn junit(title: &str, nights: &[Night], entries: &[Entry]) -> Result<String, SerializeError> {
    let mut suites: BTreeMap<String, (Counts, Vec<&Entry>)> = BTreeMap::new();
    for (plan, counts) in nights.last().into_iter().flat_map(|night| &night.plans) {
        suites.entry(plan.clone()).or_default().0 = *counts;
    }
    for entry in entries {
        let plan = format!("{} {}", entry.record.toolchain, entry.record.target);
        suites.entry(plan).or_default().1.push(entry);
    }
    let mut report = Report::new(title);
    for (plan, (counts, entries)) in suites {
        let mut suite = TestSuite::new(plan.as_str());
        suite.add_property(("kernels", counts.kernels().to_string().as_str()));
        suite.add_property(("agree", counts.agree.to_string().as_str()));
        kernels(&mut suite, &plan, &counts);
        suite.add_test_cases(entries.into_iter().map(|entry| finding(entry, &plan, nights.len())));
        report.add_test_suite(suite);
    }
    report.to_string()
}

/// What became of the kernels that show nothing.
fn kernels(suite: &mut TestSuite, plan: &str, counts: &Counts) {
    let mut add = |name: &str, count: u64, status: TestCaseStatus| {
        if count > 0 {
            let mut case = TestCase::new(format!("{count} kernels {name}"), status);
            case.set_classname(plan);
            suite.add_test_case(case);
        }
    };
    let skipped = |why: &str| {
        let mut status = TestCaseStatus::skipped();
        status.set_message(why);
        status
    };
    add("agree", counts.agree, TestCaseStatus::success());
    add("inconclusive", counts.inconclusive, skipped("they could not be judged"));
    add("invalid", counts.invalid, skipped("a fault of the generator, not of Triton"));
}

/// A finding that the last night did not see fails nothing.
fn finding(entry: &Entry, plan: &str, nights: usize) -> TestCase {
    let record = &entry.record;
    let words = match (&record.known, entry.status) {
        (Some(known), Status::Known) => format!("known as {known}: {}", record.detail),
        (_, status) => format!("{}: {}", status.words(), record.detail),
    };
    let mut status = match entry.status.is_open() && entry.last() + 1 == nights {
        true => TestCaseStatus::non_success(NonSuccessKind::Failure),
        false => TestCaseStatus::skipped(),
    };
    status.set_message(words).set_type(record.kind.name());
    let origin = record.origin.as_ref().map(|origin| origin.range.said.as_str());
    let lines = [Some(record.signature.as_str()), Some(record.detail.as_str()), origin];
    let lines: Vec<&str> = lines.into_iter().flatten().chain([record.replay.as_str()]).collect();
    status.set_description(lines.join("\n"));
    let mut case = TestCase::new(record.id.as_str(), status);
    case.set_classname(plan);
    case
}

#[cfg(test)]
mod tests {
    use super::super::night::entries;
    use super::super::night::testing::{night, record};
    use super::*;

    #[test]
    fn it_reads_back_with_what_is_wrong_as_failures() {
        let nights = [night("mon", vec![record("a", None), record("b", Some("triton-1"))])];
        let text = junit("campaign <x>", &nights, &entries(&nights)).unwrap();
        let read = Report::deserialize_from_str(&text).unwrap();
        assert_eq!((read.name.as_str(), read.failures, read.errors), ("campaign <x>", 1, 0));
        let suite = &read.test_suites[0];
        assert_eq!((suite.name.as_str(), suite.tests), ("triton==3.9.0 cuda:90", 5));
        assert_eq!(
            (suite.failures, suite.disabled),
            (1, 3),
            "two findings, two that were not judged"
        );
        let case = suite.test_cases.iter().find(|case| case.name.as_str() == "a").unwrap();
        let TestCaseStatus::NonSuccess { message, ty, .. } = &case.status else {
            panic!("{case:?}")
        };
        assert_eq!(ty.as_ref().unwrap().as_str(), "mismatch");
        assert!(message.as_ref().unwrap().as_str().contains("<b>7</b> & \"5\""), "{message:?}");
    }
}
