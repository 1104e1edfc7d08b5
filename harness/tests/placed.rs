//! The stage `ttgir-alloc`, as Triton 3.9.0 leaves it: correct texts give what the TTIR gives; without
//! one of their barriers, or with a buffer at the address of another, they are refused.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;

use tritonsmith::mlir::{self, Executable, ExecutionError, Options, RaceKind};
use tritonsmith::tensor::{Buffer, Exact, FloatFormat, Kind, Memory, Tile};

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/mlir/placed");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn run(text: &str) -> Result<Vec<Vec<f64>>, ExecutionError> {
    let module = mlir::parse(text).unwrap();
    let executable = Executable::<Exact>::new(&module, None)?;
    let mut memory = Memory::default();
    let mut arguments = Vec::new();
    for (i, ty) in executable.inputs().iter().enumerate() {
        let mlir::Type::Pointer(pointee, _) = ty else {
            arguments.push(Tile::int([64, 64, 128][arguments.len() % 3]));
            continue;
        };
        let kind = match **pointee {
            mlir::Type::Float(mlir::FloatKind::F16) => Kind::Float(FloatFormat::F16),
            _ => Kind::Float(FloatFormat::F32),
        };
        let base = (i as u64 + 1) << 32;
        let values = (0..1 << 13).map(|j| f64::from((j * 7 + j / 64 + i as i32) % 5) - 2.0);
        memory.add(Buffer::new("", base, kind, &Tile::from_floats(&[1 << 13], values.collect())));
        arguments.push(Tile::int(base as i64));
    }
    let options = Options { fences: true, ..Options::default() };
    let execution = executable.run(memory, &arguments, &options)?;
    Ok(execution.memory.buffers().iter().map(|b| b.tile().floats().to_vec()).collect())
}

const KERNELS: [&str; 4] = ["reductions.90", "matmul.80", "matmul.90", "bulk.90"];

fn placed(kernel: &str) -> String {
    text(&format!("{kernel}.alloc.mlir"))
}

#[test]
fn correct_texts_give_what_the_ttir_gives() {
    for kernel in KERNELS {
        let ttir = text(&format!("{}.ttir.mlir", kernel.split('.').next().unwrap()));
        let found = run(&placed(kernel)).unwrap_or_else(|error| panic!("{kernel}: {error}"));
        assert!(found == run(&ttir).unwrap(), "{kernel}: other values");
    }
}

/// The text without line number `at` of those that hold `what`.
fn without(text: &str, what: &str, at: usize) -> String {
    let line = text.lines().enumerate().filter(|(_, line)| line.contains(what)).nth(at).unwrap().0;
    let kept = text.lines().enumerate().filter(|(i, _)| *i != line).map(|(_, line)| line);
    kept.collect::<Vec<_>>().join("\n")
}

fn kind(found: Result<Vec<Vec<f64>>, ExecutionError>) -> Option<RaceKind> {
    match found {
        Err(ExecutionError::Race { kind, .. }) => Some(kind),
        _ => None,
    }
}

/// Each barrier is needed but those after a wait that waits for nothing. (Kernels with bulk copies
/// have more that one thread alone would need, so that no access shows them.)
#[test]
fn a_barrier_that_is_missing_is_seen() {
    for (kernel, redundant) in [("reductions.90", &[][..]), ("matmul.80", &[1]), ("matmul.90", &[])]
    {
        let text = placed(kernel);
        let count = text.matches("ttg.barrier local").count();
        assert!(count >= 3, "{kernel} has {count} barriers");
        let caught = |at: &usize| {
            kind(run(&without(&text, "ttg.barrier local", *at))) == Some(RaceKind::Barrier)
        };
        let missed: Vec<usize> = (0..count).filter(|at| !caught(at)).collect();
        assert_eq!(missed, redundant, "{kernel}, of {count}");
    }
}

/// Where barriers are not placed yet, none is missing.
#[test]
fn barriers_are_asked_for_where_they_have_been_placed() {
    for kernel in &KERNELS[..3] {
        let text = placed(kernel).replace("tritonsmith.barriers = 1", "tritonsmith.barriers = 0");
        assert!(run(&without(&text, "ttg.barrier local", 0)).is_ok(), "{kernel}");
    }
}

#[test]
fn buffers_at_one_address_are_seen() {
    for kernel in ["matmul.80", "matmul.90", "bulk.90"] {
        let text = placed(kernel).replace("tritonsmith.barriers = 1", "tritonsmith.barriers = 0");
        let second = text.lines().filter(|line| line.contains("ttg.local_alloc")).nth(1).unwrap();
        let offset =
            second.split("allocation.offset = ").nth(1).unwrap().split(' ').next().unwrap();
        let number: usize = offset.parse().unwrap();
        for shifted in [0, number * 2 / 3 - 1024] {
            let from = format!("allocation.offset = {offset} ");
            let moved = second.replace(&from, &format!("allocation.offset = {shifted} "));
            let found = kind(run(&text.replace(second, &moved)));
            assert_eq!(found, Some(RaceKind::Overlap), "{kernel}, offset {offset} -> {shifted}");
        }
    }
}

/// Fences come with the allocation at the latest.
#[test]
fn a_fence_that_is_missing_is_seen() {
    let text = without(&placed("bulk.90"), "ttng.fence_async_shared", 1);
    assert_eq!(kind(run(&text)), Some(RaceKind::Fence));
}
