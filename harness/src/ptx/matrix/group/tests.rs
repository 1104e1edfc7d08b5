//! Group products against naive ones, with shared layouts spelled out by rows and units.

#![allow(clippy::needless_range_loop, reason = "lanes are counted")]

use super::super::testing::Shared;
use super::*;
use crate::tensor::FloatFormat;

const A_BASE: usize = 0x2000;
const B_BASE: usize = 0x8000;

/// A matrix in shared memory: the units of a swizzled row (1: none), and whether its contiguous
/// index is the outer one.
#[derive(Clone, Copy, Debug)]
struct Storage {
    units: usize,
    outer_major: bool,
}

const ROWS: Storage = Storage { units: 8, outer_major: false };

impl Storage {
    /// Which unit of 16 bytes a swizzle puts unit `unit` of line `line` at.
    fn swizzle(self, line: usize, unit: usize) -> usize {
        match self.units {
            8 => unit ^ (line % 8),
            4 => unit ^ (line / 2 % 4),
            2 => unit ^ (line / 4 % 2),
            _ => unit,
        }
    }

    /// Byte offset of an element; its (outer, inner) index, bytes, and inner elements in all.
    fn offset(self, (outer, inner): (usize, usize), bytes: usize, depth: usize) -> usize {
        let (line, along) = if self.outer_major { (inner, outer) } else { (outer, inner) };
        let (unit, rest) = (along * bytes / 16, along * bytes % 16);
        if self.units == 1 {
            // Blocks of eight lines and one unit: 128 bytes each, inner blocks first.
            return if self.outer_major {
                unit * (depth / 8 * 128) + line / 8 * 128 + line % 8 * 16 + rest
            } else {
                line / 8 * (depth * bytes / 16 * 128) + unit * 128 + line % 8 * 16 + rest
            };
        }
        let (block, unit) = (unit / self.units, unit % self.units);
        let lines = if self.outer_major { depth } else { 256 };
        let row = self.units * 16;
        block * lines * row + line * row + self.swizzle(line, unit) * 16 + rest
    }

    /// The descriptor of the part that starts at inner index `from`.
    fn descriptor(self, base: usize, from: usize, bytes: usize, depth: usize) -> u64 {
        let row = self.units * 16;
        let (step, leading, stride) = match (self.outer_major, self.units) {
            (true, 1) => (from / 8 * 128, 128, depth / 8 * 128),
            (true, _) => (from * row, depth * row, 8 * row),
            (false, 1) => (from * bytes / 16 * 128, 128, depth * bytes / 16 * 128),
            // The leading stride does not count.
            (false, _) => (from * bytes, 16, 8 * row),
        };
        let mode: u64 = [0, 0, 3, 0, 2, 0, 0, 0, 1][self.units];
        let field = |value: usize, at: u32| (value as u64 / 16) << at;
        field(base + step, 0) | field(leading, 16) | field(stride, 32) | mode << 62
    }
}

fn encode(ty: Type, value: i64) -> u64 {
    let format = match ty {
        Type::F16 => FloatFormat::F16,
        Type::Bf16 => FloatFormat::BF16,
        Type::F32 | Type::Tf32 => FloatFormat::F32,
        Type::E4m3 => FloatFormat::F8E4M3,
        Type::E5m2 => FloatFormat::F8E5M2,
        Type::S32 => return value as u32 as u64,
        _ => return value as u64 & 0xff,
    };
    format.to_bits(value as f64)
}

fn a_value(row: usize, column: usize) -> i64 {
    ((row * 7 + column * 3) % 9) as i64 - 4
}

fn b_value(row: usize, column: usize) -> i64 {
    ((row * 5 + column * 11) % 7) as i64 - 3
}

fn d_value(row: usize, column: usize) -> i64 {
    row as i64 - 2 * column as i64
}

/// The accumulators of four warps.
fn fragment(ty: Type, n: usize, value: impl Fn(usize, usize) -> i64) -> [Vec<Lanes>; 4] {
    let per = if ty == Type::F16 { 2 } else { 1 };
    std::array::from_fn(|warp| {
        let mut registers = vec![[0; 32]; n / 2 / per];
        for lane in 0..32 {
            for i in 0..n / 2 {
                let row = 16 * warp + lane / 4 + if i % 4 < 2 { 0 } else { 8 };
                let column = 8 * (i / 4) + lane % 4 * 2 + i % 2;
                let bits = encode(ty, value(row, column)) << (16 * (i % per));
                registers[i / per][lane] |= bits;
            }
        }
        registers
    })
}

struct Setup {
    product: GroupProduct,
    memory: Shared,
    a: u64,
    b: u64,
    /// Inner index at which the factors start in memory.
    from: usize,
}

/// Both factors in memory, twice as deep as the product, which is over their second half.
fn setup(ty: Type, d: Type, n: usize, a: Storage, b: Storage) -> Setup {
    let bytes = ty.bits() as usize / 8;
    let bytes = if ty == Type::Tf32 { 4 } else { bytes };
    let k = 32 / bytes;
    // A swizzled row along the inner index is as long as its swizzle.
    let depth = |storage: Storage| {
        if storage.outer_major || storage.units == 1 { 2 * k } else { storage.units * 16 / bytes }
    };
    let from = if depth(a) > k && depth(b) > k { k } else { 0 };
    let mut memory = Shared::new(1 << 16);
    let mut put = |at: usize, value: i64| {
        let raw = encode(ty, value).to_le_bytes();
        memory.bytes[at..at + bytes].copy_from_slice(&raw[..bytes]);
    };
    for inner in from..from + k {
        for row in 0..64 {
            put(A_BASE + a.offset((row, inner), bytes, depth(a)), a_value(row, inner));
        }
        for column in 0..n {
            put(B_BASE + b.offset((column, inner), bytes, depth(b)), b_value(inner, column));
        }
    }
    let product = GroupProduct {
        shape: MatrixShape { m: 64, n: n as u32, k: k as u32 },
        d,
        a: ty,
        b: ty,
        satfinite: false,
        accumulate: true,
        negate_a: false,
        negate_b: false,
        transpose_a: a.outer_major,
        transpose_b: b.outer_major,
    };
    let a = a.descriptor(A_BASE, from, bytes, depth(a));
    let b = b.descriptor(B_BASE, from, bytes, depth(b));
    Setup { product, memory, a, b, from }
}

