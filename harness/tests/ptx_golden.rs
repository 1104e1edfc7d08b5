//! The PTX interpreter against what an H200 made of each form of an instruction, and what is recorded
//! against what the decoders know.
//!
//! The files are written by `tritonsmith ptx-golden record --device cuda --out
//! harness/tests/filetests/ptx/golden` on a machine with a GPU of compute capability 9.0.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tritonsmith::ptx::Type;
use tritonsmith::ptx::conformance::{FAMILIES, Finding, Form, Recording, judge};

/// What the files were recorded on.
const CAPABILITY: (u32, u32) = (9, 0);

/// All files together: they are in the repository.
const MOST_BYTES: u64 = 2 << 20;

/// Words of the decoders that no form has, each with the reason.
const NO_FORM: &[(&str, &str)] = &[
    ("oob", "not executed: NaNs with a meaning of their own"),
    ("kind::f8f6f4", "products of sm_120"),
    ("b6x16_p32", "loads of packed elements (sm_100) are not modelled"),
    ("b4x16_p64", "loads of packed elements (sm_100) are not modelled"),
    ("b8x16", "loads of packed elements (sm_100) are not modelled"),
];

/// Types that no form has, each with the reason.
const NO_FORM_OF_TYPE: &[(&str, &str)] = &[
    ("b1", "products of bits are not modelled"),
    ("b8", "there are no registers of it"),
    ("b128", "moves only"),
    ("e3m2", "products of sm_120"),
    ("e2m3", "products of sm_120"),
    ("e2m1", "products of sm_120"),
    ("e2m1x2", "registers of 8 bits (sm_100)"),
    ("ue8m0", "scales of products (sm_100)"),
    ("ue4m3", "scales of products (sm_100)"),
];

/// Forms that Triton emits and that are not recorded, each with the reason.
const NOT_RECORDED: &[(&str, &str)] = &[
    ("cvt.rn.bf16x2.e2m1x2", "sm_100 alone, and registers of 8 bits"),
    ("cvt.rn.bf16x2.e4m3x2", "sm_100 alone, in a PTX version that older drivers do not know"),
];

/// Forms that the golden files lack though the device has them, each with the reason: record anew.
const TO_RECORD: &[(&str, &str)] = &[];

/// What `Form::shape` of the decoders calls operands.
const SHAPES: &[&str] = &[
    "d", "ds", "dss", "dsss", "dssss", "ps", "pss", "psss", "pssss", "wa", "av", "avs", "wav",
    "wavs", "dass", "dasss", "wvvv", "wvss", "wvssss", "wvsssss", "wvssssss",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/ptx/golden")
}

fn forms() -> Vec<Form> {
    FAMILIES.iter().flat_map(|family| (family.forms)()).collect()
}

/// Bits, where the instruction set specifies them; of approximate functions and of sums of products
/// that are not exact, that the device's result lies in the interval that oracles grant it.
#[test]
fn the_interpreter_agrees_with_the_gpu() {
    let (mut complaints, mut bytes_of_all, mut compared) = (Vec::new(), 0, 0);
    for family in FAMILIES {
        let path = folder().join(format!("{}.golden", family.name));
        let bytes = fs::read(&path).unwrap_or_else(|error| {
            panic!("{}: {error}: record it with `tritonsmith ptx-golden record`", path.display())
        });
        bytes_of_all += bytes.len() as u64;
        let recording = Recording::decode(&bytes).unwrap();
        assert_eq!((recording.family.as_str(), recording.capability), (family.name, CAPABILITY));
        let (mut agreeing, mut open) = (0, 0);
        let misassembled = (family.forms)().into_iter().filter(|form| form.misassembled.is_some());
        let misassembled: BTreeSet<String> = misassembled.map(|form| form.text).collect();
        for row in judge(family, &recording) {
            let is_missing = TO_RECORD.iter().any(|(text, _)| *text == row.text);
            let complaint = match row.finding {
                Finding::NotRecorded if is_missing => None,
                other if is_missing => Some(format!("is in TO_RECORD: {other:?}")),
                Finding::Judged(report) if misassembled.contains(&row.text) => {
                    Some(format!("is misassembled, and {} differ", report.differing))
                }
                Finding::Judged(report) => {
                    agreeing += report.agreeing;
                    open += report.open;
                    let shown = format!("{} differ: {:#?}", report.differing, report.shown);
                    (report.differing > 0 || report.agreeing == 0).then_some(shown)
                }
                Finding::Misassembled(_) => None,
                // Told below, and counted there.
                Finding::Lacking(_) => None,
                other => Some(format!("{other:?}")),
            };
            complaints.extend(complaint.map(|what| format!("{}: {what}", row.text)));
        }
        println!("{}: {agreeing} results agree, of {open} nothing is claimed", family.name);
        compared += agreeing;
    }
    assert!(complaints.is_empty(), "{} forms:\n{}", complaints.len(), complaints.join("\n"));
    assert!(compared > 100_000 && bytes_of_all < MOST_BYTES, "{compared} {bytes_of_all}");
}

