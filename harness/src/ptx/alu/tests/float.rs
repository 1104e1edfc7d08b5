//! Floats against the processor's, `half`'s, and exact integers.

use half::{bf16, f16};

use super::*;

fn single(value: f32) -> u64 {
    u64::from(value.to_bits())
}

fn same_single(name: &str, sources: &[u64], expected: f32) {
    let bits = run(name, sources);
    if expected.is_nan() {
        assert_eq!(bits, 0x7fff_ffff, "{name} {sources:x?}");
    } else {
        assert_eq!(bits, single(expected), "{name} {sources:x?}");
    }
}

#[test]
fn singles_are_rounded_as_the_processor_does() {
    let mut bits = Random::new(4);
    for round in 0..4000 {
        // Bits of any kind, and exponents so near that sums and products are ties or cancel.
        let spread = if round % 2 == 0 { 0xffff_ffff } else { 0x83ff_ffff };
        let base = if round % 2 == 0 { 0 } else { 0x3c00_0000 };
        let [a, b, c] = std::array::from_fn(|_| (bits.next() & spread) | base);
        let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
        same_single("add.f32", &[a, b], x + y);
        same_single("sub.rn.f32", &[a, b], x - y);
        same_single("mul.f32", &[a, b], x * y);
        same_single("div.rn.f32", &[a, b], x / y);
        same_single("sqrt.rn.f32", &[a], x.sqrt());
        same_single("rcp.rn.f32", &[a], 1.0 / x);
        same_single("fma.rn.f32", &[a, b, c], x.mul_add(y, z));
        let pair = run("fma.rn.f32x2", &[a | (b << 32), b | (c << 32), c | (a << 32)]);
        assert_eq!(pair & 0xffff_ffff, run("fma.rn.f32", &[a, b, c]));
        assert_eq!(pair >> 32, run("fma.rn.f32", &[b, c, a]));
    }
}

#[test]
fn directed_roundings_enclose_the_exact_result() {
    let mut bits = Random::new(5);
    for _ in 0..4000 {
        // Exponents within 24 of each other: an f64 holds the sum and the product.
        let [a, b] = std::array::from_fn(|_| {
            let word = bits.next();
            (word & 0x807f_ffff) | ((118 + (word >> 40) % 20) << 23)
        });
        let [x, y] = [a, b].map(|bits| f64::from(f32::from_bits(bits as u32)));
        for (name, exact) in [("add", x + y), ("mul", x * y)] {
            let [down, up, zero] = ["rm", "rp", "rz"].map(|rounding| {
                f32::from_bits(run(&format!("{name}.{rounding}.f32"), &[a, b]) as u32)
            });
            assert!(f64::from(down) <= exact && exact <= f64::from(up), "{name} {x} {y}");
            assert!(down == up || down.next_up() == up);
            assert_eq!(down == up, f64::from(down) == exact);
            assert_eq!(zero, if exact > 0.0 { down } else { up });
            assert_eq!(rounds(&format!("{name}.f32"), &[a, b]), down != up);
        }
    }
    let (max, min) = (single(f32::MAX), single(f32::MIN));
    same_single("add.rz.f32", &[max, max], f32::MAX);
    same_single("add.rp.f32", &[max, max], f32::INFINITY);
    same_single("add.rp.f32", &[min, min], f32::MIN);
    same_single("add.rp.f32", &[single(1.0), 1], 1f32.next_up());
    assert_eq!(run("add.rm.f32", &[single(1.0), single(-1.0)]), 0x8000_0000);
    assert_eq!(run("mul.rp.f32", &[1, single(0.25)]), 1);
    assert_eq!(run("mul.rm.f32", &[0x8000_0001, single(0.25)]), 0x8000_0001);
    assert_eq!(run("add.rm.f64", &[1f64.to_bits(), 1]), 1f64.to_bits());
    assert_eq!(run("add.rp.f64", &[1f64.to_bits(), 1]), 1f64.next_up().to_bits());
}

