//! The frozen kernels that faults are planted into, and what an executor of its own said of each
//! plant.
//!
//! `corpora/selftest` is part of the program: one folder a kernel (`case.json`, `launch.json`,
//! `kernel.mlir`) and `labels.json`. Kernels are frozen as IR text so that a label stays true whatever
//! a toolchain makes of the kernel.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, ensure};
use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::compile::{BoundArgument, Stage};
use crate::mlir::Module;
use crate::plant::{Edit, OPERATORS};
use crate::testcase::TestCase;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../corpora/selftest");

/// How the kernel was launched, and what its text is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrozenLaunch {
    /// Toolchain that made the text.
    pub toolchain: String,
    /// The GPU that it was made for.
    pub target: String,
    /// What the text is: TTIR or TTGIR.
    pub stage: Stage,
    /// Parameters that are left after specialization.
    pub arguments: Vec<BoundArgument>,
}

/// One kernel.
#[derive(Clone, Debug)]
pub struct Frozen {
    /// Its folder's name.
    pub name: String,
    /// The test case.
    pub case: TestCase,
    /// How it was launched.
    pub launch: FrozenLaunch,
    /// The IR text.
    pub text: String,
}

/// What the labelling executor saw of a plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The output changes: the plant counts.
    Changed,
    /// The device trapped or hung: the plant counts.
    Fault,
    /// The output is the same: the plant does not count.
    Same,
    /// The text does not compile: the plant does not count.
    Rejected,
}

impl Label {
    /// Whether the plant counts in the recall.
    pub fn counts(self) -> bool {
        matches!(self, Label::Changed | Label::Fault)
    }
}

/// A labelled plant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LabelledPlant {
    /// What was seen.
    pub label: Label,
    /// Fingerprint of the planted text that was labelled.
    pub text: String,
}

/// Labels by plant id.
pub type Labels = BTreeMap<String, LabelledPlant>;

/// The kernels, by name.
///
/// # Errors
/// If the corpus is damaged.
pub fn kernels() -> Result<Vec<Frozen>> {
    let mut kernels: Vec<Frozen> = FILES.dirs().map(read).collect::<Result<_>>()?;
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(kernels)
}

/// The labels.
///
/// # Errors
/// If the corpus is damaged.
pub fn labels() -> Result<Labels> {
    let file = FILES.get_file("labels.json").and_then(|file| file.contents_utf8());
    let file = file.context("corpora/selftest has no labels.json")?;
    serde_json::from_str(file).context("corpora/selftest/labels.json")
}

/// The file of the corpus that has what a GPU saw of plants in PTX.
pub(super) const PTX_LABELS: &str = "ptx.json";

/// What a GPU saw of plants in PTX, by fingerprint of the planted text; nothing where none has looked.
///
/// # Errors
/// If the corpus is damaged.
pub(super) fn ptx_labels() -> Result<BTreeMap<String, Label>> {
    let Some(file) = FILES.get_file(PTX_LABELS) else { return Ok(BTreeMap::new()) };
    let text = file.contents_utf8().with_context(|| format!("{PTX_LABELS} is no text"))?;
    serde_json::from_str(text).with_context(|| format!("corpora/selftest/{PTX_LABELS}"))
}

fn read(folder: &Dir<'_>) -> Result<Frozen> {
    let name = folder.path().to_string_lossy().into_owned();
    let text = |file: &str| {
        let found = folder.get_file(folder.path().join(file)).and_then(|file| file.contents_utf8());
        found.ok_or_else(|| anyhow!("corpora/selftest/{name} has no {file}"))
    };
    Ok(Frozen {
        case: TestCase::parse(text("case.json")?, &name)?,
        launch: serde_json::from_str(text("launch.json")?).with_context(|| name.clone())?,
        text: text("kernel.mlir")?.to_owned(),
        name,
    })
}

/// A fingerprint of a text.
pub fn fingerprint(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// The edit that a plant's id (`kernel/operator/number`) names in the kernel's module.
///
/// # Errors
/// If there is no such edit.
pub(super) fn edit(module: &Module, id: &str) -> Result<Edit> {
    let mut parts = id.rsplit('/');
    let number: usize = parts.next().and_then(|n| n.parse().ok()).context("a plant's number")?;
    let name = parts.next().context("a plant's operator")?;
    let operator = OPERATORS.iter().find(|operator| operator.name == name);
    let mut edits = (operator.ok_or_else(|| anyhow!("no operator `{name}`"))?.edits)(module);
    ensure!(number < edits.len(), "{id}: {name} has {} edits here", edits.len());
    Ok(edits.swap_remove(number))
}

/// Ids of up to `count` plants of a kernel: one of each operator that finds something, the operators
/// in another order for each kernel, then a second one of each, and so on.
pub(super) fn choose(kernel: &str, position: usize, module: &Module, count: usize) -> Vec<String> {
    let mut left: Vec<(&str, Vec<usize>)> = OPERATORS
        .iter()
        .map(|operator| (operator.name, (0..(operator.edits)(module).len()).collect()))
        .collect();
    left.rotate_left(position * 5 % OPERATORS.len());
    let mut chosen = Vec::new();
    while chosen.len() < count && left.iter().any(|(_, edits)| !edits.is_empty()) {
        for (name, edits) in left.iter_mut().filter(|(_, edits)| !edits.is_empty()) {
            if chosen.len() == count {
                break;
            }
            // A stride that walks through the whole list before it repeats.
            let at = (position * 7 + chosen.len() * 3) % edits.len();
            chosen.push(format!("{kernel}/{name}/{}", edits.remove(at)));
        }
    }
    chosen
}
