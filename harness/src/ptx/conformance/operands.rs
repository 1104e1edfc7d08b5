//! Operands: values at the edges of a type, crossed, and values from a seed. It follows from the
//! sources: so another form changes nothing for this one, and forms with the same sources have the
//! same operands, which makes their results similar and files small.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use super::form::{Form, WARP, register_bits};
use crate::ptx::types::Type;
use crate::tensor::FloatFormat;

/// Threads that execute a form, each with operands of its own.
pub const THREADS: usize = 384;

/// So many of them, the first ones, get values at the edges.
const EDGES: usize = 256;

/// From here on numbers of a moderate size.
const MODERATE: usize = 320;

/// Where an instruction reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// Type of the register.
    pub(super) ty: Type,
    /// What is in it.
    pub(super) values: Values,
}

/// Which values an operand has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Values {
    /// All kinds.
    Any,
    /// All kinds but 0: what a quotient by it is, the instruction set does not say.
    NonZero,
    /// Numbers of bits, too large ones as well.
    Count,
    /// So few different ones that lanes agree; in every fourth warp all do.
    Few,
    /// Elements of a matrix of this type: small integers, numbers of a moderate size, edges.
    Elements(Type),
    /// Small integers of this type, whose products and sums are exact.
    Small(Type),
}

/// The operands of each thread, one thread after the other.
pub fn operands(form: &Form) -> Vec<u64> {
    let mut random = ChaCha8Rng::seed_from_u64(seed(&form.sources));
    let is_alone = form.sources.len() == 1;
    let edges: Vec<_> = form.sources.iter().map(|source| edges_of(source, is_alone)).collect();
    let crossed = edges.iter().fold(1usize, |all, edges| all.saturating_mul(edges.len()));
    let mut words = Vec::with_capacity(THREADS * form.sources.len());
    for thread in 0..THREADS {
        let mut combination = thread;
        for (source, edges) in form.sources.iter().zip(&edges) {
            let at = match crossed <= EDGES {
                true => combination % edges.len(),
                false => below(&mut random, edges.len()),
            };
            combination /= edges.len();
            words.push(value(source, thread, edges[at], &mut random));
        }
    }
    words
}

/// What tells operands from others.
pub(super) fn fingerprint(words: &[u64]) -> u64 {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    first_word(&bytes)
}

fn seed(sources: &[Source]) -> u64 {
    first_word(format!("{sources:?}").as_bytes())
}

fn first_word(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(0u64, |word, byte| word << 8 | u64::from(*byte))
}

