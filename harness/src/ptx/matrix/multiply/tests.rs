//! Products against naive ones, with the fragments spelled out as the ISA does, shape by shape.

#![allow(clippy::needless_range_loop, reason = "lanes are counted")]

use super::*;
use crate::tensor::FloatFormat;

/// (group, thread in group, element) to (row, column).
type Place = fn(usize, usize, usize) -> (usize, usize);

struct Case {
    shape: (u32, u32),
    types: &'static [Type],
    sums: &'static [Type],
    a: Place,
    b: Place,
}

const INTEGERS: &[Type] = &[Type::S8, Type::U8];
const NIBBLES: &[Type] = &[Type::S4, Type::U4];
const BYTE_FLOATS: &[Type] = &[Type::E4m3, Type::E5m2];

const CASES: &[Case] = &[
    Case {
        shape: (16, 8),
        types: &[Type::F16, Type::Bf16],
        sums: &[Type::F32, Type::F16],
        a: |g, t, i| (if i < 2 { g } else { g + 8 }, t * 2 + (i & 1)),
        b: |g, t, i| (t * 2 + i, g),
    },
    Case {
        shape: (16, 16),
        types: &[Type::F16, Type::Bf16],
        sums: &[Type::F32, Type::F16],
        a: |g, t, i| {
            let row = if matches!(i, 0 | 1 | 4 | 5) { g } else { g + 8 };
            (row, if i < 4 { t * 2 + (i & 1) } else { t * 2 + (i & 1) + 8 })
        },
        b: |g, t, i| (if i < 2 { t * 2 + (i & 1) } else { t * 2 + (i & 1) + 8 }, g),
    },
    Case {
        shape: (16, 4),
        types: &[Type::Tf32],
        sums: &[Type::F32],
        a: |g, t, i| (if i == 0 { g } else { g + 8 }, t),
        b: |g, t, _| (t, g),
    },
    Case {
        shape: (16, 8),
        types: &[Type::Tf32],
        sums: &[Type::F32],
        a: |g, t, i| (if matches!(i, 0 | 2) { g } else { g + 8 }, if i < 2 { t } else { t + 4 }),
        b: |g, t, i| (if i == 0 { t } else { t + 4 }, g),
    },
    Case {
        shape: (8, 16),
        types: INTEGERS,
        sums: &[Type::S32],
        a: |g, t, i| (g, t * 4 + i),
        b: |g, t, i| (t * 4 + i, g),
    },
    Case {
        shape: (16, 16),
        types: INTEGERS,
        sums: &[Type::S32],
        a: |g, t, i| (if i < 4 { g } else { g + 8 }, t * 4 + (i & 3)),
        b: |g, t, i| (t * 4 + i, g),
    },
    Case { shape: (16, 32), types: INTEGERS, sums: &[Type::S32], a: bytes_a, b: bytes_b },
    Case {
        shape: (16, 32),
        types: BYTE_FLOATS,
        sums: &[Type::F32, Type::F16],
        a: bytes_a,
        b: bytes_b,
    },
    Case {
        shape: (8, 32),
        types: NIBBLES,
        sums: &[Type::S32],
        a: |g, t, i| (g, t * 8 + i),
        b: |g, t, i| (t * 8 + i, g),
    },
    Case {
        shape: (16, 64),
        types: NIBBLES,
        sums: &[Type::S32],
        a: |g, t, i| {
            let row = if i < 8 || (16..24).contains(&i) { g } else { g + 8 };
            (row, t * 8 + (i & 7) + if i < 16 { 0 } else { 32 })
        },
        b: |g, t, i| (t * 8 + (i & 7) + if i < 8 { 0 } else { 32 }, g),
    },
    Case {
        shape: (8, 4),
        types: &[Type::F64],
        sums: &[Type::F64],
        a: |g, t, _| (g, t),
        b: |g, t, _| (t, g),
    },
    Case {
        shape: (16, 4),
        types: &[Type::F64],
        sums: &[Type::F64],
        a: |g, t, i| (if i == 0 { g } else { g + 8 }, t),
        b: |g, t, _| (t, g),
    },
    Case {
        shape: (16, 16),
        types: &[Type::F64],
        sums: &[Type::F64],
        a: |g, t, i| if i % 2 == 0 { (g, i * 2 + t) } else { (g + 8, i * 2 - 2 + t) },
        b: |g, t, i| (i * 4 + t, g),
    },
];

fn bytes_a(g: usize, t: usize, i: usize) -> (usize, usize) {
    let row = if i < 4 || (8..12).contains(&i) { g } else { g + 8 };
    (row, t * 4 + (i & 3) + if i < 8 { 0 } else { 16 })
}

fn bytes_b(g: usize, t: usize, i: usize) -> (usize, usize) {
    (t * 4 + (i & 3) + if i < 4 { 0 } else { 16 }, g)
}

fn bits(ty: Type) -> usize {
    match ty {
        Type::Tf32 => 32,
        _ => ty.bits() as usize,
    }
}

