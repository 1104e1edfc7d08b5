//! Speed of the IR reader and interpreter: reading a module of 1,000 lines (bar: 5 ms) and executing
//! one program instance of a pipelined 64x64 matmul over K = 256 (bar: 20 ms).
//!
//! ```text
//! cargo bench --bench mlir
//! ```

#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use tritonsmith::mlir::{self, Executable, Options};
use tritonsmith::tensor::{Buffer, Exact, FloatFormat, Kind, Memory, Tile};

const MATMUL: &str =
    include_str!("../tests/filetests/mlir/texts/matmul_pipelined_fp16_w4_80.ttgir.mlir");
const FLASH: &str = include_str!("../tests/filetests/mlir/texts/flash_fp16_0_w4_80.ttgir.mlir");

/// The text with its functions repeated until it has at least 1,000 lines.
fn long_text() -> String {
    let start = FLASH.find("  tt.func").unwrap();
    let end = FLASH.rfind('}').unwrap();
    let (head, body) = (&FLASH[..start], &FLASH[start..end]);
    let copies = 1000usize.div_ceil(body.lines().count());
    let copy = |i| body.replacen("@", &format!("@f{i}_"), 1);
    format!("{head}{}}}\n", (0..copies).map(copy).collect::<String>())
}

fn parsing(criterion: &mut Criterion) {
    let text = long_text();
    let lines = text.lines().count();
    let name = format!("parse {lines} lines");
    criterion.bench_function(&name, |b| b.iter(|| mlir::parse(black_box(&text)).unwrap()));
}

fn executing(criterion: &mut Criterion) {
    let module = mlir::parse(MATMUL).unwrap();
    let executable = Executable::<Exact>::new(&module, None).unwrap();
    let mut memory = Memory::default();
    let mut arguments = Vec::new();
    for (i, ty) in executable.inputs().iter().enumerate() {
        let mlir::Type::Pointer(pointee, _) = ty else {
            arguments.push(Tile::int(256));
            continue;
        };
        let kind = match **pointee {
            mlir::Type::Float(mlir::FloatKind::F16) => Kind::Float(FloatFormat::F16),
            _ => Kind::Float(FloatFormat::F32),
        };
        let base = (i as u64 + 1) << 32;
        let values = (0..1 << 16).map(|j| f64::from((j * 7 + j / 64) % 5) - 2.0).collect();
        memory.add(Buffer::new("", base, kind, &Tile::from_floats(&[1 << 16], values)));
        arguments.push(Tile::int(base as i64));
    }
    let options = Options::default();
    criterion.bench_function("execute a matmul", |b| {
        b.iter(|| executable.run(black_box(memory.clone()), &arguments, &options).unwrap());
    });
    criterion.bench_function("compile a matmul", |b| {
        b.iter(|| Executable::<Exact>::new(black_box(&module), None).unwrap());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(3)).sample_size(20);
    targets = parsing, executing
}
criterion_main!(benches);
