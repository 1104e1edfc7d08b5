//! Bytes or a seed in, test cases out.
//!
//! A *generator* makes kernels that are well defined by construction: `facts` follows what is known
//! of each value, `builder` lets no statement in that the facts do not prove, `memory` gives each
//! load a buffer that is long enough and each store a place of its own. *Policies* (`policy`, one
//! file each) say what a kernel is about, so that the compiler's optimizations have something to
//! do; `config` switches parts off. Nothing here depends on the machine: no `usize` is drawn, no
//! hash map iterated, and floats are only ever integers times powers of two. `ttgir` makes modules of IR
//! instead, for what kernels do not reach.

mod builder;
mod choice;
mod config;
mod control;
mod exchange;
mod expression;
mod facts;
mod index;
mod interval;
mod memory;
mod mutate;
mod policy;
mod rounding;
mod scenario;
mod surface;
mod ttgir;
mod variant;
mod window;

use arbitrary::Unstructured;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use builder::Builder;
use choice::Choice;
use facts::Known;

use crate::program::{Program, ValueId};
use crate::testcase::{Mode, Options, SCHEMA, Step, TestCase};

pub use config::{Config, Numerics};
pub use scenario::{scenario, scenario_of};
pub use ttgir::{families, ttgir};

/// Enough for every choice of a large kernel.
const BYTES: usize = 8192;

/// The names of the generation policies, in order.
pub fn policies() -> impl Iterator<Item = &'static str> {
    policy::POLICIES.iter().map(|policy| policy.name)
}

/// The names of the ways to make variants, in order.
pub fn variants() -> impl Iterator<Item = &'static str> {
    variant::VARIANTS.iter().map(|variant| variant.name)
}

/// Every so many kernels one is a variant of the one before.
const VARIANT: u64 = 8;

/// Kernel `index` of `seed`: a function of these numbers and the configuration alone. Every eighth is
/// a variant of the one before, which means the same and is compiled to something else.
///
/// # Panics
/// If the generator made an invalid case, which is a fault of it.
pub fn from_seed(seed: u64, index: u64, config: &Config) -> TestCase {
    if config.variants
        && index % VARIANT == VARIANT - 1
        && let Some((case, _)) = variant_of(seed, index, config)
    {
        return case;
    }
    original(seed, index, config)
}

/// Kernel `index` made of the one before it, and how; `None` where there was nothing to change.
///
/// # Panics
/// As [`from_seed`].
pub fn variant_of(seed: u64, index: u64, config: &Config) -> Option<(TestCase, Vec<&'static str>)> {
    let mut case = original(seed, index.checked_sub(1)?, config);
    let bytes = random(seed, index);
    let names = variant::vary(&mut case, &mut Choice::new(&mut Unstructured::new(&bytes)))?;
    case.name = format!("s{seed}-k{index}");
    Some((case, names))
}

/// Kernel `index` itself, changed in one way, which [`variants`] names; `None` where there is nothing
/// to change so, or no such way.
///
/// # Panics
/// As [`from_seed`].
pub fn variant_by(way: &str, seed: u64, index: u64, config: &Config) -> Option<TestCase> {
    let variant = variant::VARIANTS.iter().find(|variant| variant.name == way)?;
    let mut case = original(seed, index, config);
    // Not the bytes of the kernel, which its choices would follow.
    let bytes = random(!seed, index);
    variant.change(&mut case, &mut Choice::new(&mut Unstructured::new(&bytes)))?;
    case.name = format!("s{seed}-k{index}-{way}");
    Some(case)
}

/// The names of the ways to mutate a case, in order: what changes its meaning, then [`variants`].
pub fn mutations() -> impl Iterator<Item = &'static str> {
    mutate::names()
}

/// The case changed in one way, which [`mutations`] names, with what it needs of another one: a function
/// of the arguments alone. It is well typed; whether it is well defined is not known. `None` where there
/// is nothing to change so, or no such way.
pub fn mutated(way: &str, case: &TestCase, other: &TestCase, seed: u64) -> Option<TestCase> {
    mutate::mutated(way, case, other, seed)
}

fn random(seed: u64, index: u64) -> Vec<u8> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&index.to_le_bytes());
    let mut bytes = vec![0; BYTES];
    ChaCha8Rng::from_seed(key).fill_bytes(&mut bytes);
    bytes
}

fn original(seed: u64, index: u64, config: &Config) -> TestCase {
    let bytes = random(seed, index);
    let case = from_bytes(&mut Unstructured::new(&bytes), config);
    let mut case = case.expect("invariant: running out of bytes is no failure");
    case.name = format!("s{seed}-k{index}");
    case
}