#[test]
fn halves_agree_with_the_crate() {
    let mut bits = Random::new(6);
    for _ in 0..4000 {
        let (a, b) = (bits.next() & 0xffff, bits.next() & 0xffff);
        let (x, y) = (f16::from_bits(a as u16), f16::from_bits(b as u16));
        for (name, expected) in [("add", x + y), ("sub", x - y), ("mul", x * y)] {
            let expected = if expected.is_nan() { 0x7fff } else { expected.to_bits() };
            assert_eq!(run(&format!("{name}.f16"), &[a, b]), u64::from(expected), "{a:x} {b:x}");
        }
        // A single holds the product unless it is subnormal.
        let (x, y) = (bf16::from_bits(a as u16), bf16::from_bits(b as u16));
        let product = x.to_f32() * y.to_f32();
        if !product.is_subnormal() {
            let expected = bf16::from_f32(product);
            let expected = if expected.is_nan() { 0x7fff } else { expected.to_bits() };
            assert_eq!(run("mul.bf16", &[a, b]), u64::from(expected), "{a:x} {b:x}");
        }
        let both = run("add.bf16x2", &[(a << 16) | b, (b << 16) | b]);
        assert_eq!(both >> 16, run("add.bf16", &[a, b]));
        assert_eq!(both & 0xffff, run("add.bf16", &[b, b]));
    }
}

/// In units of 2^-24, in which every half is an integer.
fn units(bits: u64) -> i128 {
    (f16::from_bits(bits as u16).to_f64() * 2f64.powi(24)) as i128
}

#[test]
fn fused_halves_are_rounded_once() {
    let mut bits = Random::new(7);
    let mut inexact = 0;
    for _ in 0..4000 {
        let [a, b, c] = std::array::from_fn(|_| bits.next() & 0xffff);
        let result = run("fma.rn.f16", &[a, b, c]);
        let finite = |bits: u64| f16::from_bits(bits as u16).is_finite();
        if ![a, b, c].into_iter().all(finite) || result & 0x7fff >= 0x7bff {
            continue;
        }
        let exact = units(a) * units(b) + (units(c) << 24);
        let distance = |bits: u64| ((units(bits) << 24) - exact).abs();
        let magnitude = result & 0x7fff;
        for other in [magnitude.saturating_sub(1), magnitude + 1] {
            let other = (result & 0x8000) | other;
            let tie = distance(other) == distance(result) && result & 1 == 0;
            assert!(distance(result) < distance(other) || tie || other == result, "{a:x} {b:x}");
        }
        inexact += usize::from(distance(result) != 0);
        assert_eq!(rounds("fma.rn.f16", &[a, b, c]), distance(result) != 0);
    }
    assert!(inexact > 1000);
}

#[test]
fn modifiers_shape_operands_and_results() {
    let (one, half, nan) = (single(1.0), single(0.5), 0x7fc0_0000);
    assert_eq!(run("add.ftz.f32", &[0x8000_0001, 0x8000_0001]), 0x8000_0000);
    assert_eq!(run("mul.ftz.f32", &[0x0080_0000, half]), 0);
    assert_eq!(run("mul.f32", &[0x0080_0000, half]), 0x0040_0000);
    assert!(rounds("mul.ftz.f32", &[0x0080_0000, half]));
    assert_eq!(run("abs.ftz.f32", &[0x8000_0001]), 0);
    assert_eq!(run("neg.f32", &[nan]), 0xffc0_0000);
    assert_eq!(run("add.sat.f32", &[one, one]), one);
    assert_eq!(run("add.sat.f32", &[one, nan]), 0);
    assert!(!rounds("add.sat.f32", &[one, one]));
    assert_eq!(run("fma.rn.relu.f16", &[0x3c00, 0xbc00, 0]), 0);
    assert_eq!(run("fma.rn.relu.bf16x2", &[0x3f80_3f80, 0x3f80_bf80, 0]), 0x3f80_0000);
    assert_eq!(run("min.f32", &[one, nan]), one);
    assert_eq!(run("min.NaN.f32", &[one, nan]), 0x7fff_ffff);
    assert_eq!(run("max.f32", &[nan, nan]), 0x7fff_ffff);
    assert_eq!(run("max.f32", &[0x8000_0000, 0]), 0);
    assert_eq!(run("min.f32", &[0, 0x8000_0000]), 0x8000_0000);
    assert_eq!(run("min.xorsign.abs.f32", &[single(-2.0), one]), single(-1.0));
    assert_eq!(run("min.f16x2", &[0x3c00_7e00, 0x4000_3c00]), 0x3c00_3c00);
    assert_eq!(run("copysign.f32", &[single(-2.0), one]), single(-1.0));
    assert_eq!(run("max.f64", &[1f64.to_bits(), 2f64.to_bits()]), 2f64.to_bits());
}