/// What is excused is there, and has a reason.
#[test]
fn excused_forms_exist() {
    let forms = forms();
    for (text, reason) in TO_RECORD {
        let found = forms.iter().find(|form| form.text == *text);
        assert!(found.is_some_and(|form| form.runs_on(CAPABILITY)), "{text} ({reason})");
    }
    let known: Vec<_> = forms.iter().filter(|form| form.misassembled.is_some()).collect();
    assert_eq!(known.len(), 2, "{known:?}");
    assert!(known.iter().all(|form| form.text.contains(" atom.shared.add.noftz.")), "{known:?}");
}

/// Forms that compute capability 9.0 does not have are those of later targets, and few.
#[test]
fn what_cannot_be_recorded_is_known() {
    let forms = forms();
    let lacking: Vec<_> = forms.iter().filter(|form| !form.runs_on(CAPABILITY)).collect();
    assert!(lacking.iter().all(|form| form.target == 100), "{lacking:?}");
    assert!(10 * lacking.len() < forms.len(), "{} of {}", lacking.len(), forms.len());
}

/// The words of a form: its modifiers.
fn words(forms: &[Form]) -> BTreeSet<String> {
    let is_end = |letter: char| !(letter.is_ascii_alphanumeric() || "_:%".contains(letter));
    forms.iter().flat_map(|form| form.text.split(is_end)).map(str::to_owned).collect()
}

/// The string literals of a source, up to its tests.
fn literals(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
}

#[test]
fn every_word_of_the_decoders_is_in_a_form() {
    let words = words(&forms());
    let decoders = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ptx/decode");
    let mut seen = BTreeSet::new();
    for name in ["integer", "float", "convert", "select", "warp", "matrix", "atomic"] {
        let source = fs::read_to_string(decoders.join(format!("{name}.rs"))).unwrap();
        seen.extend(literals(&source).into_iter().map(str::to_owned));
    }
    assert!(seen.len() > 100, "{seen:?}");
    let is_excused = |word: &str| NO_FORM.iter().any(|(name, _)| *name == word);
    let missing: Vec<_> = seen
        .iter()
        .filter(|word| !words.contains(*word) && !SHAPES.contains(&word.as_str()))
        .filter(|word| !is_excused(word))
        .collect();
    assert!(missing.is_empty(), "no form has {missing:?}");
    for (word, reason) in NO_FORM {
        assert!(seen.contains(*word) && !words.contains(*word), "{word} is there ({reason})");
    }
}

#[test]
fn every_type_is_in_a_form() {
    let words = words(&forms());
    for ty in Type::ALL {
        let excused = NO_FORM_OF_TYPE.iter().any(|(name, _)| *name == ty.name());
        assert_ne!(words.contains(ty.name()), excused, "{}", ty.name());
    }
}

/// The file has what Triton 3.3 to 3.9 emits of these families in 1,269 kernels.
#[test]
fn every_form_that_triton_emits_is_recorded() {
    let forms = forms();
    let instructions = forms.iter().flat_map(|form| form.text.split(';'));
    let names: BTreeSet<_> =
        instructions.filter_map(|text| text.split_whitespace().next()).collect();
    for name in include_str!("../src/ptx/alu/tests/forms.txt").lines() {
        let excused = NOT_RECORDED.iter().any(|(form, _)| *form == name);
        assert_ne!(names.contains(name), excused, "{name}");
    }
}
