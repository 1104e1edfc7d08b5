//! Conversions against casts, `tensor`'s formats, and searches.

use super::*;
use crate::tensor::FloatFormat;

fn single(value: f64) -> u64 {
    FloatFormat::F32.to_bits(value)
}

#[test]
fn every_small_float_widens_exactly_and_comes_back() {
    for bits in 0..1u64 << 16 {
        let value = FloatFormat::F16.from_bits(bits);
        let wide = run("cvt.f32.f16", &[bits | 0xabcd_0000]);
        if value.is_nan() {
            assert_eq!(wide, 0x7fff_ffff);
        } else {
            assert_eq!(wide, single(value));
            assert_eq!(run("cvt.rn.f16.f32", &[wide]), bits);
        }
    }
    for (ty, format) in [("e4m3", FloatFormat::F8E4M3), ("e5m2", FloatFormat::F8E5M2)] {
        for bits in 0..256 {
            let value = format.from_bits(bits);
            let wide = run(&format!("cvt.rn.f16x2.{ty}x2"), &[(bits << 8) | 1]);
            assert_eq!(wide & 0xffff, FloatFormat::F16.to_bits(format.from_bits(1)));
            if value.is_nan() {
                assert_eq!(wide >> 16, 0x7fff);
                continue;
            }
            assert_eq!(wide >> 16, FloatFormat::F16.to_bits(value));
            let back = run(&format!("cvt.rn.satfinite.{ty}x2.f16x2"), &[wide]);
            let expected = if value.is_infinite() { (bits & 0x80) | 0x7b } else { bits };
            assert_eq!(back, (expected << 8) | 1, "{ty} {bits:x}");
        }
    }
}

#[test]
fn narrow_floats_are_the_nearest_and_directed_ones_are_neighbours() {
    let mut bits = Random::new(9);
    for _ in 0..20_000 {
        let word = bits.next() & 0xffff_ffff;
        let value = f64::from(f32::from_bits(word as u32));
        if value.is_nan() {
            continue;
        }
        for (ty, format) in [("f16", FloatFormat::F16), ("bf16", FloatFormat::BF16)] {
            let nearest = run(&format!("cvt.rn.{ty}.f32"), &[word]);
            assert_eq!(nearest, format.to_bits(format.round(value)));
            let zero = run(&format!("cvt.rz.{ty}.f32"), &[word]);
            let truncated = format.from_bits(zero).abs();
            assert!(truncated <= value.abs());
            let next = format.from_bits((zero & 0x7fff) + 1);
            assert!(value.is_infinite() || next > value.abs(), "{ty} {word:x}");
        }
        let packed = run("cvt.rn.f16x2.f32", &[word, single(1.0)]);
        assert_eq!(packed, (run("cvt.rn.f16.f32", &[word]) << 16) | 0x3c00);
        let eights = run("cvt.rn.satfinite.e4m3x2.f32", &[single(-2.0), word]);
        let limited = value.clamp(-448.0, 448.0);
        assert_eq!(eights, 0xc000 | FloatFormat::F8E4M3.to_bits(limited));
    }
    assert_eq!(run("cvt.rn.satfinite.e4m3x2.f32", &[0x7fc0_0000, 0xff80_0000]), 0x7ffe);
    assert_eq!(run("cvt.rn.satfinite.e5m2x2.f32", &[0x7fc0_0000, 0x7f80_0000]), 0x7f7b);
    assert_eq!(run("cvt.rn.relu.bf16x2.f32", &[single(-1.0), single(2.0)]), 0x4000);
    assert_eq!(run("cvt.rn.satfinite.f16.f32", &[single(1e9)]), 0x7bff);
    assert_eq!(run("cvt.sat.f32.f32", &[single(7.0)]), single(1.0));
    assert_eq!(run("cvt.rn.bf16x2.ue8m0x2", &[0xff7e]), 0x7fff_3f00);
    assert!(rounds("cvt.rn.f16.f32", &[single(2049.0)]));
    assert!(!rounds("cvt.rn.f16.f32", &[single(2050.0)]));
}

