//! The generator as its users see it: deterministic, well defined, and broad.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fmt::Write;

use arbitrary::Unstructured;
use sha2::{Digest, Sha256};
use tritonsmith::evaluate::{evaluate, reference};
use tritonsmith::generate::{
    Config, Numerics, from_bytes, from_seed, policies, variant_of, variants,
};
use tritonsmith::program::ops::{Function, Monoid};
use tritonsmith::program::{Op, Stmt, UNSPECIFIED};
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Argument, TestCase};

fn walk(body: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
    for stmt in body {
        stmt.visit(visit);
    }
}

fn operations(case: &TestCase) -> BTreeSet<String> {
    case.features()
}

/// The kernels of a seed must not change without a reason: reports name them. After a change of the
/// generator, take the new value from the failure.
#[test]
fn kernels_of_a_seed_are_the_same_everywhere() {
    let mut hash = Sha256::new();
    for index in 0..50 {
        let case = from_seed(1, index, &Config::default());
        assert_eq!(case, from_seed(1, index, &Config::default()));
        hash.update(case.to_json());
    }
    let mut text = String::new();
    for byte in &hash.finalize()[..8] {
        write!(text, "{byte:02x}").unwrap();
    }
    assert_eq!(text, "83a3e480c86c6c7e");
}

#[test]
fn kernels_are_valid_and_survive_serialization() {
    for index in 0..500 {
        let case = from_seed(2, index, &Config::default());
        case.check().unwrap();
        assert_eq!(TestCase::parse(&case.to_json(), "case").unwrap(), case);
    }
}

#[test]
fn kernels_are_well_defined() {
    for index in 0..2000 {
        let case = from_seed(3, index, &Config::default());
        if let Err(error) = evaluate::<Exact>(&case) {
            panic!("{}: {error}", case.name);
        }
    }
}

/// Nearly all elements are specified, and of what rounds a bound is known that says something.
#[test]
fn kernels_of_all_modes_are_well_defined_and_known() {
    for numerics in [Numerics::Exact, Numerics::Bounded, Numerics::Special] {
        let config = Config { numerics, ..Config::default() };
        let (mut stored, mut open, mut vague) = (0, 0, 0);
        for index in 0..600 {
            let case = from_seed(8, index, &config);
            let reference = match reference(&case) {
                Ok(reference) => reference,
                Err(error) => panic!("{numerics} {}: {error}", case.name),
            };
            let (all, unknown) = reference.stored_and_open();
            (stored, open) = (stored + all, open + unknown);
            vague += usize::from(reference.vague().is_some());
        }
        assert!(open * 10 < stored, "{numerics}: {open} of {stored} elements are open");
        assert!(vague < 30, "{numerics}: {vague} kernels of 600 leave most elements open");
    }
}

#[test]
fn any_bytes_are_a_kernel() {
    let config = Config::default();
    for length in 0..200usize {
        for byte in [0u8, 1, 77, 128, 255] {
            let bytes: Vec<u8> = (0..length).map(|i| byte.wrapping_mul(i as u8 | 1)).collect();
            let case = from_bytes(&mut Unstructured::new(&bytes), &config).unwrap();
            case.check().unwrap();
            evaluate::<Exact>(&case).unwrap();
        }
    }
}

