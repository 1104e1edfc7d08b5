//! Kernels whose compilation is looked at pass by pass: those of `corpora/passes`, and generated ones.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow};
use include_dir::{Dir, include_dir};
use serde::Deserialize;

use crate::campaign::Subject;
use crate::compile::{Argument, Job, ModuleJob, Scalar, Stage, Target};
use crate::evaluate::memory_kind;
use crate::tensor::{Buffer, DType, Exact, Kind, Memory, Tile};
use crate::testcase::TestCase;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../corpora/passes");

/// A kernel for one target.
pub(super) struct Kernel {
    /// Its name, with the target.
    pub(super) name: String,
    /// Compiles it, with the text before every pass.
    pub(super) job: Job,
    /// What is known of a right execution.
    pub(super) data: Data,
}

/// What a kernel is executed on to label its plants.
pub(super) enum Data {
    /// A generated case: the reference evaluator knows the answer.
    Case(Box<Subject>),
    /// Buffers alone: the answer is what the text without a plant leaves.
    Buffers(Memory<Exact>),
    /// Nothing: a part of the lit suite, of which no launch is known.
    Lit,
}

impl Kernel {
    pub(super) fn is_lit(&self) -> bool {
        matches!(self.data, Data::Lit)
    }
}

/// One entry of `kernels.json`.
#[derive(Deserialize)]
struct Entry {
    name: String,
    file: String,
    targets: Vec<String>,
    pointers: BTreeMap<String, Pointer>,
    scalars: BTreeMap<String, Number>,
}

#[derive(Deserialize)]
struct Pointer {
    dtype: String,
    length: usize,
    #[serde(default = "low")]
    low: i64,
    #[serde(default = "high")]
    high: i64,
}

fn low() -> i64 {
    -2
}

fn high() -> i64 {
    2
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Bool(bool),
    Int(i64),
}

/// The kernels of `corpora/passes`, each for all of its targets.
///
/// # Errors
/// If the corpus is damaged.
pub(super) fn seeds() -> Result<Vec<Kernel>> {
    let text = |file: &str| {
        let found = FILES.get_file(file).and_then(|file| file.contents_utf8());
        found.ok_or_else(|| anyhow!("corpora/passes has no {file}"))
    };
    let entries: Vec<Entry> =
        serde_json::from_str(text("kernels.json")?).context("corpora/passes/kernels.json")?;
    let mut kernels = Vec::new();
    for entry in &entries {
        for target in &entry.targets {
            let target: Target = target.parse().with_context(|| entry.name.clone())?;
            kernels.push(entry.kernel(text(&entry.file)?, &target)?);
        }
    }
    Ok(kernels)
}

/// Addresses of buffers are this far apart.
const APART: u64 = 1 << 32;

impl Entry {
    fn kernel(&self, source: &str, target: &Target) -> Result<Kernel> {
        let mut arguments = BTreeMap::new();
        let mut memory = Memory::default();
        for (at, (name, pointer)) in self.pointers.iter().enumerate() {
            let dtype: DType = pointer.dtype()?;
            let address = APART * (at as u64 + 1);
            let short = dtype.short_name().to_owned();
            arguments.insert(name.clone(), Argument::Pointer { dtype: short, address });
            memory.add(pointer.buffer(name, dtype, address, at));
        }
        for (name, number) in &self.scalars {
            let scalar = match number {
                Number::Bool(value) => Scalar::Bool(*value),
                Number::Int(value) => Scalar::Int(i128::from(*value)),
            };
            arguments.insert(name.clone(), Argument::Scalar(scalar));
        }
        let job = Job::RunModule(ModuleJob {
            source: source.to_owned(),
            arguments,
            target: target.clone(),
            until: Stage::Ttgir,
            want: vec![Stage::Ttir, Stage::Ttgir],
            dump_passes: true,
            instrument: None,
        });
        Ok(Kernel { name: format!("{} {target}", self.name), job, data: Data::Buffers(memory) })
    }
}

impl Pointer {
    fn dtype(&self) -> Result<DType> {
        let found = DType::all().find(|dtype| dtype.short_name() == self.dtype);
        found.ok_or_else(|| anyhow!("corpora/passes: no element type {}", self.dtype))
    }

    /// Small numbers in an order without a short period.
    fn buffer(&self, name: &str, dtype: DType, address: u64, at: usize) -> Buffer<Exact> {
        let span = (self.high - self.low + 1).max(1) as usize;
        let value = |i: usize| self.low + ((i * 7 + i / 31 * 5 + i / 64 + at) % span) as i64;
        let (kind, shape) = (memory_kind(dtype), [self.length]);
        let values = (0..self.length).map(value);
        let tile = match kind {
            Kind::Int(_) => Tile::from_ints(&shape, values.collect()),
            Kind::Float(_) => Tile::from_floats(&shape, values.map(|v| v as f64).collect()),
        };
        Buffer::new(name, address, kind, &tile)
    }
}

/// A generated kernel.
pub(super) fn generated(case: TestCase, target: &Target) -> Kernel {
    let subject = Subject::new(case);
    let job = match subject.job(target, Stage::Ttgir) {
        Job::RunModule(job) => Job::RunModule(ModuleJob { dump_passes: true, ..job }),
        other => other,
    };
    let name = format!("{} {target}", subject.case.name);
    Kernel { name, job, data: Data::Case(Box::new(subject)) }
}