/// A kernel from bytes. When they run out, every further choice is the simplest.
///
/// # Errors
/// None so far: the signature is that of `arbitrary`.
pub fn from_bytes(bytes: &mut Unstructured<'_>, config: &Config) -> arbitrary::Result<TestCase> {
    let mut choice = Choice::new(bytes);
    let mut base = config.clone();
    base.sanitize();
    let config = base.swarm(&mut choice);
    let options = Options {
        num_warps: choice.pick(&[4, 1, 2, 8, 4, 1, 2, 8, 16]),
        num_stages: choice.pick(&[3, 1, 2, 4, 3, 2, 5]),
        enable_fp_fusion: choice.chance(50),
        num_ctas: 1,
        maxnreg: None,
    };
    let tile = tile(&mut choice, &config);
    let grid = grid(&mut choice, &config, tile);
    let mut builder = Builder::new(choice, config, grid);
    builder.tile = tile;
    builder.dtypes = palette(&mut builder);
    // A failure leaves a smaller kernel, which is as good.
    let _ = builder.instance();
    run_policies(&mut builder);
    finish(&mut builder);
    let mode = if builder.config.numerics.rounds() { Mode::Bounded } else { Mode::Exact };
    let options = surface::options(&mut builder, options);
    let surface = surface::surface(&mut builder);
    let (params, arguments, body) = builder.into_parts();
    Ok(TestCase {
        schema: SCHEMA,
        name: "bytes".into(),
        mode,
        program: Program { name: "kernel".into(), params, body, surface },
        arguments,
        grid,
        options,
        scenario: vec![Step::Launch],
    })
}

/// Small tiles with many warps matter most: replicated layouts are where lowerings go wrong.
fn tile(choice: &mut Choice<'_, '_>, config: &Config) -> [usize; 2] {
    let rows = choice.pick(&[16usize, 1, 2, 4, 8, 16, 32, 64]);
    let columns = choice.pick(&[16usize, 1, 2, 4, 8, 16, 32, 64, 128, 256]);
    let most = match choice.index(100) {
        98.. => 16384,
        92..98 => 4096,
        _ => 1024,
    };
    let most = most.min(config.max_tile as usize);
    let mut tile = [rows, columns];
    let mut longer = usize::from(columns >= rows);
    while tile[0] * tile[1] > most {
        tile[longer] /= 2;
        longer = usize::from(tile[1] >= tile[0]);
    }
    tile
}

fn grid(choice: &mut Choice<'_, '_>, config: &Config, tile: [usize; 2]) -> [u32; 3] {
    let most = if tile[0] * tile[1] > 1024 { 2 } else { 6 };
    let first = choice.between(1, most) as u32;
    let second = config.two_dimensional_grids && choice.chance(60);
    let second = if second { choice.between(1, (most + 1) / 2) as u32 } else { 1 };
    [first, second, 1]
}

/// A few element types; a kernel with all of them casts and does little else.
fn palette(builder: &mut Builder<'_, '_>) -> Vec<crate::tensor::DType> {
    let all = builder.config.dtypes();
    let count = builder.choice.between(1, 3);
    let mut palette = vec![];
    for _ in 0..count {
        let dtype = match builder.choice.index(5) {
            // f32 and i32 are what most kernels are made of.
            0 if builder.config.floats => crate::tensor::DType::F32,
            _ => builder.choice.pick(&all),
        };
        if !palette.contains(&dtype) {
            palette.push(dtype);
        }
    }
    if builder.config.numerics.rounds() && !palette.iter().any(|dtype| dtype.is_float()) {
        palette.push(crate::tensor::DType::F32);
    }
    palette
}

fn run_policies(builder: &mut Builder<'_, '_>) {
    let names = builder.config.policies.clone();
    let named = policy::POLICIES.iter().filter(|p| names.iter().any(|name| name == p.name));
    let chosen: Vec<_> = named.flat_map(|p| std::iter::repeat_n(p, p.weight)).collect();
    for _ in 0..8 {
        if chosen.is_empty() || !builder.has_room() {
            return;
        }
        let policy = builder.choice.pick_ref(&chosen);
        if builder.config.functions && builder.choice.chance(15) {
            builder.in_function(|b| _ = (policy.run)(b));
            continue;
        }
        // What a policy gave up on stays as it is: dead code, or a part of a kernel.
        let _ = (policy.run)(builder);
        builder.maybe_return();
    }
}

/// Sees to it that all results reach a store.
fn finish(builder: &mut Builder<'_, '_>) {
    let mut kept = std::mem::take(&mut builder.kept);
    if kept.is_empty() {
        kept.extend(builder.instance());
    }
    let mut left: Vec<ValueId> = vec![];
    for value in kept {
        let same = left.iter().position(|other| {
            let shapes = (builder.shape(*other), builder.shape(value));
            shapes.0 == shapes.1 && builder.facts(*other).is_some_and(|facts| !facts.undef)
        });
        match same.filter(|_| left.len() > 1) {
            Some(at) => match builder.mix(left[at], value) {
                Some(mixed) => left[at] = mixed,
                None => left.push(value),
            },
            None => left.push(value),
        }
    }
    for value in left {
        let _ = builder.store(value);
    }
}