#[test]
fn four_bits_are_these_values() {
    let values = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
    for (bits, value) in (0u64..).zip(values) {
        let wide = run("cvt.rn.bf16x2.e2m1x2", &[(bits << 4) | bits | 8]);
        assert_eq!(wide >> 16, FloatFormat::BF16.to_bits(value));
        assert_eq!(wide & 0xffff, FloatFormat::BF16.to_bits(-value));
        let back = run("cvt.rn.satfinite.e2m1x2.f32", &[single(value), single(-value)]);
        assert_eq!(back, (bits << 4) | bits | 8);
    }
    let e2m1 =
        |high: f64, low: f64| run("cvt.rn.satfinite.e2m1x2.f32", &[single(high), single(low)]);
    assert_eq!(e2m1(0.25, 0.75), 0x02);
    assert_eq!(e2m1(2.5, 5.0), 0x46);
    assert_eq!(e2m1(f64::NEG_INFINITY, f64::NAN), 0xf7);
}

#[test]
fn tf32_keeps_ten_bits() {
    let one = single(1.0);
    assert_eq!(run("cvt.rna.tf32.f32", &[one + 0x1000]), one + 0x2000);
    assert_eq!(run("cvt.rn.tf32.f32", &[one + 0x1000]), one);
    assert_eq!(run("cvt.rn.tf32.f32", &[one + 0x3000]), one + 0x4000);
    assert_eq!(run("cvt.rz.tf32.f32", &[one + 0x1fff]), one);
    assert_eq!(run("cvt.rna.tf32.f32", &[0xff7f_ffff]), 0xff80_0000);
    assert_eq!(run("cvt.rna.satfinite.tf32.f32", &[0xff7f_ffff]), 0xff7f_e000);
    assert!(!rounds("cvt.rna.tf32.f32", &[one]) && rounds("cvt.rna.tf32.f32", &[one + 1]));
}

/// Measured on an H200.
#[test]
fn nans_are_canonical_or_keep_their_payload() {
    for (name, operand, expected) in [
        ("cvt.f32.f32", 0xff80_0001, 0xff80_0001),
        ("cvt.ftz.f32.f32", 0xff80_0001, 0x7fff_ffff),
        ("cvt.f32.bf16", 0xffc1, 0xffc1_0000),
        ("cvt.f32.f16", 0xfe01, 0x7fff_ffff),
        ("cvt.rn.f32.f64", 0x7ff0_1234_5678_9abc, 0x7fc0_91a2),
        ("cvt.rn.f32.f64", 0xfff7_ffff_ffff_ffff, 0xffff_ffff),
        ("cvt.rn.sat.f32.f64", 0xfff7_ffff_ffff_ffff, 0),
        ("cvt.rn.f16.f64", 0x7ff8_1234_5678_9abc, 0x7e04),
        ("cvt.rz.bf16.f64", 0xfffc_0000_0000_0000, 0xffe0),
        ("cvt.rn.bf16.f32", 0xff80_0001, 0x7fff),
        ("cvt.rna.tf32.f32", 0x7f80_1fff, 0x7f80_0000),
        ("cvt.rna.tf32.f32", 0xffc1_2345, 0xffc1_2000),
        ("cvt.rna.satfinite.tf32.f32", 0xffc1_2345, 0xffc1_0000),
        ("cvt.rna.satfinite.tf32.f32", 0x7f80_0001, 0x7f7f_e000),
        ("cvt.rn.tf32.f32", 0xffc0_0001, 0x7fff_e000),
        ("cvt.rz.relu.tf32.f32", 0xffc0_0001, 0x7fff_e000),
    ] {
        assert_eq!(run(name, &[operand]), expected, "{name} {operand:#x}");
    }
}

/// Measured on an H200.
#[test]
fn halves_come_from_subnormal_singles_too() {
    assert_eq!(run("cvt.rp.ftz.f16.f32", &[1]), 1);
    assert_eq!(run("cvt.rm.ftz.f16.f32", &[0x8000_0001]), 0x8001);
    assert_eq!(run("cvt.rn.ftz.f16.f32", &[1]), 0);
}