fn naive(setup: &Setup, row: usize, column: usize) -> i64 {
    let inner = setup.from..setup.from + setup.product.shape.k as usize;
    inner.map(|at| a_value(row, at) * b_value(at, column)).sum()
}

fn check(mut setup: Setup) {
    let n = setup.product.shape.n as usize;
    let mut d = fragment(setup.product.d, n, d_value);
    let expected = fragment(setup.product.d, n, |row, column| {
        naive(&setup, row, column) + d_value(row, column)
    });
    let a = GroupFactor::Descriptor(setup.a);
    let sums = group_multiply(&setup.product, a, setup.b, &mut setup.memory, &mut d);
    assert_eq!(sums, Ok(Sums::default()), "{:?}", setup.product);
    assert_eq!(d, expected, "{:?} {:#x} {:#x}", setup.product, setup.a, setup.b);
}

#[test]
fn every_swizzle_in_both_directions() {
    for units in [1, 2, 4, 8] {
        for outer_major in [false, true] {
            let storage = Storage { units, outer_major };
            check(setup(Type::F16, Type::F32, 64, storage, ROWS));
            check(setup(Type::Bf16, Type::F32, 64, ROWS, storage));
            check(setup(Type::F16, Type::F16, 128, storage, storage));
        }
    }
}

#[test]
fn every_type() {
    let plain = Storage { units: 1, outer_major: false };
    for n in [8, 96] {
        for (ty, d) in [
            (Type::Tf32, Type::F32),
            (Type::E4m3, Type::F32),
            (Type::E5m2, Type::F16),
            (Type::S8, Type::S32),
        ] {
            check(setup(ty, d, n, ROWS, ROWS));
            check(setup(ty, d, n, plain, ROWS));
        }
    }
}

#[test]
fn a_in_registers() {
    let mut setup = setup(Type::F16, Type::F32, 16, ROWS, ROWS);
    let warps: [Vec<Lanes>; 4] = std::array::from_fn(|warp| {
        let mut registers = vec![[0; 32]; 4];
        for lane in 0..32 {
            for i in 0..8 {
                let row = 16 * warp + lane / 4 + if matches!(i, 0 | 1 | 4 | 5) { 0 } else { 8 };
                let column = setup.from + lane % 4 * 2 + i % 2 + if i < 4 { 0 } else { 8 };
                registers[i / 2][lane] |= encode(Type::F16, a_value(row, column)) << (16 * (i % 2));
            }
        }
        registers
    });
    let mut d = fragment(Type::F32, 16, d_value);
    let expected =
        fragment(Type::F32, 16, |row, column| naive(&setup, row, column) + d_value(row, column));
    let a = GroupFactor::Registers(std::array::from_fn(|warp| warps[warp].as_slice()));
    group_multiply(&setup.product, a, setup.b, &mut setup.memory, &mut d).unwrap();
    assert_eq!(d, expected);
}

#[test]
fn scales_negate_and_drop() {
    let mut setup = setup(Type::F16, Type::F32, 8, ROWS, ROWS);
    let mut d = fragment(Type::F32, 8, |_, _| 1 << 23);
    let a = GroupFactor::Descriptor(setup.a);
    let product = GroupProduct { accumulate: false, negate_a: true, ..setup.product };
    let sums = group_multiply(&product, a, setup.b, &mut setup.memory, &mut d);
    assert_eq!(sums, Ok(Sums::default()));
    // A zero has the sign that its products have: compare values.
    let value = |d: &[Vec<Lanes>; 4]| -> Vec<f32> {
        d.iter().flatten().flatten().map(|bits| f32::from_bits(*bits as u32)).collect()
    };
    let expected = fragment(Type::F32, 8, |row, column| -naive(&setup, row, column));
    assert_eq!(value(&d), value(&expected));
    let product = GroupProduct { negate_b: true, ..product };
    group_multiply(&product, a, setup.b, &mut setup.memory, &mut d).unwrap();
    let expected = fragment(Type::F32, 8, |row, column| naive(&setup, row, column));
    assert_eq!(value(&d), value(&expected));
}

#[test]
fn refuses_what_is_not_modelled() {
    let mut setup = setup(Type::S8, Type::S32, 8, ROWS, ROWS);
    let mut d = fragment(Type::S32, 8, d_value);
    let mut run = |product: GroupProduct, a: u64| {
        group_multiply(&product, GroupFactor::Descriptor(a), setup.b, &mut setup.memory, &mut d)
    };
    let product = setup.product;
    assert!(run(product, setup.a).is_ok());
    let refused = |result| matches!(result, Err(MatrixError::<String>::Unsupported(_)));
    assert!(refused(run(product, setup.a | 1 << 49).map(|_| ())));
    assert!(refused(run(GroupProduct { transpose_b: true, ..product }, setup.a).map(|_| ())));
    let shape = MatrixShape { k: 16, ..product.shape };
    assert!(refused(run(GroupProduct { shape, ..product }, setup.a).map(|_| ())));
    let beyond = run(product, 0x3fff);
    assert!(matches!(beyond, Err(MatrixError::Memory(_))));
}
