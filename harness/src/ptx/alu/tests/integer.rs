//! Integers and comparisons.

use super::*;

/// The number of the low bits.
fn number(bits: u64, width: u32, signed: bool) -> i128 {
    let low = i128::from(bits) & ((1i128 << width) - 1);
    if signed && low >> (width - 1) == 1 { low - (1i128 << width) } else { low }
}

fn cut(value: i128, width: u32) -> u64 {
    (value & ((1i128 << width) - 1)) as u64
}

#[test]
fn arithmetic_is_that_of_numbers_modulo_the_width() {
    type Function = fn(i128, i128) -> i128;
    let table: [(&str, Function); 7] = [
        ("add", |a, b| a + b),
        ("sub", |a, b| a - b),
        ("mul.lo", |a, b| a.wrapping_mul(b)),
        ("min", i128::min),
        ("max", i128::max),
        ("div", |a, b| if b == 0 { -1 } else { a / b }),
        ("rem", |a, b| if b == 0 { a } else { a % b }),
    ];
    let mut bits = Random::new(1);
    for (name, function) in table {
        for (width, signed) in [(16, false), (16, true), (32, false), (32, true), (64, true)] {
            let ty = if signed { "s" } else { "u" };
            for round in 0..40 {
                let a = bits.next();
                let b = if round == 0 { 0 } else { bits.next() >> (bits.next() & 63) };
                let expected = function(number(a, width, signed), number(b, width, signed));
                let form = format!("{name}.{ty}{width}");
                assert_eq!(run(&form, &[a, b]), cut(expected, width), "{form} {a:#x} {b:#x}");
            }
        }
    }
    assert_eq!(run("div.s32", &[0x8000_0000, u64::MAX]), 0x8000_0000);
    assert_eq!(run("add.sat.s32", &[0x7fff_ffff, 1]), 0x7fff_ffff);
    assert_eq!(run("sub.sat.s32", &[0x8000_0000, 1]), 0x8000_0000);
    assert_eq!(run("abs.s16", &[0xffff_fffb]), 5);
    assert_eq!(run("neg.s16", &[1]), 0xffff);
    assert_eq!(run("max.u16x2", &[0x0001_ffff, 0x0002_0001]), 0x0002_ffff);
    assert_eq!(run("add.s16x2", &[0x0001_ffff, 0x0001_0001]), 0x0002_0000);
    assert_eq!(run("min.s16x2", &[0xffff_0001, 0x0001_8000]), 0xffff_8000);
    assert_eq!(run("max.relu.s32", &[0xffff_fffb, 0x8000_0000]), 0);
    assert_eq!(run("max.relu.s32", &[0xffff_fffb, 5]), 5);
    assert_eq!(run("min.relu.s32", &[7, 5]), 5);
    assert_eq!(run("max.relu.s16x2", &[0x0005_fffb, 0x8000_fffa]), 0x0005_0000);
    assert_eq!(run("min.relu.s16x2", &[0x0005_fffb, 0x0006_0007]), 0x0005_0000);
}

