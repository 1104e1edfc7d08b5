//! Filetests of the IR reader, printer and interpreter, under `filetests/mlir`.
//!
//! - `run/`: a function with its launch (`// arg:` and `// grid:` lines) and, in `// = ` lines at the
//!   end, the memory that it leaves (and `rounded`, if a float was) or its error
//! - `print/`: what the printer makes of it
//! - `errors/`: the message with line and column; parts are split by `// -----`
//! - `texts/`, `cases/`: texts of Triton's own, which only have to come back unchanged
//!
//! `BLESS=1` rewrites the expectations.

// Helpers of tests, which clippy does not know as such.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use tritonsmith::mlir::{self, Executable, Options};
use tritonsmith::tensor::{Buffer, DType, Data, Exact, Kind, Memory, Tile};

const EXPECTED: &str = "// = ";

fn files(folder: &str) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/mlir").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Compares what `produce` makes of each text with its expectation, or writes it.
fn check(folder: &str, produce: impl Fn(&str) -> String) {
    for path in files(folder) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut source = String::new();
        let mut expected = String::new();
        for line in text.lines() {
            match line.strip_prefix(EXPECTED.trim_end()) {
                Some(rest) => {
                    writeln!(expected, "{}", rest.strip_prefix(' ').unwrap_or(rest)).unwrap()
                }
                None => writeln!(source, "{line}").unwrap(),
            }
        }
        let produced = produce(&source);
        if std::env::var_os("BLESS").is_some() {
            let lines =
                produced.lines().map(|line| format!("{EXPECTED}{line}").trim_end().to_owned());
            let lines: Vec<_> = lines.collect();
            // Other tests read the same files meanwhile.
            let new = path.with_extension("new");
            std::fs::write(&new, format!("{source}{}\n", lines.join("\n"))).unwrap();
            std::fs::rename(&new, &path).unwrap();
        } else {
            assert_eq!(produced, expected, "{}", path.display());
        }
    }
}

/// The values after `key` on lines `// key: ...`.
fn directives<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let prefix = format!("// {key}: ");
    text.lines().filter_map(|line| line.strip_prefix(&prefix)).collect()
}

/// Value number `i` of a buffer: `iota` (i), `mixed` (small, of both signs), or listed numbers.
fn value(what: &[&str], i: usize) -> f64 {
    match what {
        ["iota"] => i as f64,
        ["mixed"] => ((i * 37 + i / 5) % 23) as f64 - 11.0,
        values => values[i % values.len()].parse().unwrap(),
    }
}

fn tile(kind: Kind, shape: &[usize], what: &[&str]) -> Tile<Exact> {
    let values = (0..shape.iter().product()).map(|i| value(what, i));
    match kind {
        Kind::Int(_) => Tile::from_ints(shape, values.map(|v| v as i64).collect()),
        Kind::Float(_) => Tile::from_floats(shape, values.collect()),
    }
}

/// `name type count values...` is a buffer whose address is passed, `name type = value` a scalar.
fn launch(text: &str) -> (Memory<Exact>, Vec<Tile<Exact>>, Options) {
    let mut memory = Memory::default();
    let mut arguments = Vec::new();
    for (i, line) in directives(text, "arg").into_iter().enumerate() {
        let words: Vec<_> = line.split_whitespace().collect();
        let kind = words[1].parse::<DType>().unwrap().kind();
        if words[2] == "=" {
            arguments.push(tile(kind, &[], &words[3..]));
            continue;
        }
        let base = 0x10000 * (i as u64 + 1);
        let content = tile(kind, &[words[2].parse().unwrap()], &words[3..]);
        memory.add(Buffer::new(words[0], base, kind, &content));
        arguments.push(Tile::int(base as i64));
    }
    let mut options = Options { step_limit: 100_000, ..Options::default() };
    if let [grid] = directives(text, "grid")[..] {
        let sizes = grid.split_whitespace().map(|size| size.parse().unwrap());
        options.grid = sizes.collect::<Vec<i64>>().try_into().unwrap();
    }
    (memory, arguments, options)
}

fn contents(memory: &Memory<Exact>) -> String {
    let mut text = String::new();
    for buffer in memory.buffers().iter().filter(|buffer| buffer.written().contains(&true)) {
        let content = buffer.tile();
        let values: Vec<String> = match content.data() {
            Data::Int(values) => values.iter().map(ToString::to_string).collect(),
            Data::Float(values) => values.iter().map(ToString::to_string).collect(),
        };
        let lane = |(i, value): (usize, &String)| match content.undef() {
            Some(flags) if flags[i] => "undef".to_owned(),
            _ => value.clone(),
        };
        let lanes: Vec<_> = values.iter().enumerate().map(lane).collect();
        writeln!(text, "{}: {}", buffer.name, lanes.join(" ")).unwrap();
    }
    text
}

fn run(text: &str) -> String {
    let module = mlir::parse(text).unwrap();
    let (memory, arguments, options) = launch(text);
    let execution = Executable::new(&module, None)
        .and_then(|executable| executable.run(memory, &arguments, &options));
    match execution {
        Ok(execution) => {
            let rounded = if execution.inexact { "rounded\n" } else { "" };
            contents(&execution.memory) + rounded
        }
        Err(error) => format!("error: {error}\n"),
    }
}

#[test]
fn functions_leave_the_expected_memory() {
    check("run", run);
}