#[test]
fn doubles_say_whether_they_are_exact() {
    let mut bits = Random::new(8);
    for _ in 0..4000 {
        // Integers of up to 60 bits in an f64 of 53: an i128 knows the exact result.
        let [a, b, c] =
            std::array::from_fn(|_| (bits.next() as i64 >> (4 + bits.next() % 60)) as f64);
        let exact = a as i128 * b as i128 + c as i128;
        let words = [a, b, c].map(f64::to_bits);
        let expected = a.mul_add(b, c);
        assert_eq!(run("fma.rn.f64", &words), expected.to_bits());
        assert_eq!(rounds("fma.rn.f64", &words), expected as i128 != exact, "{a} {b} {c}");
        assert_eq!(run("add.f64", &words[..2]), (a + b).to_bits());
        let exact = a as i128 + b as i128;
        assert_eq!(rounds("add.f64", &words[..2]), (a + b) as i128 != exact);
        let exact = a as i128 * b as i128;
        assert_eq!(rounds("mul.f64", &words[..2]), (a * b) as i128 != exact);
    }
    let [one, three, nine] = [1f64, 3.0, 9.0].map(f64::to_bits);
    assert!(!rounds("div.rn.f64", &[nine, three]) && rounds("div.rn.f64", &[one, three]));
    assert!(!rounds("sqrt.rn.f64", &[nine]) && rounds("sqrt.rn.f64", &[three]));
}

/// Measured on an H200: what is below the least normal number in steps of its own is zero, though the
/// steps of subnormal numbers would round it to that number.
#[test]
fn results_are_flushed_that_round_up_to_a_normal_number() {
    let (least, below_one, least_after) = (0x0080_0000, 0x3f7f_ffff, 0x0080_0001);
    for rounding in ["rn", "rz", "rm", "rp"] {
        let product = |a, b| run(&format!("mul.{rounding}.ftz.f32"), &[a, b]);
        assert_eq!(product(least, below_one), 0, "{rounding}");
        let reaches = matches!(rounding, "rn" | "rp");
        assert_eq!(
            product(least_after, 0x3f7f_fffe),
            if reaches { least } else { 0 },
            "{rounding}"
        );
        let quotient = run(&format!("div.{rounding}.ftz.f32"), &[0x8080_0000, 0x3f80_0001]);
        assert_eq!(quotient, 0x8000_0000, "{rounding}");
        let double = |bits| run(&format!("cvt.{rounding}.ftz.f32.f64"), &[bits]);
        assert_eq!(double(0x380f_ffff_e000_0000), 0, "{rounding}");
        assert_eq!(double(0x380f_ffff_f000_0000), if reaches { least } else { 0 }, "{rounding}");
    }
    assert_eq!(run("mul.rn.ftz.f16", &[0x8400, 0x3bff]), 0x8000);
    assert_eq!(run("mul.rn.f32", &[least, below_one]), least);
}

#[test]
fn approximate_functions_say_so_where_results_may_differ() {
    let approximate = |name: &str, sources: &[u64]| {
        let mut state = AluState::default();
        (run_with(name, sources, &mut state), state.approximate)
    };
    let (one, three) = (single(1.0), single(3.0));
    assert_eq!(approximate("ex2.approx.ftz.f32", &[three]), (single(8.0), true));
    assert_eq!(approximate("ex2.approx.f32", &[0xff80_0000]), (0, false));
    assert_eq!(approximate("lg2.approx.f32", &[0]), (0xff80_0000, false));
    assert_eq!(approximate("rsqrt.approx.f32", &[0x8000_0000]), (0xff80_0000, false));
    assert_eq!(approximate("rcp.approx.ftz.f32", &[1]), (0x7f80_0000, true));
    assert_eq!(approximate("sin.approx.f32", &[0x7f80_0000]), (0x7fff_ffff, false));
    assert_eq!(approximate("cos.approx.f32", &[0]), (one, false));
    assert_eq!(approximate("tanh.approx.f16x2", &[0x7c00_fc00]), (0x3c00_bc00, false));
    assert_eq!(approximate("div.full.f32", &[three, one]), (three, false));
    assert_eq!(approximate("div.full.f32", &[three, three]), (one, true));
    assert_eq!(approximate("div.full.f32", &[0x0080_0000, single(2.0)]), (0x0040_0000, true));
    assert_eq!(approximate("div.approx.f32", &[three, one]), (three, true));
    assert_eq!(approximate("div.approx.f32", &[three, 0xff00_0000]), (0x8000_0000, true));
    // A NaN whose payload is in the half that does not count.
    assert_eq!(approximate("rcp.approx.ftz.f64", &[0x7ff0_0000_0000_0001]), (0, false));
    assert_eq!(approximate("rsqrt.approx.ftz.f64", &[0x7ff0_0000_0000_0001]), (0, false));
    assert_eq!(approximate("rcp.approx.ftz.f64", &[3f64.to_bits()]), (0x3fd5_5555_0000_0000, true));
}
