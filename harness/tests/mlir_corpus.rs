//! Reads every `.mlir` file of a folder and prints it into another, for a check by Triton's own
//! parser: `TRITONSMITH_IR_CORPUS=in TRITONSMITH_IR_PRINTED=out cargo test --test mlir_corpus --
//! --ignored --nocapture`.

// Helpers of tests, which clippy does not know as such.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

fn folder(variable: &str) -> PathBuf {
    std::env::var_os(variable).map(PathBuf::from).expect("the folder's variable is set")
}

#[test]
#[ignore = "needs a folder of IR texts"]
fn every_text_of_a_corpus_is_read() {
    let (corpus, printed) = (folder("TRITONSMITH_IR_CORPUS"), folder("TRITONSMITH_IR_PRINTED"));
    let mut paths: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "the folder is empty");
    let (mut failed, mut lines, mut time) = (0, 0, Duration::ZERO);
    let mut slowest = (0.0, PathBuf::new());
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let start = Instant::now();
        let module = tritonsmith::mlir::parse(&text);
        let took = start.elapsed();
        time += took;
        lines += text.lines().count();
        let ms = took.as_secs_f64() * 1e3;
        if ms > slowest.0 {
            slowest = (ms, path.clone());
        }
        match module {
            Err(error) => {
                failed += 1;
                println!("{}:{error}", path.display());
            }
            Ok(module) => {
                let text = tritonsmith::mlir::print(&module).unwrap();
                let again = tritonsmith::mlir::parse(&text).unwrap();
                assert_eq!(tritonsmith::mlir::print(&again).unwrap(), text, "{}", path.display());
                std::fs::write(printed.join(path.file_name().unwrap()), text).unwrap();
            }
        }
    }
    println!(
        "{} texts, {lines} lines, {failed} failed, {time:?}, slowest {slowest:?}",
        paths.len()
    );
    assert_eq!(failed, 0);
}

/// Executes every text of the folder on one input; texts whose names agree up to `_w` are stages
/// and targets of one kernel and must leave the same memory.
#[test]
#[ignore = "needs a folder of IR texts"]
fn every_stage_of_a_kernel_computes_the_same() {
    let mut paths: Vec<_> = std::fs::read_dir(folder("TRITONSMITH_IR_CORPUS"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    assert!(!paths.is_empty(), "the folder is empty");
    paths.sort_by_key(|path| (path.to_string_lossy().contains("ttgir"), path.clone()));
    let mut first = std::collections::BTreeMap::new();
    let mut counts = std::collections::BTreeMap::new();
    let mut different = Vec::new();
    let mut time = Duration::ZERO;
    for path in paths.iter().filter(|path| !path.to_string_lossy().contains(".loc.")) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let module = tritonsmith::mlir::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
        let start = Instant::now();
        let outcome = execute(&module);
        let took = start.elapsed();
        time += took;
        let outcome = match outcome {
            Ok(buffers) => buffers,
            Err(error) => {
                *counts
                    .entry(error.to_string().split(':').next().unwrap().to_owned())
                    .or_insert(0) += 1;
                println!("{name}: {error}");
                continue;
            }
        };
        if took > Duration::from_millis(200) {
            println!("{name}: {took:?}");
        }
        *counts.entry("executed".to_owned()).or_insert(0) += 1;
        let key = name.split("_w").next().unwrap().to_owned();
        let reference = first.entry(key).or_insert_with(|| (name.clone(), outcome.clone()));
        if reference.1 != outcome {
            different.push(format!("{name} differs from {}", reference.0));
        }
    }
    println!("{counts:#?} {time:?}");
    assert!(counts.contains_key("executed"), "no text executes: {counts:#?}");
    assert!(different.is_empty(), "{different:#?}");
}

/// Buffers of small integers for pointers, 64 for other arguments; two by two instances.
fn execute(
    module: &tritonsmith::mlir::Module,
) -> Result<Vec<String>, tritonsmith::mlir::ExecutionError> {
    use tritonsmith::mlir::{Executable, FloatKind, Options, Type};
    use tritonsmith::tensor::{Buffer, Data, Exact, FloatFormat, Kind, Memory, Tile};
    let kind = |ty: &Type| match ty {
        Type::Integer(width, _) => Kind::Int(*width),
        Type::Float(FloatKind::F16) => Kind::Float(FloatFormat::F16),
        Type::Float(FloatKind::BF16) => Kind::Float(FloatFormat::BF16),
        Type::Float(FloatKind::F64) => Kind::Float(FloatFormat::F64),
        Type::Float(FloatKind::F8E5M2) => Kind::Float(FloatFormat::F8E5M2),
        _ => Kind::Float(FloatFormat::F32),
    };
    let executable = Executable::<Exact>::new(module, None)?;
    let mut memory = Memory::default();
    let mut arguments = Vec::new();
    for (i, ty) in executable.inputs().iter().enumerate() {
        match ty {
            Type::Pointer(pointee, _) => {
                let (base, kind) = ((i as u64 + 1) << 32, kind(pointee));
                let value = |j: usize| ((j * 7 + j / 64 * 5 + i) % 4) as i64;
                let tile = match kind {
                    Kind::Int(_) => Tile::from_ints(&[65536], (0..65536).map(value).collect()),
                    Kind::Float(_) => {
                        Tile::from_floats(&[65536], (0..65536).map(|j| value(j) as f64).collect())
                    }
                };
                memory.add(Buffer::new(&format!("arg{i}"), base, kind, &tile));
                arguments.push(Tile::int(base as i64));
            }
            Type::Float(_) => arguments.push(Tile::float(1.0)),
            _ => arguments.push(Tile::int(64)),
        }
    }
    let options = Options { grid: [2, 2, 1], ..Options::default() };
    let execution = executable.run(memory, &arguments, &options)?;
    let text = |buffer: &Buffer<Exact>| match buffer.tile().data() {
        Data::Int(values) => format!("{values:?} {:?}", buffer.tile().undef()),
        Data::Float(values) => {
            format!("{:?} {:?}", values.as_slice().unwrap(), buffer.tile().undef())
        }
    };
    Ok(execution.memory.buffers().iter().map(text).collect())
}

#[test]
fn an_unknown_operation_may_be_nothing_but_its_name() {
    let text = "tt.func @f(%a: i32) -> i32 {\n  tti.unknown_begin\n  %0 = arith.addi %a, %a : i32\n  \
                tti.unknown_end\n  tt.return %0 : i32\n}\n";
    let module = tritonsmith::mlir::parse(text).unwrap();
    let mut names = Vec::new();
    module.walk(&mut |op| names.push(op.name.as_str().to_owned()));
    let body = ["tti.unknown_begin", "arith.addi", "tti.unknown_end", "tt.return"];
    assert!(names.ends_with(&body.map(str::to_owned)), "{names:?}");
    let printed = tritonsmith::mlir::print(&module).unwrap();
    assert_eq!(tritonsmith::mlir::print(&tritonsmith::mlir::parse(&printed).unwrap()), Ok(printed));
}
