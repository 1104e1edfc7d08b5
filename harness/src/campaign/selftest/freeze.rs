//! Makes the corpus: kernels as IR text, and what a labelling executor needs of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::super::subject::Subject;
use super::super::{Compiler, Plan, Source};
use super::Ready;
use super::corpus::{
    Frozen, FrozenLaunch, Label, LabelledPlant, Labels, choose, edit, fingerprint,
};
use crate::compile::{BoundArgument, BoundValue, Stage};
use crate::mlir;
use crate::oracle::Verdict;
use crate::plant;
use crate::tensor::{Exact, Kind, zero_extend};
use crate::testcase::TestCase;

/// Plants that are labelled for each kernel.
const PLANTS: usize = 12;

/// Compiles the first `count` kernels of `source` that are judged to be right, and writes their
/// folders into `folder`. Every third one is frozen as TTIR, the others as TTGIR; without locations.
///
/// # Errors
/// If the compiler cannot be asked or a file cannot be written.
pub fn freeze(
    source: &dyn Source,
    compiler: &mut dyn Compiler,
    plan: &Plan,
    count: usize,
    folder: &Path,
) -> Result<()> {
    let mut made = 0;
    for index in 0.. {
        if made == count {
            break;
        }
        let subject = Subject::new(source.case(index));
        let result = compiler.run(&subject.job(&plan.target, Stage::Ttgir))?;
        let [launch] = &result.launches[..] else { continue };
        if !launch.arguments.iter().all(is_passable) {
            continue;
        }
        let stage = if made % 3 == 0 { Stage::Ttir } else { Stage::Ttgir };
        let Some(text) = launch.kernel.text(stage) else { continue };
        let frozen = Frozen {
            name: format!("k{made:02}"),
            case: subject.case.clone(),
            launch: FrozenLaunch {
                toolchain: plan.toolchain.to_string(),
                target: plan.target.to_string(),
                stage,
                arguments: launch.arguments.clone(),
            },
            text: mlir::print(&mlir::parse(text)?)?,
        };
        let Ok(ready) = Ready::new(frozen) else { continue };
        if ready.judge(&ready.frozen.text) == Verdict::Agree {
            write(&ready.frozen, folder)?;
            made += 1;
        }
    }
    Ok(())
}

fn write(frozen: &Frozen, folder: &Path) -> Result<()> {
    let into = folder.join(&frozen.name);
    fs::create_dir_all(&into).with_context(|| into.display().to_string())?;
    frozen.case.write(&into.join("case.json"))?;
    fs::write(into.join("launch.json"), serde_json::to_string_pretty(&frozen.launch)? + "\n")?;
    fs::write(into.join("kernel.mlir"), &frozen.text)?;
    Ok(())
}

/// Writes every kernel and plant, with inputs and arguments, for `scripts/label-plants`.
///
/// # Errors
/// If a kernel cannot be planted into or a file cannot be written.
pub fn export(kernels: &[Frozen], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let (mut entries, mut plants) = (Vec::new(), Vec::new());
    for (position, kernel) in kernels.iter().enumerate() {
        let module = mlir::parse(&kernel.text).with_context(|| kernel.name.clone())?;
        let extension = kernel.launch.stage.name();
        let file = format!("{}.{extension}", kernel.name);
        fs::write(folder.join(&file), &kernel.text)?;
        entries.push(entry(kernel, &file)?);
        for id in choose(&kernel.name, position, &module, PLANTS) {
            let text = plant::apply(&module, &edit(&module, &id)?)?;
            let file = format!("{}.{extension}", id.replace('/', "."));
            fs::write(folder.join(&file), &text)?;
            let text = fingerprint(&text);
            plants.push(json!({"id": id, "kernel": kernel.name, "file": file, "text": text}));
        }
    }
    let target = kernels.first().map_or("cuda:90", |kernel| &kernel.launch.target);
    let manifest = json!({"target": target, "kernels": entries, "plants": plants});
    fs::write(folder.join("manifest.json"), serde_json::to_string(&manifest)?)?;
    Ok(())
}

/// Whether the labelling script can pass it: it makes no descriptors.
fn is_passable(argument: &BoundArgument) -> bool {
    matches!(argument.value, BoundValue::Pointer { .. } | BoundValue::Int(_) | BoundValue::Float(_))
}

fn entry(kernel: &Frozen, file: &str) -> Result<Value> {
    let names: Vec<&str> = kernel.case.buffers().map(|(name, ..)| name).collect();
    let argument = |argument: &BoundArgument| -> Result<Value> {
        Ok(match &argument.value {
            BoundValue::Pointer { name, .. } => {
                let buffer = names.iter().position(|other| other == name);
                json!({"type": argument.ty, "buffer": buffer.context("an unknown buffer")?})
            }
            BoundValue::Int(value) => json!({"type": argument.ty, "value": value.to_string()}),
            BoundValue::Float(value) => json!({"type": argument.ty, "value": value}),
            other => bail!("{other:?} cannot be passed by the labelling script"),
        })
    };
    let arguments: Vec<Value> =
        kernel.launch.arguments.iter().map(argument).collect::<Result<_>>()?;
    Ok(json!({
        "id": kernel.name,
        "file": file,
        "grid": kernel.case.grid,
        "arguments": arguments,
        "buffers": buffers(&kernel.case),
    }))
}

/// Initial contents, as hexadecimal bytes; `misalign` in bytes. What nothing wrote is poison.
fn buffers(case: &TestCase) -> Vec<Value> {
    let hex = |bits: u64, bytes: usize| -> String {
        bits.to_le_bytes()[..bytes].iter().map(|byte| format!("{byte:02x}")).collect()
    };
    case.buffers()
        .map(|(_, _, spec)| {
            let (tile, bytes) = (spec.fill.tile::<Exact>(spec.dtype, spec.len), spec.dtype.bytes());
            let undef = tile.undef();
            let element = |lane: usize| match (undef.is_some_and(|f| f[lane]), spec.dtype.kind()) {
                (true, _) => hex(0xa5a5_a5a5_a5a5_a5a5, bytes),
                (false, Kind::Int(bits)) => hex(zero_extend(tile.ints()[lane], bits), bytes),
                (false, Kind::Float(format)) => hex(format.to_bits(tile.floats()[lane]), bytes),
            };
            let contents: String = (0..spec.len).map(element).collect();
            json!({"misalign": spec.misalign as usize * bytes, "bytes": contents})
        })
        .collect()
}

/// Joins the labels that `scripts/label-plants` wrote with the fingerprints of the exported plants,
/// as `corpora/selftest/labels.json` holds them.
///
/// # Errors
/// If a file cannot be read or written, or a plant has no label.
pub fn import(exported: &Path, labels: &Path, corpus: &Path) -> Result<()> {
    let read = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
    let given: BTreeMap<String, Label> = serde_json::from_str(&read(labels)?)?;
    let manifest: Value = serde_json::from_str(&read(&exported.join("manifest.json"))?)?;
    let mut labels = Labels::new();
    for plant in manifest["plants"].as_array().context("the manifest lists no plants")? {
        let (Some(id), Some(text)) = (plant["id"].as_str(), plant["text"].as_str()) else {
            bail!("a plant of the manifest has no id");
        };
        let label = *given.get(id).with_context(|| format!("{id} has no label"))?;
        labels.insert(id.to_owned(), LabelledPlant { label, text: text.to_owned() });
    }
    fs::write(corpus.join("labels.json"), serde_json::to_string_pretty(&labels)? + "\n")?;
    Ok(())
}
