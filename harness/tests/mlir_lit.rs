//! The lit suite of a Triton checkout: what is read, what executes, and why the rest does not.
//! `scripts/lit-suite` runs this; `TRITONSMITH_LIT_CHECKOUT` is the checkout and
//! `TRITONSMITH_LIT_ACCEPTED` an optional list (`path#part`) of what Triton's own parser accepts.

// Helpers of tests, which clippy does not know as such.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use tritonsmith::mlir::{
    self, Executable, ExecutionError, FloatKind, Module, Operation, Options, Type,
};
use tritonsmith::tensor::{Buffer, Exact, FloatFormat, Kind, Memory, Tile};

const FOLDERS: [&str; 5] = ["Triton", "TritonGPU", "TritonNvidiaGPU", "Conversion", "Analysis"];

/// Dialects and operations of one backend: functions that hold one are counted apart.
const FOREIGN: [&str; 19] = [
    "amdg.",
    "amdgpu.",
    "gpu.",
    "llvm.",
    "nvg.",
    "nvgpu.",
    "nvvm.",
    "nvws.",
    "rocdl.",
    "triton_gen.",
    "triton_intel_gpu.",
    "ttig.",
    "ttng.async_tma_gather",
    "ttng.async_tma_scatter",
    "ttng.clc_",
    "ttng.tc_gen5",
    "ttng.tmem_",
    "ttng.tensormap",
    "ttg.local_atomic",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            found.push(path);
        }
    }
}

#[derive(Default)]
struct Counts {
    files: usize,
    parts: usize,
    unread: Vec<String>,
    functions: usize,
    foreign: usize,
    /// Outcomes of the functions of the common part.
    outcomes: BTreeMap<&'static str, usize>,
    reasons: BTreeMap<String, usize>,
}

#[test]
#[ignore = "needs a Triton checkout"]
fn the_lit_suite_is_read_and_executed() {
    let checkout = std::env::var_os("TRITONSMITH_LIT_CHECKOUT").map(PathBuf::from).unwrap();
    let accepted = std::env::var_os("TRITONSMITH_LIT_ACCEPTED")
        .map(|path| std::fs::read_to_string(path).unwrap());
    let accepted: Option<HashSet<&str>> = accepted.as_ref().map(|text| text.lines().collect());
    let mut paths = Vec::new();
    FOLDERS.iter().for_each(|folder| files(&checkout.join("test").join(folder), &mut paths));
    paths.sort();
    let mut counts = Counts { files: paths.len(), ..Counts::default() };
    for path in &paths {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        let name = path.strip_prefix(&checkout).unwrap().display().to_string();
        for (number, part) in mlir::parse_chunks(&text).into_iter().enumerate() {
            let id = format!("{name}#{number}");
            if accepted.as_ref().is_some_and(|accepted| !accepted.contains(id.as_str())) {
                continue;
            }
            counts.parts += 1;
            match part {
                Err(error) => counts.unread.push(format!("{name}:{error}")),
                Ok(module) => {
                    printed_again(&module, &id);
                    functions(&module, &mut counts, &id);
                }
            }
        }
    }
    report(&counts);
    assert!(accepted.is_none() || counts.unread.is_empty(), "some parts are not read");
}

fn printed_again(module: &Module, id: &str) {
    let text = mlir::print(module).unwrap();
    match mlir::parse(&text) {
        Ok(again) => assert_eq!(mlir::print(&again).unwrap(), text, "{id}"),
        Err(error) => println!("{id}: what was printed is not read: {error}"),
    }
}

fn is_foreign(function: &Operation) -> bool {
    let mut found = false;
    function.walk(&mut |op| {
        found |= FOREIGN.iter().any(|prefix| op.name.as_str().starts_with(prefix));
    });
    found
}

fn functions(module: &Module, counts: &mut Counts, id: &str) {
    for function in module.functions().into_iter().filter(|op| !op.regions.is_empty()) {
        counts.functions += 1;
        if is_foreign(function) {
            counts.foreign += 1;
            continue;
        }
        let outcome = match execute(module, function.symbol()) {
            Ok(()) => "executed",
            Err(ExecutionError::Unsupported(what)) => {
                *counts.reasons.entry(what).or_default() += 1;
                "unsupported"
            }
            Err(ExecutionError::Malformed(what)) => {
                println!("{id} @{}: {what}", function.symbol().unwrap_or(""));
                "malformed"
            }
            Err(ExecutionError::Undefined { .. }) => "executed to undefined behaviour",
            Err(ExecutionError::Fault { .. }) => "executed to a fault",
            Err(other) => {
                println!("{id} @{}: {other}", function.symbol().unwrap_or(""));
                "stopped"
            }
        };
        *counts.outcomes.entry(outcome).or_default() += 1;
    }
}