fn below(random: &mut ChaCha8Rng, limit: usize) -> usize {
    (random.next_u64() % limit as u64) as usize
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

fn value(source: &Source, thread: usize, edge: u64, random: &mut ChaCha8Rng) -> u64 {
    let bits = register_bits(source.ty);
    let warp = thread / WARP;
    let word = match source.values {
        Values::Any | Values::NonZero if thread < EDGES => edge,
        Values::Any | Values::NonZero if thread < MODERATE => random.next_u64(),
        Values::Any | Values::NonZero => moderate(source.ty, random),
        Values::Count if thread < MODERATE => edge,
        Values::Count => random.next_u64() % 72,
        Values::Few => few(bits, warp, random),
        Values::Elements(ty) => fill(ty, bits, || element(ty, warp, random)),
        Values::Small(ty) => fill(ty, bits, || small(ty, random)),
    };
    match (source.values, word & mask(bits)) {
        (Values::NonZero, 0) => 1,
        (_, word) => word,
    }
}

fn few(bits: u32, warp: usize, random: &mut ChaCha8Rng) -> u64 {
    let all_agree = warp.is_multiple_of(4);
    let chosen = if all_agree { warp as u64 / 4 } else { random.next_u64() } & 3;
    // Both halves of 64 bits differ.
    if bits == 1 { chosen } else { chosen.wrapping_mul(0x4000_0001_8000_0001) }
}

/// As many elements as a register has room for.
fn fill(ty: Type, bits: u32, mut element: impl FnMut() -> u64) -> u64 {
    let width = ty.bits();
    (0..bits / width).fold(0u64, |word, at| word | (element() & mask(width)) << (at * width))
}

fn element(ty: Type, warp: usize, random: &mut ChaCha8Rng) -> u64 {
    match warp % 4 {
        0 | 1 => small(ty, random),
        2 => moderate(ty, random),
        _ => {
            let edges = edges(ty, false);
            let edge = edges[below(random, edges.len())];
            // A number that is nothing but bits that do not count is 0 to some and not to others.
            if ty == Type::Tf32 { edge & !0x1fff } else { edge }
        }
    }
}

fn small(ty: Type, random: &mut ChaCha8Rng) -> u64 {
    let number = below(random, 9) as i64 - 4;
    match format(ty) {
        Some(format) => format.to_bits(number as f64),
        None if ty.is_signed() => number as u64,
        None => number.unsigned_abs(),
    }
}

/// The float format of an element; `None`: its patterns are counted through as integers.
pub(super) fn format(ty: Type) -> Option<FloatFormat> {
    Some(match ty {
        Type::F16 => FloatFormat::F16,
        Type::Bf16 => FloatFormat::BF16,
        Type::F32 | Type::Tf32 => FloatFormat::F32,
        Type::F64 => FloatFormat::F64,
        Type::E4m3 => FloatFormat::F8E4M3,
        Type::E5m2 => FloatFormat::F8E5M2,
        _ => return None,
    })
}

/// A float between 2^-9 and 2^9; an integer of any number of bits.
fn moderate(ty: Type, random: &mut ChaCha8Rng) -> u64 {
    if ty.is_packed() {
        let half = ty.bits() / 2;
        let element = ty.element();
        return moderate(element, random) & mask(half) | moderate(element, random) << half;
    }
    let Some(format) = format(ty) else {
        return random.next_u64() >> (random.next_u64() % 64);
    };
    let exponent = below(random, 18) as i32 - 9;
    let fraction = 1.0 + (random.next_u64() >> 12) as f64 / 2f64.powi(52);
    let sign = if random.next_u64() & 1 == 0 { 1.0 } else { -1.0 };
    format.to_bits(format.round(sign * fraction * 2f64.powi(exponent)))
}

fn edges_of(source: &Source, is_alone: bool) -> Vec<u64> {
    match source.values {
        Values::Count => {
            vec![0, 1, 4, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0xffff_ffff]
        }
        _ => edges(source.ty, is_alone),
    }
}

/// Values at the edges of a type: 16 of them, or, if there is room for more, up to 256.
fn edges(ty: Type, many: bool) -> Vec<u64> {
    if ty.is_packed() {
        return pairs(ty, &edges(ty.element(), many));
    }
    match format(ty) {
        Some(format) => float_edges(format, many),
        None => integer_edges(ty.bits(), many),
    }
}

/// Each element with itself and with one further on.
fn pairs(ty: Type, elements: &[u64]) -> Vec<u64> {
    let half = ty.bits() / 2;
    let pair = |low: usize| {
        let high = (low * 5 + 3) % elements.len();
        elements[low] & mask(half) | elements[high] << half
    };
    (0..elements.len()).map(pair).collect()
}

fn integer_edges(bits: u32, many: bool) -> Vec<u64> {
    if bits == 1 {
        return vec![0, 1];
    }
    let (all, top, half) = (mask(bits), 1u64 << (bits - 1), 1u64 << (bits / 2));
    let (odd, even) = (0x5555_5555_5555_5555 & all, 0xaaaa_aaaa_aaaa_aaaa & all);
    let mut edges = vec![0, 1, 2, 3, 7, 100 & all, half, half - 1, all ^ half, top, top - 1];
    edges.extend([top + 1, all, all - 1, odd, even]);
    if many {
        // Where the rounding to a float is a tie, and beside it.
        let near = |bit: u32| [1u64 << bit, (1u64 << bit) + 1, (3u64 << bit) >> 1];
        edges.extend((1..bits).flat_map(near).map(|edge| edge & all));
    }
    edges
}

fn float_edges(format: FloatFormat, many: bool) -> Vec<u64> {
    let fraction = format.precision() - 1;
    let sign = 1u64 << (format.bits() - 1);
    let infinity = sign - (1 << fraction);
    let least_normal = 1u64 << fraction;
    let one = format.to_bits(1.0);
    let mut edges = vec![0, sign, 1, sign | (least_normal - 1), least_normal, one, one | sign];
    edges.extend([one + 1, format.to_bits(0.5), format.to_bits(1.5), format.to_bits(-2.5)]);
    // The largest number, infinities, and NaNs with a payload: a quiet and a signalling one.
    edges.extend([infinity - 1, infinity, infinity | sign]);
    edges.extend([infinity | sign | (least_normal >> 1) | 1, infinity | 1]);
    if many {
        // Ends of integer types and of small formats, and the ties beside them.
        let ends = [7, 8, 15, 16, 31, 32, 63, 64].map(|bits| 2f64.powi(bits));
        let small = [448.0, 464.0, 480.0, 57344.0, 61440.0, 65504.0, 65520.0, 6.0, 7.5, 28.0];
        let tiny = [-9, -10, -16, -17, -24, -25, -127, -149, -150].map(|bits| 2f64.powi(bits));
        let near = |end: f64| [end, -end, end - 0.5, 0.5 - end, end - 1.0, end * 1.0625];
        let all = ends.into_iter().chain(small).chain(tiny).flat_map(near);
        edges.extend(all.map(|value| format.to_bits(format.round(value))));
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_follow_from_the_form() {
        let form = Form::plain("add.s32", Type::S32, &[Type::S32; 2]);
        let words = operands(&form);
        assert_eq!(words.len(), 2 * THREADS);
        assert_eq!(words, operands(&form.clone().at(90)));
        assert_eq!(words, operands(&Form::plain("sub.s32", Type::S32, &[Type::S32; 2])));
        let other = Form::plain("add.u32", Type::U32, &[Type::U32; 2]);
        assert_ne!(fingerprint(&words), fingerprint(&operands(&other)));
        // All pairs of edges are there.
        let pairs: std::collections::BTreeSet<_> = words.chunks(2).collect();
        for (a, b) in [(0x8000_0000, 0xffff_ffff), (0, 0), (0x7fff_ffff, 1)] {
            assert!(pairs.contains(&[a, b][..]), "{a:#x} {b:#x}");
        }
    }

    #[test]
    fn every_type_has_edges_and_they_fit() {
        for ty in Type::ALL.iter().filter(|ty| ty.bits() <= 64) {
            for many in [false, true] {
                let edges = edges(*ty, many);
                assert!((2..=EDGES).contains(&edges.len()), "{ty:?} {}", edges.len());
                assert!(edges.iter().all(|edge| edge & !mask(ty.bits()) == 0), "{ty:?}");
                let unary = ty.bits() > 16 && !ty.is_packed();
                assert!(!many || !unary || edges.len() > 64, "{ty:?} {}", edges.len());
            }
        }
        let half = edges(Type::F16, false);
        let nans = half.iter().filter(|bits| FloatFormat::F16.from_bits(**bits).is_nan());
        assert_eq!((half.len(), nans.count()), (16, 2));
    }

    #[test]
    fn few_values_agree_and_divisors_are_not_zero() {
        let form = Form::plain("any", Type::B32, &[Type::B32, Type::U16])
            .with(0, Values::Few)
            .with(1, Values::NonZero);
        let words = operands(&form);
        let warps: Vec<_> = words.chunks(2 * WARP).collect();
        let agree = |warp: &[u64]| warp.chunks(2).all(|pair| pair[0] == warp[0]);
        assert!(agree(warps[0]) && !agree(warps[1]) && agree(warps[8]));
        assert!(words.chunks(2).all(|pair| pair[1] != 0));
    }

    #[test]
    fn matrices_begin_with_small_integers() {
        let form = Form::plain("any", Type::B32, &[Type::B32]).with_all(Values::Elements(Type::S8));
        for word in &operands(&form)[..WARP] {
            let bytes = (*word as u32).to_le_bytes();
            assert!(bytes.iter().all(|byte| (*byte as i8).unsigned_abs() <= 4), "{word:#x}");
        }
    }
}
