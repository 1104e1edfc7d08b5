//! Bit fields, permutations, counts, and dot products of bytes.

use super::Ports;
use super::width::Width;
use crate::ptx::decode::{Integer, PermuteMode};
use crate::ptx::types::Type;

const WORD: u64 = 0xffff_ffff;

pub(super) fn execute(op: &Integer, ports: &mut Ports<'_>) -> bool {
    match *op {
        Integer::Funnel { left, wrap } => funnel(left, wrap, ports),
        Integer::Lop3 => lop3(ports),
        Integer::Permute { mode } => permute(mode, ports),
        Integer::Extract { ty } => {
            let (width, kept) = (Width::of(ty), field_bits(ty));
            ports.map(|[a, position, length]| extract(width, a, position & kept, length & kept));
        }
        Integer::Insert { ty } => {
            let (width, kept) = (Width::of(ty), field_bits(ty));
            ports.map(|[field, into, position, length]| {
                let mask = low_mask(length & kept);
                let at = (position & kept) as u32;
                let mask = width.wrap(mask.checked_shl(at).unwrap_or(0));
                let field = field.checked_shl(at).unwrap_or(0);
                width.wrap((into & !mask) | (field & mask))
            });
        }
        Integer::Find { ty, shift_amount } => {
            let width = Width::of(ty);
            ports.map(|[a]| find(width, shift_amount, a));
        }
        Integer::LeadingZeros { ty } => {
            let width = Width::of(ty);
            let spare = 64 - width.bits();
            ports.map(|[a]| u64::from(width.wrap(a).leading_zeros() - spare));
        }
        Integer::PopulationCount { ty } => {
            let width = Width::of(ty);
            ports.map(|[a]| u64::from(width.wrap(a).count_ones()));
        }
        Integer::Reverse { ty } => {
            let spare = 64 - Width::of(ty).bits();
            ports.map(|[a]| a.reverse_bits() >> spare);
        }
        Integer::Mask { wrap } => ports.map(|[position, length]| mask(wrap, position, length)),
        Integer::SignExtend { ty, wrap } => {
            let signed = ty.is_signed();
            ports.map(|[a, bits]| sign_extend(signed, wrap, a & WORD, bits & WORD));
        }
        Integer::Dot4 { a, b } => dot4(a, b, ports),
        Integer::Dot2 { high, a, b } => dot2(high, a, b, ports),
        _ => return false,
    }
    true
}

/// The bits of a field's position and length that count. Numbers above 255 are not allowed there (PTX
/// ISA, `bfe`, `bfi`): an H200 takes such a number modulo 256 in 32 bits, and as it is in 64.
fn field_bits(ty: Type) -> u64 {
    if ty.bits() == 64 { WORD } else { 255 }
}

fn funnel(left: bool, wrap: bool, ports: &mut Ports<'_>) {
    let amount = |value: u64| if wrap { value & 31 } else { (value & WORD).min(32) };
    let pair = |low: u64, high: u64| (high << 32) | (low & WORD);
    if left {
        ports.map(|[low, high, by]| ((pair(low, high) << amount(by)) >> 32) & WORD);
    } else {
        ports.map(|[low, high, by]| (pair(low, high) >> amount(by)) & WORD);
    }
}

/// The table is a constant of the instruction: bit `4a + 2b + c` is the result for these bits.
fn lop3(ports: &mut Ports<'_>) {
    let table = ports.sources[3][0];
    let chosen: [u64; 8] =
        std::array::from_fn(|at| if (table >> at) & 1 == 1 { u64::MAX } else { 0 });
    ports.map(|[a, b, c]| {
        let mut result = 0;
        for (at, chosen) in chosen.iter().enumerate() {
            let a = if at & 4 == 0 { !a } else { a };
            let b = if at & 2 == 0 { !b } else { b };
            let c = if at & 1 == 0 { !c } else { c };
            result |= a & b & c & chosen;
        }
        result & WORD
    });
}

