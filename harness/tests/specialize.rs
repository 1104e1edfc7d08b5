//! Kernels whose warps are split into partitions, as Triton compiles them: every schedule gives what
//! the TTIR gives, and each planted fault is seen. `SPECIALIZE_TEXTS` names a folder of further
//! texts (`name.target.stage.mlir`) that must agree with their TTIR.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use tritonsmith::mlir::{
    self, Asynchrony, Executable, ExecutionError, Options, RaceKind, Schedules,
};
use tritonsmith::tensor::{Buffer, Exact, FloatFormat, Kind, Memory, Tile};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/mlir/specialize")
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

/// Rows, columns and depth of matrices; buffers are large enough for any of the kernels.
const SIZES: [i64; 3] = [128, 64, 256];

fn options() -> Options {
    Options { step_limit: 200_000, fences: false, ..Options::default() }
}

/// Runs a function on pointers to floats and sizes; gives the contents of all buffers.
fn run(text: &str, options: &Options) -> Result<Vec<Vec<f64>>, ExecutionError> {
    let module = mlir::parse(text).unwrap();
    let executable = Executable::<Exact>::new(&module, None)?;
    let mut memory = Memory::default();
    let (mut arguments, mut sizes) = (Vec::new(), SIZES.iter());
    for (i, ty) in executable.inputs().iter().enumerate() {
        let mlir::Type::Pointer(pointee, _) = ty else {
            arguments.push(Tile::int(sizes.next().copied().unwrap_or(1)));
            continue;
        };
        let kind = match **pointee {
            mlir::Type::Float(mlir::FloatKind::F16) => Kind::Float(FloatFormat::F16),
            _ => Kind::Float(FloatFormat::F32),
        };
        let base = (i as u64 + 1) << 32;
        let values = (0..1 << 15).map(|j| f64::from((j * 7 + j / 64 + i as i32) % 5) - 2.0);
        let values = Tile::from_floats(&[1 << 15], values.collect());
        memory.add(Buffer::new("", base, kind, &values));
        arguments.push(Tile::int(base as i64));
    }
    let execution = executable.run(memory, &arguments, options)?;
    let buffers = execution.memory.buffers().iter();
    Ok(buffers.map(|buffer| buffer.tile().floats().to_vec()).collect())
}

/// Asserts that a text does what its TTIR does, in every schedule and both ways of asynchrony.
fn agrees(name: &str, text: &str, ttir: &str) {
    let expected = run(ttir, &options()).unwrap();
    for asynchrony in [Asynchrony::Strict, Asynchrony::Eager] {
        for first in 0..8 {
            let schedules = Schedules { first, count: 1 };
            let options = Options { asynchrony, schedules, ..options() };
            let found = run(text, &options);
            let found = found.unwrap_or_else(|error| panic!("{name}, schedule {first}: {error}"));
            assert!(found == expected, "{name}, schedule {first}: other values");
            if !text.contains("ttg.warp_specialize(") {
                break;
            }
        }
    }
}

const KERNELS: &[(&str, &str)] = &[
    ("matmul.90.ttgir.mlir", "matmul.ttir.mlir"),
    ("matmul.100.ttgir.mlir", "matmul.ttir.mlir"),
    ("attention.100.ttgir.mlir", "attention.ttir.mlir"),
];

#[test]
fn every_schedule_gives_what_the_ttir_gives() {
    for (name, ttir) in KERNELS {
        agrees(name, &text(name), &text(ttir));
    }
}

#[test]
fn further_texts_agree() {
    let Some(folder) = std::env::var_os("SPECIALIZE_TEXTS").map(PathBuf::from) else { return };
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut failed = 0;
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let parts: Vec<&str> = name.split('.').collect();
        let [kernel, target, stage, _] = parts[..] else { continue };
        if stage == "ttir" {
            continue;
        }
        let ttir = fs::read_to_string(folder.join(format!("{kernel}.{target}.ttir.mlir"))).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let outcome = std::panic::catch_unwind(|| agrees(&name, &text, &ttir));
        failed += usize::from(outcome.is_err());
    }
    assert_eq!(failed, 0);
}

/// What eight schedules show of a text.
fn seen(text: &str, ttir: &str) -> Option<String> {
    match run(text, &options()) {
        Err(ExecutionError::Race { kind, .. }) => Some(kind.words().to_owned()),
        Err(error) => Some(error.to_string()),
        Ok(found) if found != run(ttir, &options()).unwrap() => Some("other values".to_owned()),
        Ok(_) => None,
    }
}