fn kind(ty: &Type) -> Kind {
    match ty {
        Type::Integer(width, _) => Kind::Int((*width).min(64)),
        Type::Float(FloatKind::F16) => Kind::Float(FloatFormat::F16),
        Type::Float(FloatKind::BF16) => Kind::Float(FloatFormat::BF16),
        Type::Float(FloatKind::F64) => Kind::Float(FloatFormat::F64),
        Type::Float(FloatKind::F8E5M2) => Kind::Float(FloatFormat::F8E5M2),
        Type::Float(FloatKind::F8E4M3FN) => Kind::Float(FloatFormat::F8E4M3),
        Type::Float(_) => Kind::Float(FloatFormat::F32),
        _ => Kind::Int(64),
    }
}

fn shape(ty: &Type) -> Vec<usize> {
    ty.shape().iter().map(|size| usize::try_from(*size).unwrap_or(1)).collect()
}

/// Elements of each buffer.
const LENGTH: usize = 1 << 16;

/// A buffer of small integers for argument `i`; gives its address.
fn buffer(memory: &mut Memory<Exact>, i: usize, kind: Kind) -> i64 {
    let base = (i as u64 + 1) << 32;
    let values = (0..LENGTH).map(|j| ((j * 7 + j / 64 * 5 + i) % 4) as i64);
    let tile = match kind {
        Kind::Int(_) => Tile::from_ints(&[LENGTH], values.collect()),
        Kind::Float(_) => Tile::from_floats(&[LENGTH], values.map(|value| value as f64).collect()),
    };
    memory.add(Buffer::new(&format!("arg{i}"), base, kind, &tile));
    base as i64
}

/// Small integers; addresses into a buffer where pointers are wanted.
fn argument(memory: &mut Memory<Exact>, i: usize, ty: &Type) -> Tile<Exact> {
    let sizes = shape(ty);
    let lanes = 0..sizes.iter().product::<usize>();
    match (ty, ty.element()) {
        (Type::TensorDesc(_), element) => {
            let mut numbers = vec![buffer(memory, i, kind(element))];
            let whole: Vec<i64> = sizes.iter().map(|size| *size as i64 * 2).collect();
            let stride = |dim: usize| whole[dim + 1..].iter().product::<i64>();
            let strides: Vec<i64> = (0..whole.len()).map(stride).collect();
            numbers.extend(whole.iter().chain(&strides));
            Tile::from_ints(&[numbers.len()], numbers)
        }
        (_, Type::Pointer(pointee, _)) => {
            let kind = kind(pointee);
            let base = buffer(memory, i, kind);
            let address = |lane: usize| base + (lane * kind.bytes()) as i64;
            Tile::from_ints(&sizes, lanes.map(address).collect())
        }
        (_, Type::Float(_)) => {
            Tile::from_floats(&sizes, lanes.map(|lane| (lane % 4) as f64 + 1.0).collect())
        }
        (_, Type::Integer(1, _)) => {
            Tile::from_ints(&sizes, lanes.map(|lane| -((lane + 1) as i64 % 2)).collect())
        }
        _ => Tile::from_ints(&sizes, lanes.map(|lane| ((lane + i) % 8) as i64 + 1).collect()),
    }
}

fn execute(module: &Module, function: Option<&str>) -> Result<(), ExecutionError> {
    let executable = Executable::<Exact>::new(module, function)?;
    let mut memory = Memory::default();
    let huge = |ty: &&Type| shape(ty).iter().product::<usize>() > 1 << 20;
    if let Some(ty) = executable.inputs().iter().find(huge) {
        return Err(ExecutionError::Unsupported(format!("the type {ty}")));
    }
    let inputs = executable.inputs().iter().enumerate();
    let arguments: Vec<_> = inputs.map(|(i, ty)| argument(&mut memory, i, ty)).collect();
    let options = Options { step_limit: 5_000, ..Options::default() };
    executable.run(memory, &arguments, &options).map(|_| ())
}

fn report(counts: &Counts) {
    let Counts { files, parts, unread, functions, foreign, outcomes, reasons } = counts;
    unread.iter().for_each(|line| println!("not read: {line}"));
    println!("{files} files, {parts} parts, {} read", parts - unread.len());
    println!("{functions} functions, {foreign} with operations of one backend");
    let executed = |(name, count): (&&str, &usize)| name.starts_with("exec").then_some(*count);
    let executed: usize = outcomes.iter().filter_map(executed).sum();
    println!("{executed} of {} others execute: {outcomes:#?}", functions - foreign);
    let mut reasons: Vec<_> = reasons.iter().collect();
    reasons.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
    for (name, count) in reasons {
        println!("{count:5} {name}");
    }
}