#[test]
fn products_have_halves_and_carries_make_chains() {
    let mut bits = Random::new(2);
    for _ in 0..200 {
        let (a, b, c, d) = (bits.next(), bits.next(), bits.next(), bits.next());
        for (ty, width, signed) in
            [("u16", 16, false), ("s16", 16, true), ("u32", 32, false), ("s32", 32, true)]
        {
            let product = number(a, width, signed) * number(b, width, signed);
            assert_eq!(run(&format!("mul.hi.{ty}"), &[a, b]), cut(product >> width, width));
            assert_eq!(run(&format!("mul.wide.{ty}"), &[a, b]), cut(product, 2 * width));
            let sum = cut(product + i128::from(c), 2 * width);
            assert_eq!(run(&format!("mad.wide.{ty}"), &[a, b, c]), sum);
        }
        let high = (u128::from(a) * u128::from(b)) >> 64;
        assert_eq!(u128::from(run("mul.hi.u64", &[a, b])), high);
        let high = (i128::from(a as i64) * i128::from(b as i64)) >> 64;
        assert_eq!(run("mul.hi.s64", &[a, b]), high as u64);

        let mut state = AluState::default();
        let low = run_with("add.cc.u32", &[a, b], &mut state);
        let high = run_with("addc.u32", &[a >> 32, b >> 32], &mut state);
        assert_eq!((high << 32) | low, a.wrapping_add(b));
        let low = run_with("sub.cc.u32", &[a, b], &mut state);
        let high = run_with("subc.u32", &[a >> 32, b >> 32], &mut state);
        assert_eq!((high << 32) | low, a.wrapping_sub(b));
        // A wide product and a 64-bit sum, as a Payne-Hanek reduction makes them.
        let low = run_with("mad.lo.cc.u32", &[a, b, c], &mut state);
        let high = run_with("madc.hi.u32", &[a, b, d], &mut state);
        let (a, b) = (a & 0xffff_ffff, b & 0xffff_ffff);
        let addend = (d << 32) | (c & 0xffff_ffff);
        assert_eq!((high << 32) | low, (a * b).wrapping_add(addend));
    }
    assert_eq!(run("mul24.lo.u32", &[0xff00_0003, 5]), 15);
    assert_eq!(run("mul24.hi.s32", &[0x00ff_ffff, 1 << 20]), 0xffff_fff0);
    assert_eq!(run("mad.hi.sat.s32", &[1 << 30, 1 << 30, 0x7fff_ffff]), 0x7fff_ffff);
    assert_eq!(run("sad.s32", &[u64::MAX, 4, 10]), 15);
    assert_eq!(run("dp4a.s32.s32", &[0xff02_0304, 0x0201_0101, 10]), 17);
    assert_eq!(run("dp4a.u32.u32", &[0xff02_0304, 0x0201_0101, 10]), 529);
    assert_eq!(run("dp2a.hi.s32.s32", &[0xffff_0002, 0x0305_0000, 0]), 7);
    assert_eq!(run("dp2a.lo.s32.s32", &[0xffff_0002, 0x0305_0102, 0]), 3);
}

#[test]
fn fields_are_moved_bit_by_bit() {
    let mut bits = Random::new(3);
    let bit = |value: u64, at: u64| (value >> at) & 1;
    for _ in 0..400 {
        let (a, b) = (bits.next(), bits.next());
        let (position, length) = (bits.next() % 80, bits.next() % 80);
        for (ty, width, signed) in
            [("u32", 32, false), ("s32", 32, true), ("u64", 64, false), ("s64", 64, true)]
        {
            let last = (position + length).saturating_sub(1).min(width - 1);
            let fill = if signed && length > 0 { bit(a, last) } else { 0 };
            let expected = (0..width).fold(0, |word, at| {
                let inside = at < length && position + at < width;
                word | (if inside { bit(a, position + at) } else { fill } << at)
            });
            assert_eq!(run(&format!("bfe.{ty}"), &[a, position, length]), expected, "{ty}");
        }
        for (ty, width) in [("b32", 32), ("b64", 64)] {
            let expected = (0..width).fold(0, |word, at| {
                let inside = at >= position && at - position < length;
                word | (if inside { bit(a, at - position) } else { bit(b, at) } << at)
            });
            assert_eq!(run(&format!("bfi.{ty}"), &[a, b, position, length]), expected, "{ty}");
        }
        let (c, table) = (bits.next(), bits.next() & 255);
        let expected = (0..32).fold(0, |word, at| {
            word | (bit(table, bit(a, at) * 4 + bit(b, at) * 2 + bit(c, at)) << at)
        });
        assert_eq!(run("lop3.b32", &[a, b, c, table]), expected);
        let bytes: Vec<u8> =
            [a as u32, b as u32].iter().flat_map(|word| word.to_le_bytes()).collect();
        let expected = (0..4).fold(0, |word, at| {
            let control = (c >> (4 * at)) & 15;
            let byte = bytes[(control & 7) as usize];
            let sign = if byte >= 128 { 255 } else { 0 };
            word | (u64::from(if control < 8 { byte } else { sign }) << (8 * at))
        });
        assert_eq!(run("prmt.b32", &[a, b, c]), expected);
        let n = position as u32 & 31;
        let left = (b as u32) << n | (a as u32).checked_shr(32 - n).unwrap_or(0);
        assert_eq!(run("shf.l.wrap.b32", &[a, b, position]), u64::from(left));
    }
    assert_eq!(run("shf.r.clamp.b32", &[1, 2, 40]), 2);
    // Beyond what is allowed: as an H200 does.
    assert_eq!(run("bfe.u32", &[0x7fff_ffff, 0x100, 1]), 1);
    assert_eq!(run("bfe.u64", &[1 << 63, 1, 0x100]), 1 << 62);
    assert_eq!(run("bfe.s64", &[1 << 63 | 1, 0x100, 0x21]), u64::MAX);
    assert_eq!(run("bfi.b64", &[3, 2, 0x20, 0x100]), 0x3_0000_0002);
    assert_eq!(run("prmt.b32.b4e", &[0x4433_2211, 0x8877_6655, 1]), 0x7788_1122);
}