#[test]
fn every_operation_is_reached() {
    let config = Config { numerics: Numerics::Mixed, ..Config::default() };
    let mut reached = BTreeSet::new();
    for index in 0..2000 {
        reached.extend(operations(&from_seed(4, index, &config)));
    }
    let expected = "add sub mul div floordiv rem and or xor shl shr min max mulhi ceildiv";
    let mut wanted: Vec<String> = expected.split(' ').map(|n| format!("binary.{n}")).collect();
    wanted.extend(["eq", "ne", "lt", "le", "gt", "ge"].map(|n| format!("compare.{n}")));
    wanted.extend(["neg", "not", "abs"].map(|n| format!("unary.{n}")));
    wanted.extend(
        ["sum", "min", "max", "xor_sum", "reduce_or", "argmin", "argmax"]
            .map(|n| format!("reduce.{n}")),
    );
    wanted.extend(Function::ALL.map(|function| format!("math.{}", function.word())));
    let others = "full arange program_id num_programs cast.value cast.bits where expand_dims \
        broadcast_to reshape permute fma cumsum dot join split gather sort flip histogram addptr load.plain load.masked load.other store.plain \
        store.masked user_reduce.several user_scan.several cumprod interleave topk clamp randint4x philox rand rand.bits dot_scaled swizzle2d \
        ravel unordered.cat unordered.view unordered.reshape unordered.ravel hint.multiple_of hint.max_contiguous \
        hint.max_constancy block_pointer.load block_pointer.store load.cached store.cached user_reduce.welford \
        loop.num_stages loop.loop_unroll_factor loop.static_range loop.recursion \
        loop.disallow_acc_multi_buffer loop.flatten loop.warp_specialize loop.disable_licm written.tuple \
        written.named_tuple written.aggregate written.keywords written.defaults written.grid_function \
        written.static_assert written.constexpr_types launch.do_not_specialize \
        launch.do_not_specialize_on_alignment launch.num_ctas launch.maxnreg launch.misaligned launch.same_buffer \
        launch.one launch.divisible_by_16 descriptor.load descriptor.store descriptor.host_load \
        descriptor.host_store reduce.max_with_index reduce.min_with_index cast.rtz cast.rtne for if";
    wanted.extend(others.split_whitespace().map(String::from));
    let missing: Vec<_> = wanted.iter().filter(|name| !reached.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_readme_has_a_row_for_each_family() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let config = Config { numerics: Numerics::Mixed, ..Config::default() };
    let names = (0..500).flat_map(|index| operations(&from_seed(4, index, &config)));
    for name in names.collect::<BTreeSet<_>>() {
        let family = name.split('.').next().unwrap();
        assert!(readme.contains(&format!("\n| `{family}` |")), "no row for {family}");
    }
}

#[test]
fn the_readme_tells_what_is_unspecified() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    for row in UNSPECIFIED {
        let line = format!("\n| {} | {} | {} |\n", row.what, row.treatment.word(), row.source);
        assert!(readme.contains(&line), "no row {line}");
    }
}

#[test]
fn every_function_combines() {
    let config = Config { policies: vec!["combine".to_owned()], ..Config::default() };
    let (mut reduced, mut scanned) = (BTreeSet::new(), BTreeSet::new());
    for index in 0..400 {
        walk(&from_seed(8, index, &config).program.body, &mut |stmt| {
            if let Stmt::Let { op: Op::Combine(op), .. } = stmt {
                let into = if op.along.scans() { &mut scanned } else { &mut reduced };
                into.extend(op.parts.iter().map(std::mem::discriminant).map(|d| format!("{d:?}")));
            }
        });
    }
    for part in Monoid::ALL {
        let word = format!("{:?}", std::mem::discriminant(&part));
        assert!(scanned.contains(&word), "{part:?} in no scan");
        assert!(!part.commutes() || reduced.contains(&word), "{part:?} in no reduction");
    }
}

#[test]
fn rounding_kernels_merge_moments() {
    for (numerics, made) in [(Numerics::Bounded, true), (Numerics::Exact, false)] {
        let policies = vec!["normalize".to_owned(), "combine".to_owned()];
        let config = Config { numerics, policies, ..Config::default() };
        let mut found = 0;
        for index in 0..200 {
            let case = from_seed(6, index, &config);
            if !operations(&case).contains("user_reduce.welford") {
                continue;
            }
            found += 1;
            reference(&case).unwrap();
        }
        assert_eq!(found > 2, made, "{numerics}: {found}");
    }
}