#[test]
fn integers_become_floats_with_one_rounding() {
    let mut bits = Random::new(10);
    for _ in 0..4000 {
        let word = bits.next() >> (bits.next() % 64);
        let (signed, unsigned) = (word as i64 as f32, word as f32);
        assert_eq!(run("cvt.rn.f32.s64", &[word]), u64::from(signed.to_bits()));
        assert_eq!(run("cvt.rn.f32.u64", &[word]), u64::from(unsigned.to_bits()));
        assert_eq!(run("cvt.rn.f64.s64", &[word]), (word as i64 as f64).to_bits());
        assert_eq!(run("cvt.rn.f32.s8", &[word]), single(f64::from(word as i8)));
        let f16 = run("cvt.rn.f16.u32", &[word]);
        assert_eq!(f16, FloatFormat::F16.to_bits(f64::from(word as u32)));
        let down = f64::from_bits(run("cvt.rm.f64.u64", &[word])) as u128;
        let up = f64::from_bits(run("cvt.rp.f64.u64", &[word])) as u128;
        assert!(down <= u128::from(word) && u128::from(word) <= up && up - down <= 2048);
        assert_eq!(down == up, !rounds("cvt.rn.f64.u64", &[word]));
    }
}

#[test]
fn floats_become_integers_within_the_range() {
    let mut bits = Random::new(11);
    for _ in 0..4000 {
        let word = bits.next() & 0xffff_ffff;
        let value = f32::from_bits(word as u32);
        if value.is_nan() {
            continue;
        }
        assert_eq!(run("cvt.rzi.s32.f32", &[word]) as u32, value as i32 as u32);
        assert_eq!(run("cvt.rzi.u32.f32", &[word]) as u32, value as u32);
        assert_eq!(run("cvt.rzi.s64.f32", &[word]), value as i64 as u64);
        assert_eq!(run("cvt.rzi.u16.f32", &[word]), u64::from(value as u16));
        assert_eq!(run("cvt.rmi.f32.f32", &[word]), u64::from(value.floor().to_bits()));
    }
    for (name, value, expected) in [
        ("cvt.rni.s32.f32", 2.5, 2),
        ("cvt.rni.s32.f32", 3.5, 4),
        ("cvt.rmi.s32.f32", -0.5, u64::MAX),
        ("cvt.rpi.s32.f32", -0.5, 0),
        ("cvt.rzi.s16.f32", -1e9, -32768i64 as u64),
    ] {
        assert_eq!(run(name, &[single(value)]), expected, "{name} {value}");
    }
    assert_eq!(run("cvt.rni.f32.f32", &[single(-0.5)]), 0x8000_0000);
    assert_eq!(run("cvt.rpi.ftz.f32.f32", &[1]), 0);
    assert_eq!(run("cvt.rpi.f32.f32", &[1]), single(1.0));
    let nan = f64::NAN.to_bits();
    assert_eq!(run("cvt.rzi.s32.f32", &[0x7fc0_0000]), 0);
    assert_eq!(run("cvt.rzi.s64.f32", &[0x7fc0_0000]), 1 << 63);
    assert_eq!(run("cvt.rzi.u32.f64", &[nan]), 1 << 31);
}

#[test]
fn integers_are_cut_extended_or_clamped() {
    assert_eq!(run("cvt.s32.s8", &[0x80]), -128i64 as u64);
    assert_eq!(run("cvt.s8.s32", &[0x1ff]), u64::MAX);
    assert_eq!(run("cvt.u16.u32", &[0xabcd_1234]), 0x1234);
    assert_eq!(run("cvt.u64.u32", &[u64::MAX]), 0xffff_ffff);
    assert_eq!(run("cvt.s64.s32", &[0x8000_0000]), 0xffff_ffff_8000_0000);
    assert_eq!(run("cvt.sat.u8.s32", &[u64::MAX]), 0);
    assert_eq!(run("cvt.sat.s8.s32", &[200]), 127);
}