#[test]
fn shifts_reach_beyond_the_width_and_bits_are_counted() {
    assert_eq!(run("shl.b16", &[0xffff, 16]), 0);
    assert_eq!(run("shl.b64", &[1, 64]), 0);
    assert_eq!(run("shr.s32", &[0x8000_0000, 200]), 0xffff_ffff);
    assert_eq!(run("shr.u32", &[0xffff_ffff_8000_0000, 31]), 1);
    assert_eq!(run("shr.u64", &[u64::MAX, 0x1_0000_0001]), u64::MAX >> 1);
    assert_eq!(run("clz.b32", &[1]), 31);
    assert_eq!(run("clz.b64", &[0]), 64);
    assert_eq!(run("popc.b32", &[u64::MAX]), 32);
    assert_eq!(run("brev.b32", &[1]), 0x8000_0000);
    assert_eq!(run("bfind.u32", &[0]), 0xffff_ffff);
    assert_eq!(run("bfind.s32", &[0xffff_fff0]), 3);
    assert_eq!(run("bfind.shiftamt.u32", &[16]), 27);
    assert_eq!(run("bmsk.clamp.b32", &[30, 40]), 0xc000_0000);
    assert_eq!(run("bmsk.wrap.b32", &[1, 2]), 6);
    assert_eq!(run("szext.clamp.s32", &[0x8, 4]), 0xffff_fff8);
    assert_eq!(run("szext.wrap.u32", &[0xffff_ffff, 0]), 0);
    assert_eq!(run("not.pred", &[1]), 0);
    assert_eq!(run("cnot.b32", &[0xffff_ffff_0000_0000]), 1);
    assert_eq!(run("xor.pred", &[1, u64::MAX]), 0);
}

#[test]
fn comparisons_know_signs_and_nans() {
    let (one, nan) = (u64::from(1f32.to_bits()), 0x7fff_ffff);
    assert_eq!(run("setp.lt.s32", &[u64::MAX, 0]), 1);
    assert_eq!(run("setp.lt.u32", &[u64::MAX, 0]), 0);
    assert_eq!(run("setp.eq.b16", &[0xffff_0001, 1]), 1);
    for (name, ordered, unordered) in
        [("lt", 0, 0), ("ltu", 0, 1), ("ne", 0, 0), ("neu", 0, 1), ("num", 1, 0), ("nan", 0, 1)]
    {
        assert_eq!(run(&format!("setp.{name}.f32"), &[one, one]), ordered, "{name}");
        assert_eq!(run(&format!("setp.{name}.f32"), &[one, nan]), unordered, "{name}");
    }
    assert_eq!(run("setp.eq.f32", &[0, 0x8000_0000]), 1);
    assert_eq!(run("setp.ne.f32", &[0, 1]), 1);
    assert_eq!(run("setp.ne.ftz.f32", &[0, 1]), 0);
    let state = &mut AluState::default();
    let [p, q] = run_lanes("setp.gt.f16x2", &[[0x3c00_4000; 32], [0x4000_3c00; 32]], state);
    assert_eq!((p[3], q[3]), (1, 0));
    let [p, q] = run_lanes("setp.lt.and.s32", &[[1; 32], [2; 32], [1; 32]], state);
    assert_eq!((p[3], q[3]), (1, 0));
    let [p, q] = run_lanes("setp.lt.and.s32", &[[2; 32], [1; 32], [1; 32]], state);
    assert_eq!((p[3], q[3]), (0, 1));
    assert_eq!(run("set.nan.f16x2.f16x2", &[0x7e00_3c00, 0x7e00_3c00]), 0x3c00_0000);
    assert_eq!(run("set.lt.u32.s32", &[1, 2]), 0xffff_ffff);
    assert_eq!(run("set.lt.f32.s32", &[1, 2]), one);
    assert_eq!(run("selp.b32", &[0xffff_ffff_0000_0001, 2, 1]), 1);
    assert_eq!(run("selp.b16", &[1, 2, 0]), 2);
    assert_eq!(run("slct.b32.s32", &[1, 2, u64::MAX]), 2);
    assert_eq!(run("slct.b32.f32", &[1, 2, 0x8000_0000]), 1);
    assert_eq!(run("testp.normal.f32", &[0]), 1);
    assert_eq!(run("testp.subnormal.f32", &[1]), 1);
    assert_eq!(run("testp.notanumber.f64", &[0x7ff8_0000_0000_0000]), 1);
}
