//! Every form, with the interpreter in the place of the device.

use std::collections::BTreeSet;

use super::*;
use crate::ptx::conformance::FAMILIES;
use crate::ptx::conformance::golden::pack;

fn own(form: &Form) -> Vec<u64> {
    let interpreter = Interpreter::new(form).unwrap_or_else(|why| panic!("{}: {why}", form.text));
    let executed = interpreter.run(&operands(form), THREADS, form.threads as usize);
    executed.unwrap_or_else(|why| panic!("{}: {why}", form.text)).results
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<_> = FAMILIES.iter().map(|family| family.name).collect();
    assert_eq!(names.len(), FAMILIES.len());
    let mut texts = BTreeSet::new();
    for form in FAMILIES.iter().flat_map(|family| (family.forms)()) {
        assert!(!form.results.is_empty() && form.target >= 80, "{}", form.text);
        assert!(texts.insert(form.text.clone()), "twice: {}", form.text);
    }
    assert!(texts.len() > 1000);
}

#[test]
fn the_interpreter_executes_every_form_and_agrees_with_itself() {
    for form in FAMILIES.iter().flat_map(|family| (family.forms)()) {
        let words = own(&form);
        let report = compare(&form, &operands(&form), &words).unwrap();
        assert_eq!(report.differing, 0, "{}: {:?}", form.text, report.shown);
        let all = THREADS * form.results.len();
        assert_eq!(report.agreeing + report.open, all, "{}", form.text);
        // What is compared is at least half.
        assert!(2 * report.agreeing >= all, "{}: {} of {all}", form.text, report.agreeing);
        let unpacked = unpack(&form, &pack(&form, &words));
        assert_eq!(unpacked.as_ref(), Some(&words), "{}", form.text);
    }
}

/// One wrong bit of the first result that does not stay a NaN with it.
#[test]
fn a_wrong_bit_is_seen() {
    for form in FAMILIES.iter().flat_map(|family| (family.forms)()) {
        let mut words = own(&form);
        let (ty, results) = (form.results[0], form.results.len());
        let bit = 1u64 << (ty.bits() - 1).min(30);
        let counts =
            |at: &usize| same(ty, words[*at], words[*at] ^ bit, true) == Judgement::Differs;
        let at = (0..words.len()).step_by(results).find(counts).unwrap();
        words[at] ^= bit;
        let report = compare(&form, &operands(&form), &words).unwrap();
        let is_open = matches!(form.claim, Claim::Product(_) | Claim::Function { .. });
        assert!(report.differing > 0 || is_open && report.open > 0, "{}", form.text);
        assert_eq!(report.shown.len(), report.differing, "{}", form.text);
    }
}

/// Just so many wrong results as are known are excused.
#[test]
fn what_the_assembler_gets_wrong_is_told_apart() {
    let family = FAMILIES.iter().find(|family| family.name == "atomic").unwrap();
    let form = (family.forms)().into_iter().find(|form| form.misassembled.is_some()).unwrap();
    let known = form.misassembled.unwrap();
    let found = |wrong: usize| {
        let mut words = own(&form);
        // A NaN is as good as another one.
        let counts = |at: &usize| {
            same(form.results[0], words[*at], words[*at] ^ 1, true) == Judgement::Differs
        };
        let places: Vec<usize> = (0..words.len()).filter(counts).take(wrong).collect();
        places.into_iter().for_each(|at| words[at] ^= 1);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let forms = vec![crate::ptx::conformance::record(&form, Ok(&bytes))];
        let (name, device) = (family.name.to_owned(), String::new());
        let recording = Recording { family: name, device, capability: (9, 0), forms };
        judge_form(&form, &recording)
    };
    assert_eq!(found(known.results), Finding::Misassembled(known));
    for wrong in [0, known.results - 1, known.results + 1] {
        let Finding::Judged(report) = found(wrong) else { panic!("{wrong}") };
        assert_eq!(report.differing, wrong);
    }
}

#[test]
fn what_was_not_recorded_is_no_pass() {
    let family = FAMILIES.iter().find(|family| family.name == "convert-float").unwrap();
    let forms = (family.forms)();
    let empty = Recording {
        family: family.name.to_owned(),
        device: String::new(),
        capability: (9, 0),
        forms: Vec::new(),
    };
    let rows = judge(family, &empty);
    let is_lacking = |row: &&Row| matches!(row.finding, Finding::Lacking(_));
    let lacking = rows.iter().filter(is_lacking).count();
    let needing = forms.iter().filter(|form| form.target == 100).count();
    assert!(lacking == needing && needing > 0);
    let unrecorded = rows.iter().filter(|row| row.finding == Finding::NotRecorded).count();
    assert_eq!(lacking + unrecorded, forms.len());
    let bytes: Vec<u8> = own(&forms[0]).iter().flat_map(|word| word.to_le_bytes()).collect();
    let recorded = crate::ptx::conformance::record(&forms[0], Ok(&bytes));
    let stale = crate::ptx::conformance::Recorded { operands: 0, ..recorded.clone() };
    let refused = crate::ptx::conformance::record(&forms[1], Err("refused".to_owned()));
    let recording = |forms| Recording { forms, ..empty.clone() };
    let rows = judge(family, &recording(vec![recorded, refused]));
    assert!(matches!(rows[0].finding, Finding::Judged(_)), "{rows:?}");
    assert_eq!(rows[1].finding, Finding::NotExecuted("refused".to_owned()));
    assert_eq!(judge(family, &recording(vec![stale]))[0].finding, Finding::NotRecorded);
}
