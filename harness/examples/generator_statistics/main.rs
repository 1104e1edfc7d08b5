//! What the generator's kernels are like, and what the compiler does with them.
//!
//! ```text
//! cargo run --release --example generator_statistics -- 1 500 kernels.jsonl
//! TOOLCHAIN/bin/python harness/examples/generator_statistics/measure.py kernels.jsonl
//! ```
//!
//! The first command takes a seed and a count, evaluates the kernels, prints what they are made of
//! and writes them down. The second one compiles them to TTGIR, pass by pass, with the Triton of the
//! Python that runs it, and prints what each pass did.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use tritonsmith::evaluate::evaluate;
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::program::{Operation, Stmt, Types};
use tritonsmith::render;
use tritonsmith::tensor::Exact;
use tritonsmith::testcase::{Argument, TestCase};

#[derive(Default)]
struct Census {
    /// By operation and element type.
    operations: BTreeMap<String, usize>,
    statements: Vec<usize>,
    loops: usize,
    branches: usize,
}

impl Census {
    fn block(&mut self, body: &[Stmt], types: &Types) -> usize {
        let mut count = 0;
        for stmt in body {
            count += 1;
            match stmt {
                Stmt::Let { value, op } => {
                    let elem = types.get(*value).map(|ty| format!("{}", ty.with_elem(ty.elem)));
                    let elem = elem.unwrap_or_default();
                    let elem = elem.split('[').next().unwrap_or_default();
                    *self.operations.entry(format!("{} {elem}", op.name())).or_default() += 1;
                }
                Stmt::Do(op) => *self.operations.entry(op.name()).or_default() += 1,
                Stmt::For(_) => self.loops += 1,
                Stmt::If(_) => self.branches += 1,
                Stmt::Call(_) => *self.operations.entry("call".to_owned()).or_default() += 1,
                Stmt::ReturnIf(_) => *self.operations.entry("return".to_owned()).or_default() += 1,
            }
            count += stmt.blocks().iter().map(|block| self.block(block, types)).sum::<usize>();
        }
        count
    }
}

fn line(case: &TestCase) -> serde_json::Value {
    let arguments = case.bound().map(|(_, param, argument)| match argument {
        Argument::Same(_) => serde_json::Value::Null,
        Argument::Buffer(spec) => {
            serde_json::json!({"name": param.name, "pointer": spec.dtype.short_name(),
                "address": (spec.misalign as usize * spec.dtype.bytes())})
        }
        Argument::Int(value) => serde_json::json!({"name": param.name, "int": *value as i64}),
        Argument::Float(value) => serde_json::json!({"name": param.name, "float": value}),
    });
    let arguments: Vec<_> = arguments.filter(|argument| !argument.is_null()).collect();
    serde_json::json!({"name": case.name, "module": render::module(case), "arguments": arguments})
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seed, count, path] = &arguments[..] else {
        anyhow::bail!("usage: generator_statistics SEED COUNT FILE");
    };
    let (seed, count): (u64, u64) = (seed.parse()?, count.parse()?);
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let mut census = Census::default();
    let mut undefined: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let (mut compared, mut elements) = (0usize, 0usize);
    let (mut generating, mut evaluating) = (0.0, 0.0);
    for index in 0..count {
        let start = Instant::now();
        let case = from_seed(seed, index, &Config::default());
        generating += start.elapsed().as_secs_f64();
        case.check()?;
        let types = case.program.check()?;
        let statements = census.block(&case.program.body, &types);
        census.statements.push(statements);
        let start = Instant::now();
        match evaluate::<Exact>(&case) {
            Ok(expected) => {
                for buffer in &expected.buffers {
                    elements += buffer.written.iter().filter(|w| **w).count();
                    let bits = buffer.bits();
                    compared += buffer
                        .written
                        .iter()
                        .zip(&bits)
                        .filter(|(w, b)| **w && b.is_some())
                        .count();
                }
            }
            Err(error) => undefined.entry(error.reason).or_default().push(case.name.clone()),
        }
        evaluating += start.elapsed().as_secs_f64();
        writeln!(file, "{}", line(&case))?;
    }
    census.statements.sort_unstable();
    let each = 1e3 / count as f64;
    println!("generation {:.3} ms, evaluation {:.3} ms", generating * each, evaluating * each);
    println!("statements: median {}", census.statements[census.statements.len() / 2]);
    println!("loops {}, branches {}", census.loops, census.branches);
    println!("stored elements {elements}, of which compared {compared}");
    println!("undefined: {undefined:?}");
    let kinds: Vec<_> = census.operations.iter().map(|(k, n)| format!("{k} {n}")).collect();
    println!("{} operations by type: {}", kinds.len(), kinds.join(", "));
    Ok(())
}