/// Bytes to take, the lowest first, for each of the four selectors of a mode.
fn permutation(mode: PermuteMode) -> Option<[[u8; 4]; 4]> {
    Some(match mode {
        PermuteMode::Index => return None,
        PermuteMode::Forward4 => [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]],
        PermuteMode::Backward4 => [[0, 7, 6, 5], [1, 0, 7, 6], [2, 1, 0, 7], [3, 2, 1, 0]],
        PermuteMode::Replicate8 => [[0; 4], [1; 4], [2; 4], [3; 4]],
        PermuteMode::EdgeClampLeft => [[0, 1, 2, 3], [1, 1, 2, 3], [2, 2, 2, 3], [3; 4]],
        PermuteMode::EdgeClampRight => [[0; 4], [0, 1, 1, 1], [0, 1, 2, 2], [0, 1, 2, 3]],
        PermuteMode::Replicate16 => [[0, 1, 0, 1], [2, 3, 2, 3], [0, 1, 0, 1], [2, 3, 2, 3]],
    })
}

fn permute(mode: PermuteMode, ports: &mut Ports<'_>) {
    let pair = |a: u64, b: u64| (b << 32) | (a & WORD);
    match permutation(mode) {
        Some(rows) => ports.map(|[a, b, selector]| {
            let row = rows[(selector & 3) as usize];
            let byte = |at: usize| ((pair(a, b) >> (8 * u32::from(row[at]))) & 255) << (8 * at);
            byte(0) | byte(1) | byte(2) | byte(3)
        }),
        None => ports.map(|[a, b, selector]| {
            let byte = |at: u32| {
                let control = (selector >> (4 * at)) & 15;
                let byte = (pair(a, b) >> (8 * (control & 7))) as u8;
                let sign = (byte as i8 >> 7) as u8;
                u64::from(if control & 8 == 0 { byte } else { sign }) << (8 * at)
            };
            byte(0) | byte(1) | byte(2) | byte(3)
        }),
    }
}

/// So many ones; 64 or more are all.
#[inline(always)]
fn low_mask(length: u64) -> u64 {
    1u64.checked_shl(length as u32).map_or(u64::MAX, |bit| bit - 1)
}

/// A signed field that reaches over the top, or starts there, is filled with the top bit.
#[inline(always)]
fn extract(width: Width, a: u64, position: u64, length: u64) -> u64 {
    if !width.is_signed() {
        return width.wrap(a).checked_shr(position as u32).unwrap_or(0) & low_mask(length);
    }
    let moved = width.signed(a) >> position.min(63);
    let above = 64 - length.clamp(1, 64);
    let field = (moved << above) >> above;
    if length == 0 { 0 } else { width.wrap(field as u64) }
}

#[inline(always)]
fn find(width: Width, shift_amount: bool, a: u64) -> u64 {
    let bits = if width.is_signed() && width.signed(a) < 0 { !a } else { a };
    let Some(position) = width.wrap(bits).checked_ilog2() else { return WORD };
    u64::from(if shift_amount { width.bits() - 1 - position } else { position })
}

/// The mask's ones are those of the length, moved to the position; what moves over the top is lost.
#[inline(always)]
fn mask(wrap: bool, position: u64, length: u64) -> u64 {
    let (position, length) = if wrap {
        (position & 31, length & 31)
    } else {
        ((position & WORD).min(32), (length & WORD).min(32))
    };
    (low_mask(length) << position) & WORD
}

#[inline(always)]
fn sign_extend(signed: bool, wrap: bool, a: u64, bits: u64) -> u64 {
    if bits >= 32 && !wrap {
        return a;
    }
    let bits = bits & 31;
    if signed && bits != 0 {
        (((a << (64 - bits)) as i64) >> (64 - bits)) as u64 & WORD
    } else {
        a & low_mask(bits)
    }
}

#[inline(always)]
fn part(value: u64, at: u32, bits: u32, signed: bool) -> i64 {
    let top = value << (64 - bits * (at + 1));
    if signed { (top as i64) >> (64 - bits) } else { (top >> (64 - bits)) as i64 }
}

fn dot4(a: Type, b: Type, ports: &mut Ports<'_>) {
    let (signed_a, signed_b) = (a.is_signed(), b.is_signed());
    ports.map(|[a, b, c]| {
        let term = |at: u32| part(a, at, 8, signed_a) * part(b, at, 8, signed_b);
        c.wrapping_add((term(0) + term(1) + term(2) + term(3)) as u64) & WORD
    });
}

fn dot2(high: bool, a: Type, b: Type, ports: &mut Ports<'_>) {
    let (signed_a, signed_b) = (a.is_signed(), b.is_signed());
    let first = if high { 2 } else { 0 };
    ports.map(|[a, b, c]| {
        let term = |at: u32| part(a, at, 16, signed_a) * part(b, first + at, 8, signed_b);
        c.wrapping_add((term(0) + term(1)) as u64) & WORD
    });
}
