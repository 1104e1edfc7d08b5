//! Parts of Triton's lit suite: texts before a pass that the suite's own command line names, and a way
//! to execute their functions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::super::Label;
use super::kernel::{Data, Kernel};
use crate::compile::{Job, PassJob, Target};
use crate::mlir::{self, Executable, ExecutionError, Module, Options, Type, element_kind};
use crate::tensor::{Buffer, Data as Elements, Exact, Kind, Memory, Tile};
use crate::validate::lit::{self, Run};

const FOLDERS: [&str; 3] = ["Triton", "TritonGPU", "TritonNvidiaGPU"];
/// Passes of the suite's command lines that the compiler runs on kernels too.
const PREFIXES: [&str; 3] = ["tritongpu-", "triton-nvidia-", "triton-"];
const OTHERS: [&str; 3] = ["canonicalize", "cse", "loop-invariant-code-motion"];
/// Parts that one pass runs on, at most: hundreds are there for some.
const PARTS_OF_PASS: usize = 40;

/// What is known of the suite: passes that are wrong there, of which no plant can be judged.
const KNOWN: &str = include_str!("../../../../../corpora/lit/known.json");

/// A pass that is wrong on a function of a file.
#[derive(Deserialize)]
struct Wrong {
    file: String,
    function: String,
    pass: String,
}

#[derive(Deserialize)]
struct Known {
    findings: Vec<Wrong>,
}

impl Known {
    fn has(&self, file: &str, part: &str, pass: &str) -> bool {
        self.findings.iter().any(|wrong| {
            file == format!("test/{}", wrong.file)
                && lit::bare(pass) == wrong.pass
                && part.contains(&format!("@{}(", wrong.function))
        })
    }
}

/// The parts of the suite, each with the passes of its file, one at a time.
///
/// # Errors
/// If the folder is no checkout, or a file cannot be read.
pub(super) fn kernels(checkout: &Path) -> Result<Vec<Kernel>> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        let folder = checkout.join("test").join(folder);
        files.extend(lit::files(&folder).with_context(|| folder.display().to_string())?);
    }
    ensure!(!files.is_empty(), "{} has no lit tests", checkout.display());
    files.sort();
    let known: Known = serde_json::from_str(KNOWN).context("corpora/lit/known.json")?;
    let mut of_pass: BTreeMap<String, Vec<Kernel>> = BTreeMap::new();
    for path in files {
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let runs = lit::runs(&text);
        let (passes, split) = (passes(&runs), runs.iter().any(|run| run.split));
        let name = path.strip_prefix(checkout).unwrap_or(&path).display().to_string();
        for part in lit::parts(&text, split) {
            let target = Target::of_module(&part.text).unwrap_or_else(|| Target::cuda(90));
            for pass in passes.iter().filter(|pass| !known.has(&name, &part.text, pass)) {
                let (text, passes) = (part.text.clone(), vec![pass.clone()]);
                let job = Job::RunPasses(PassJob { text, passes, target: target.clone() });
                let name = format!("{name}#{}", part.number);
                of_pass.entry(pass.clone()).or_default().push(Kernel {
                    name,
                    job,
                    data: Data::Lit,
                });
            }
        }
    }
    Ok(of_pass.into_values().flat_map(spread).collect())
}

/// Some of all, from everywhere in the suite.
fn spread(all: Vec<Kernel>) -> Vec<Kernel> {
    let step = all.len().div_ceil(PARTS_OF_PASS).max(1);
    all.into_iter().step_by(step).collect()
}

/// The passes of the `RUN:` lines, as a worker takes them; those for other vendors are left out.
fn passes(runs: &[Run]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for pass in runs.iter().flat_map(|run| run.passes.iter().flatten()) {
        let ours = PREFIXES.iter().any(|prefix| pass.starts_with(prefix))
            || OTHERS.contains(&lit::bare(pass));
        if ours && !found.contains(pass) {
            found.push(pass.clone());
        }
    }
    found
}

/// Functions of a text that can be executed, each with its input and what it leaves.
pub(super) struct Functions {
    functions: Vec<Function>,
}

struct Function {
    name: String,
    memory: Memory<Exact>,
    arguments: Vec<Tile<Exact>>,
    clean: Left,
}

/// What a function leaves.
#[derive(PartialEq)]
struct Left {
    /// Each buffer and each result: bits, `None` where undefined.
    values: Vec<Vec<Option<i128>>>,
    written: Vec<Vec<bool>>,
}

const LENGTH: usize = 1 << 16;

impl Functions {
    /// `None` if no function can be executed.
    pub(super) fn new(text: &str) -> Option<Self> {
        let module = mlir::parse(text).ok()?;
        let names = module.functions().into_iter().filter_map(|op| op.symbol());
        let functions: Vec<Function> =
            names.filter_map(|name| Function::new(&module, name)).collect();
        (!functions.is_empty()).then_some(Functions { functions })
    }