/// The text without one of the lines that hold `what`.
fn without(text: &str, what: &str, number: usize) -> Option<String> {
    let at = text.lines().enumerate().filter(|(_, line)| line.contains(what)).nth(number)?.0;
    let kept = text.lines().enumerate().filter(|(i, _)| *i != at).map(|(_, line)| line);
    Some(kept.collect::<Vec<_>>().join("\n"))
}

/// Lines of a kernel whose removal nothing shows.
fn missed(name: &str, ttir: &str, what: &str) -> Vec<String> {
    let whole = text(name);
    let lines: Vec<&str> = whole.lines().filter(|line| line.contains(what)).collect();
    let unseen = |number: &usize| seen(&without(&whole, what, *number).unwrap(), ttir).is_none();
    (0..lines.len()).filter(unseen).map(|number| lines[number].trim().to_owned()).collect()
}

/// What is not seen is redundant: waits that pass at once on a barrier that nobody has used, arrivals
/// after which nobody waits, and waits for a partition that an earlier wait has heard of already.
#[test]
fn removed_synchronization_is_seen() {
    let removed = [
        ("ttng.arrive_barrier", [0, 1]),
        ("ttng.wait_barrier", [2, 1]),
        ("ttng.barrier_expect", [0, 0]),
        ("ttng.tc_gen5_commit", [0, 0]),
        ("ttng.init_barrier", [0, 0]),
    ];
    let ttir = text("matmul.ttir.mlir");
    for (what, redundant) in removed {
        for (name, redundant) in
            ["matmul.90.ttgir.mlir", "matmul.100.ttgir.mlir"].iter().zip(redundant)
        {
            let missed = missed(name, &ttir, what);
            assert_eq!(missed.len(), redundant, "{name}, without a {what}: {missed:#?}");
        }
    }
}

/// The text with the first `from` replaced, which must be there.
fn with(name: &str, from: &str, to: &str) -> String {
    let whole = text(name);
    assert!(whole.contains(from), "{name} has no {from}");
    whole.replacen(from, to, 1)
}

#[test]
fn faults_are_told_by_kind() {
    let ttir = text("matmul.ttir.mlir");
    let name = "matmul.100.ttgir.mlir";
    let partition = RaceKind::Partition.words();
    let (copy, product) = (RaceKind::Copy.words(), RaceKind::Product.words());
    let cases = [
        // The consumer reads another slot than the one that it waited for.
        (
            "memdesc_index %arg7[%40]",
            "memdesc_index %arg7[%c1_i32_3]",
            &[copy, partition, product][..],
        ),
        // The phase never turns: the second round waits for one that is over.
        ("arith.xori %arg20, %c1_i32_3", "arith.xori %arg20, %c0_i32_2", &["never ends"]),
        // The producer does not wait for free slots.
        ("arith.xori %arg19, %c1_i32_4", "arith.xori %arg19, %c0_i32_3", &["never ends"]),
        // The epilogue waits for the phase after.
        ("ttng.wait_barrier %22, %c0_i32", "ttng.wait_barrier %22, %c1_i32", &["never ends"]),
        ("ttng.barrier_expect %46, 24576", "ttng.barrier_expect %46, 24575", &["never ends"]),
        ("ttng.arrive_barrier %20, 1", "ttng.arrive_barrier %20, 2", &["more arrivals"]),
        ("ttng.inval_barrier %20", "ttng.wait_barrier %20, %c0_i32", &[]),
        // What nobody uses in between may be freed twice.
        ("ttg.local_dealloc %21 :", "ttg.local_dealloc %19 :", &[]),
    ];
    let mut wrong = Vec::new();
    for (from, to, words) in cases {
        let found = seen(&with(name, from, to), &ttir);
        let told =
            found.as_ref().is_some_and(|found| words.iter().any(|word| found.contains(word)));
        let silent = words.is_empty() && found.is_none();
        if !(told || silent) {
            wrong.push((to, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Without the fence the bulk store reads what threads wrote. That is told to who asks for it.
#[test]
fn a_missing_fence_is_counted_and_told() {
    let name = "matmul.100.ttgir.mlir";
    let planted = without(&text(name), "ttng.fence_async_shared", 0).unwrap();
    assert!(run(&planted, &options()).is_ok());
    let strict = Options { fences: true, ..options() };
    assert!(run(&text(name), &strict).is_ok());
    let error = run(&planted, &strict).unwrap_err();
    let fence = matches!(&error, ExecutionError::Race { kind: RaceKind::Fence, site, .. }
        if site.op == "ttng.async_tma_copy_local_to_global");
    assert!(fence, "{error}");
}