#[test]
fn texts_print_as_expected() {
    check("print", |text| mlir::print(&mlir::parse(text).unwrap()).unwrap());
}

#[test]
fn errors_say_where_and_what() {
    check("errors", |text| {
        let chunks = mlir::parse_chunks(text).into_iter();
        chunks.map(|chunk| format!("{}\n", chunk.unwrap_err())).collect()
    });
}

#[test]
fn printing_what_was_read_is_stable() {
    for folder in ["texts", "cases", "run"] {
        for path in files(folder) {
            let module = mlir::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let text = mlir::print(&module).unwrap();
            let again = mlir::parse(&text).unwrap();
            assert_eq!(mlir::print(&again).unwrap(), text, "{}", path.display());
        }
    }
}

/// Truncated and damaged texts are answered, never with a panic.
#[test]
fn damaged_texts_never_panic() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    for path in ["texts", "run", "print"].into_iter().flat_map(files) {
        let bytes = std::fs::read(&path).unwrap();
        for _ in 0..60 {
            let mut damaged = bytes.clone();
            for _ in 0..=next(3) {
                let at = next(damaged.len());
                match next(4) {
                    0 => damaged.truncate(at),
                    1 => damaged[at] = next(256) as u8,
                    2 => damaged[at] = b"<>(){}[]%#!:,=\"-0x^@ \n"[next(22)],
                    _ => {
                        let end = (at + next(40)).min(damaged.len());
                        damaged.drain(at..end);
                    }
                }
                damaged.push(b'\n');
            }
            if let Ok(module) = mlir::parse_bytes(&damaged) {
                let _ = mlir::print(&module);
                let _ = Executable::<Exact>::new(&module, None);
            }
        }
    }
    let deep = "[".repeat(10_000);
    assert!(mlir::parse(&format!("#a = {deep}")).is_err());
    assert!(mlir::parse(&format!("#a = {}", "tensor<".repeat(10_000))).is_err());
    assert!(mlir::parse(&"module {".repeat(10_000)).is_err());
}

/// The rows that `rows_*.mlir` of the cases leave.
fn rows(name: &str) -> Vec<f64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/mlir/cases").join(name);
    let module = mlir::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut memory = Memory::<Exact>::default();
    let kind = DType::F32.kind();
    memory.add(Buffer::new("in", 0x10000, kind, &tile(kind, &[8192], &["iota"])));
    let out = memory.add(Buffer::new("out", 0x40000, kind, &tile(kind, &[400], &["-1"])));
    let arguments = [Tile::int(0x10000), Tile::int(0x40000), Tile::int(12)];
    let options = Options { grid: [7, 1, 1], ..Options::default() };
    let executable = Executable::new(&module, Some("rows")).unwrap();
    let execution = executable.run(memory, &arguments, &options).unwrap();
    execution.memory.buffer(out).tile().floats().to_vec()
}

#[test]
fn a_wrong_address_is_seen() {
    let before = rows("rows_before.mlir");
    let row = |row: usize| (0..12).map(|k| (row % 192 + row / 192 * 128 + k * 192) as f64).sum();
    assert_eq!(before, (0..400).map(row).collect::<Vec<f64>>());
    assert_eq!(rows("rows_good.mlir"), before);
    let bad = rows("rows_bad.mlir");
    let wrong: Vec<_> = (0..400).filter(|row| bad[*row] != before[*row]).collect();
    let expected: Vec<_> = (0..400).filter(|row| row % 192 != row / 192 * 128).collect();
    assert_eq!(wrong, expected);
}

/// A record of accesses has the addresses of each load and store.
#[test]
fn accesses_are_recorded() {
    let text = std::fs::read_to_string(files("run").remove(0)).unwrap();
    let module = mlir::parse(&text).unwrap();
    let (memory, arguments, options) = launch(&text);
    let options = Options { record: true, ..options };
    let execution = Executable::new(&module, None).unwrap().run(memory, &arguments, &options);
    let accesses = execution.unwrap().accesses;
    assert!(accesses.iter().any(|access| access.kind == mlir::AccessKind::Store));
    assert!(accesses.iter().all(|access| access.site.span.line > 0));
}

/// The changes that planted bugs are made of.
#[test]
fn a_module_can_be_edited() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/mlir/cases/rows_before.mlir");
    let mut module = mlir::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut masks = 0;
    module.walk_mut(&mut |op| {
        if op.name.as_str() == "tt.load" {
            assert!(op.set_group("other", &[]) && op.set_group("mask", &[]));
            masks += 1;
        }
        if op.name.as_str() == "arith.cmpi" {
            op.set_attribute("predicate", Some(mlir::Attribute::Keyword("ult".into())));
        }
    });
    let load = |text: &str| text.lines().find(|line| line.contains("tt.load")).unwrap().to_owned();
    let text = mlir::print(&module).unwrap();
    assert_eq!(masks, 1);
    assert!(load(&text).trim().starts_with("%32 = tt.load %31 : tensor<"), "{text}");
    assert!(text.contains("cmpi ult") && !text.contains("cmpi slt"));
    let mut operations = Vec::new();
    module.walk(&mut |op| {
        if op.name.as_str() == "tt.reduce" {
            operations.push(op.clone());
        }
    });
    let copy = module.clone_operation(&operations[0]);
    assert_ne!(copy.results, operations[0].results);
    let from = operations[0].results[0];
    assert_eq!(module.replace_uses(from, copy.results[0]), 1);
}