#[test]
fn every_policy_makes_kernels() {
    for name in policies() {
        let numerics = Numerics::Bounded;
        let config = Config { numerics, policies: vec![name.to_owned()], ..Config::default() };
        let mut longest = 0;
        for index in 0..40 {
            let case = from_seed(5, index, &config);
            reference(&case).unwrap();
            let mut statements = 0;
            walk(&case.program.body, &mut |_| statements += 1);
            longest = longest.max(statements);
        }
        assert!(longest > 12, "{name}: {longest} statements");
    }
}

/// A variant leaves what its kernel leaves, to the bit.
#[test]
fn variants_mean_the_same() {
    let config = Config { variants: false, ..Config::default() };
    let mut used = BTreeSet::new();
    for index in 1..400 {
        let Some((case, names)) = variant_of(9, index, &config) else { continue };
        case.check().unwrap_or_else(|error| panic!("{names:?}: {error}"));
        let before = evaluate::<Exact>(&from_seed(9, index - 1, &config)).unwrap();
        let after = evaluate::<Exact>(&case).unwrap_or_else(|e| panic!("{index} {names:?}: {e}"));
        for (before, after) in before.buffers.iter().zip(&after.buffers) {
            assert_eq!(before.bits(), after.bits(), "{index} {names:?}: {}", before.name);
            assert_eq!(before.written, after.written, "{index} {names:?}: {}", before.name);
        }
        used.extend(names);
    }
    assert!(variants().all(|name| used.contains(name)), "{used:?}");
}

/// Switches hold: what is off does not occur.
#[test]
fn switches_switch_off() {
    let off = Config {
        variants: false,
        loops: false,
        branches: false,
        reductions: false,
        masks: false,
        misaligned: false,
        floats: false,
        wide: false,
        scalars: false,
        max_tile: 64,
        ..Config::default()
    };
    for index in 0..300 {
        let case = from_seed(6, index, &off);
        let names = operations(&case);
        let banned = ["for", "if", "load.masked", "load.other", "store.masked", "reduce.sum"];
        assert!(banned.iter().all(|name| !names.contains(*name)), "{names:?}");
        for (_, ty) in case.program.check().unwrap().iter() {
            assert!(ty.numel() <= 64, "{ty}");
            assert!(!matches!(ty.dtype(), Some(DType::I64 | DType::U64 | DType::F32)), "{ty}");
        }
        for argument in &case.arguments {
            let same = matches!(argument, Argument::Same(_));
            assert!(same || matches!(argument, Argument::Buffer(spec) if spec.misalign == 0));
        }
    }
    let mut config = Config { masks: false, floats: false, ..Config::default() };
    config.policies.push("no such policy".into());
    config.sanitize();
    assert!(!config.undefined_lanes && !config.doubles);
    let left = policies()
        .filter(|name| !["masked_tail", "normalize", "fp8", "scaled_matmul"].contains(name));
    assert!(left.eq(&config.policies));
}

/// Input buffers are only read, output buffers only written, each by one statement.
#[test]
fn outputs_are_stored_once_and_never_loaded() {
    for index in 0..300 {
        // A variant may store to no lane of an output besides.
        let config = Config { variants: false, ..Config::default() };
        let case = from_seed(7, index, &config);
        let mut root: Vec<Option<u32>> = vec![None; 4096];
        for param in &case.program.params {
            root[param.value.0 as usize] = Some(param.value.0);
        }
        let (mut loaded, mut stored) = (BTreeSet::new(), BTreeSet::new());
        walk(&case.program.body, &mut |stmt| match stmt {
            Stmt::Let { value, op: Op::AddPtr(op) } => {
                root[value.0 as usize] = root[op.pointer.0 as usize];
            }
            Stmt::Let { op: Op::Load(op), .. } => drop(loaded.insert(root[op.pointer.0 as usize])),
            Stmt::Do(Op::Store(op)) => assert!(stored.insert(root[op.pointer.0 as usize])),
            _ => {}
        });
        assert!(loaded.is_disjoint(&stored), "{}", case.name);
        assert!(!stored.is_empty(), "{} stores nothing", case.name);
    }
}