fn encode(ty: Type, value: i64) -> u64 {
    let format = match ty {
        Type::F16 => FloatFormat::F16,
        Type::Bf16 => FloatFormat::BF16,
        Type::F32 | Type::Tf32 => FloatFormat::F32,
        Type::F64 => FloatFormat::F64,
        Type::E4m3 => FloatFormat::F8E4M3,
        Type::E5m2 => FloatFormat::F8E5M2,
        _ => return value as u64 & (u64::MAX >> (64 - bits(ty))),
    };
    format.to_bits(value as f64)
}

fn is_unsigned(ty: Type) -> bool {
    matches!(ty, Type::U4 | Type::U8)
}

/// The registers of a fragment with `count` elements a lane.
fn pack(ty: Type, count: usize, place: Place, value: impl Fn(usize, usize) -> i64) -> Vec<Lanes> {
    let width = if ty == Type::F64 { 64 } else { 32 };
    let per = width / bits(ty);
    let mut registers = vec![[0u64; 32]; count / per];
    for lane in 0..32 {
        for i in 0..count {
            let (row, column) = place(lane / 4, lane % 4, i);
            registers[i / per][lane] |= encode(ty, value(row, column)) << (i % per * bits(ty));
        }
    }
    registers
}

fn a_value(ty: Type, row: usize, column: usize) -> i64 {
    ((row * 7 + column * 3) % 9) as i64 - if is_unsigned(ty) { 0 } else { 4 }
}

fn b_value(ty: Type, row: usize, column: usize) -> i64 {
    ((row * 5 + column * 11) % 7) as i64 - if is_unsigned(ty) { 0 } else { 3 }
}

fn c_value(row: usize, column: usize) -> i64 {
    5 * row as i64 - 3 * column as i64
}

fn run(case: &Case, ty: Type, sum: Type) {
    let (m, k) = (case.shape.0 as usize, case.shape.1 as usize);
    let shape = MatrixShape { m: case.shape.0, n: 8, k: case.shape.1 };
    let (a_layout, b_layout) = (MulLayout::Row, MulLayout::Column);
    let product =
        Product { shape, a_layout, b_layout, d: sum, a: ty, b: ty, c: sum, satfinite: false };
    let c_place: Place = |g, t, i| (if i < 2 { g } else { g + 8 }, t * 2 + (i & 1));
    let a = pack(ty, m * k / 32, case.a, |row, column| a_value(ty, row, column));
    let b = pack(ty, 8 * k / 32, case.b, |row, column| b_value(ty, row, column));
    let c = pack(sum, m * 8 / 32, c_place, c_value);
    let expected = pack(sum, m * 8 / 32, c_place, |row, column| {
        let products = (0..k).map(|at| a_value(ty, row, at) * b_value(ty, at, column));
        products.sum::<i64>() + c_value(row, column)
    });
    let mut d = vec![[9; 32]; c.len()];
    assert_eq!(multiply(&product, &a, &b, &c, &mut d), Ok(Sums::default()), "{product:?}");
    assert_eq!(d, expected, "{product:?}");
}

#[test]
fn every_shape_is_a_product() {
    for case in CASES {
        for &ty in case.types {
            for &sum in case.sums {
                if (ty, sum) != (Type::Bf16, Type::F16) {
                    run(case, ty, sum);
                }
            }
        }
    }
}

#[test]
fn the_naive_product_depends_on_the_layout() {
    // Otherwise a permutation of the inner index would go unseen.
    let row: Vec<i64> = (0..16).map(|at| a_value(Type::S8, 0, at)).collect();
    let column: Vec<i64> = (0..16).map(|at| b_value(Type::S8, at, 0)).collect();
    let straight: i64 = row.iter().zip(&column).map(|(x, y)| x * y).sum();
    let reversed: i64 = row.iter().zip(column.iter().rev()).map(|(x, y)| x * y).sum();
    assert_ne!(straight, reversed);
}

#[test]
fn other_forms_are_refused() {
    let shape = MatrixShape { m: 16, n: 8, k: 16 };
    let (a_layout, b_layout) = (MulLayout::Row, MulLayout::Column);
    let (d, a, b, c) = (Type::F32, Type::F16, Type::F16, Type::F32);
    let product = Product { shape, a_layout, b_layout, d, a, b, c, satfinite: false };
    let [two, four] = [vec![[0; 32]; 2], vec![[0; 32]; 4]];
    let refuses = |product: &Product, a: &[Lanes]| {
        multiply(product, a, &two, &four, &mut four.clone()).is_err()
    };
    assert!(!refuses(&product, &four));
    assert!(refuses(&product, &two));
    assert!(refuses(&Product { b_layout: MulLayout::Row, ..product }, &four));
    assert!(refuses(&Product { c: Type::F16, ..product }, &four));
    assert!(refuses(&Product { b: Type::Bf16, ..product }, &four));
    let volta = MatrixShape { m: 8, n: 8, k: 4 };
    assert!(refuses(&Product { shape: volta, ..product }, &two));
}