    /// The label of a planted text.
    pub(super) fn label(&self, text: &str) -> Option<Label> {
        let module = mlir::parse(text).ok()?;
        let mut label = Label::Same;
        for function in &self.functions {
            match run(&module, &function.name, &function.memory, &function.arguments) {
                Ok(left) if function.clean.admits(&left) => {}
                Ok(_) => label = Label::Changed,
                Err(ExecutionError::Unsupported(_) | ExecutionError::Malformed(_)) => return None,
                Err(_) => label = Label::Fault,
            }
        }
        Some(label)
    }
}

impl Function {
    fn new(module: &Module, name: &str) -> Option<Self> {
        let executable = Executable::<Exact>::new(module, Some(name)).ok()?;
        let mut memory = Memory::default();
        let mut arguments = Vec::new();
        for (at, ty) in executable.inputs().iter().enumerate() {
            arguments.push(argument(at, ty, &mut memory)?);
        }
        let clean = run(module, name, &memory, &arguments).ok()?;
        Some(Function { name: name.to_owned(), memory, arguments, clean })
    }
}

/// An argument, and the buffer that it points into.
fn argument(at: usize, ty: &Type, memory: &mut Memory<Exact>) -> Option<Tile<Exact>> {
    let shape: Option<Vec<usize>> = ty.shape().iter().map(|s| usize::try_from(*s).ok()).collect();
    let shape = shape?;
    let count: usize = shape.iter().product();
    let base = (at as u64 + 1) << 32;
    if !matches!(ty, Type::Integer(..) | Type::Float(_) | Type::Pointer(..) | Type::Tensor(_)) {
        return None;
    }
    if let Type::Pointer(pointee, _) = ty.element() {
        let kind = element_kind(pointee)?;
        memory.add(Buffer::new(&format!("arg{at}"), base, kind, &content(kind, &[LENGTH], at)));
        let step = kind.bytes() as i64;
        let address = |lane: usize| base as i64 + step * (lane % LENGTH) as i64;
        return Some(Tile::from_ints(&shape, (0..count).map(address).collect()));
    }
    let kind = element_kind(ty.element())?;
    if shape.is_empty() {
        return Some(match kind {
            Kind::Int(1) => Tile::int(-1),
            Kind::Int(_) => Tile::int(64),
            Kind::Float(_) => Tile::float(1.0),
        });
    }
    Some(content(kind, &shape, at))
}

/// Small numbers without a short period.
fn content(kind: Kind, shape: &[usize], at: usize) -> Tile<Exact> {
    let value = |i: usize| ((i * 7 + i / 31 * 5 + at) % 4) as i64;
    let values = (0..shape.iter().product()).map(value);
    match kind {
        Kind::Int(1) => Tile::from_ints(shape, values.map(|v| -(v & 1)).collect()),
        Kind::Int(_) => Tile::from_ints(shape, values.collect()),
        Kind::Float(_) => Tile::from_floats(shape, values.map(|v| v as f64).collect()),
    }
}

fn run(
    module: &Module,
    name: &str,
    memory: &Memory<Exact>,
    arguments: &[Tile<Exact>],
) -> Result<Left, ExecutionError> {
    let executable = Executable::<Exact>::new(module, Some(name))?;
    let options = Options { grid: [2, 2, 1], step_limit: 200_000, ..Options::default() };
    let finished = executable.run(memory.clone(), arguments, &options)?;
    let buffers = finished.memory.buffers();
    let tiles = buffers.iter().map(Buffer::tile).chain(finished.results.iter().cloned());
    let written = buffers.iter().map(|buffer| buffer.written().to_vec()).collect();
    Ok(Left { values: tiles.map(|tile| values(&tile)).collect(), written })
}

fn values(tile: &Tile<Exact>) -> Vec<Option<i128>> {
    let undef = tile.undef();
    let value = |lane: usize| match (undef.is_some_and(|flags| flags[lane]), tile.data()) {
        (true, _) => None,
        (false, Elements::Int(_)) => Some(i128::from(tile.ints()[lane])),
        (false, Elements::Float(_)) => Some(i128::from(tile.floats()[lane].to_bits())),
    };
    (0..tile.len()).map(value).collect()
}

impl Left {
    /// Whether another text may leave this: what is undefined may become anything.
    fn admits(&self, other: &Left) -> bool {
        let pairs = |a: &[Option<i128>], b: &[Option<i128>]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_none() || a == b)
        };
        self.values.len() == other.values.len()
            && self.values.iter().zip(&other.values).all(|(a, b)| pairs(a, b))
            && self.written == other.written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_read_off_run_lines() {
        let text = "// RUN: triton-opt %s -split-input-file -tritongpu-pipeline=num-stages=3 \
                    -canonicalize | FileCheck %s\n// RUN: triton-opt %s --tritongpu-coalesce\n-cse";
        let expected = ["tritongpu-pipeline{num-stages=3}", "canonicalize", "tritongpu-coalesce"];
        assert_eq!(passes(&lit::runs(text)), expected);
    }
}
