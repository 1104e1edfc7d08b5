//! What is claimed of `mma.sync` where a sum is not exact, entry by entry: the interpreter's bits, or a
//! result in the interval of the bounded domain's products.

use super::bounds::{Judgement, within};
use super::form::WARP;
use super::operands::format;
use crate::ptx::lanes::Lanes;
use crate::ptx::matrix::{
    Product, Sums, accumulator_place, accumulator_slot, decode, factor, factor_registers,
};
use crate::ptx::types::Type;
use crate::tensor::{Approx, Bounded, Domain, Dot};

/// Judges each result of each lane of a warp: a word agrees if all of its entries do. Operands, results
/// and the interpreter's own results are those of the lanes, one lane after the other.
pub(super) fn judge(
    product: &Product,
    operands: &[u64],
    found: &[u64],
    own: &[u64],
) -> Vec<Judgement> {
    let (m, n, k) = (product.shape.m as usize, product.shape.n as usize, product.shape.k as usize);
    let mut judged = vec![Judgement::Agrees; found.len()];
    let (Some(to), Some(of), Some(left), Some(right)) = (
        format(product.d),
        format(product.a),
        factor_registers(product.a, m, k),
        factor_registers(product.b, n, k),
    ) else {
        // Integers whose sum may have been clamped on the way: the order of the sum is not specified.
        for (judged, (found, own)) in judged.iter_mut().zip(found.iter().zip(own)) {
            *judged = if found == own { Judgement::Agrees } else { Judgement::Open };
        }
        return judged;
    };
    let registers = registers(operands);
    let a = values(product.a, m, k, &registers[..left]);
    let b = values(product.b, n, k, &registers[left..left + right]);
    let addends = &registers[left + right..];
    let dot = Dot { format: to, factors: of, tf32: product.a == Type::Tf32 };
    let results = found.len() / WARP;
    for entry in 0..m * n {
        let (lane, index) = (entry % WARP, entry / WARP);
        let (row, column) = accumulator_place(m, lane, index);
        let (register, shift) = accumulator_slot(product.d, index);
        let addend = Bounded::constant(decode(product.d, addends[register][lane] >> shift));
        let (a, b) = (&a[row * k..][..k], &b[column * k..][..k]);
        let at = lane * results + register;
        let entry = match Bounded::dot(&dot, a, b, addend) {
            _ if is_same(product.d, found[at] >> shift, own[at] >> shift) => Judgement::Agrees,
            Some(sum) => one(sum, decode(product.d, found[at] >> shift)),
            None => Judgement::Open,
        };
        judged[at] = worse(judged[at], entry);
    }
    judged
}

/// Whether two entries are the same; which NaN a double is, is not specified.
fn is_same(ty: Type, found: u64, own: u64) -> bool {
    match ty {
        Type::F16 => (found ^ own) & 0xffff == 0,
        Type::F64 => found == own || decode(ty, found).is_nan() && decode(ty, own).is_nan(),
        _ => found == own,
    }
}

/// Of the sign of a zero nothing is claimed.
fn one(sum: Approx, found: f64) -> Judgement {
    if sum.value() == 0.0 && found == 0.0 {
        return Judgement::Agrees;
    }
    within(sum.value(), sum.error(), found)
}

fn worse(a: Judgement, b: Judgement) -> Judgement {
    match (a, b) {
        (Judgement::Differs, _) | (_, Judgement::Differs) => Judgement::Differs,
        (Judgement::Open, _) | (_, Judgement::Open) => Judgement::Open,
        _ => Judgement::Agrees,
    }
}

/// Each source as the lanes have it.
fn registers(operands: &[u64]) -> Vec<Lanes> {
    let sources = operands.len() / WARP;
    let register = |source: usize| std::array::from_fn(|lane| operands[lane * sources + source]);
    (0..sources).map(register).collect()
}

/// The rows of a factor. Of a `tf32` all bits: what becomes of the low ones is part of the bound.
fn values(ty: Type, outer: usize, depth: usize, registers: &[Lanes]) -> Vec<Approx> {
    let ty = if ty == Type::Tf32 { Type::F32 } else { ty };
    let values = factor(ty, outer, depth, registers, &mut Sums::default());
    values.into_iter().map(Bounded::constant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::decode::{MatrixShape, MulLayout};
    use crate::tensor::FloatFormat;

    #[test]
    fn entries_are_the_interpreters_or_in_the_interval() {
        let shape = MatrixShape { m: 16, n: 8, k: 8 };
        let (a_layout, b_layout) = (MulLayout::Row, MulLayout::Column);
        let (d, a) = (Type::F32, Type::F16);
        let product = Product { shape, a_layout, b_layout, d, a, b: a, c: d, satfinite: false };
        // Eight times one times about a tenth, and a third.
        let third = 1f32 / 3.0;
        let addend = u64::from(third.to_bits());
        let lane = [0x3c00_3c00, 0x3c00_3c00, 0x2e66_2e66, addend, addend, addend, addend];
        let operands = lane.repeat(WARP);
        let sum = 8.0 * FloatFormat::F16.from_bits(0x2e66) + f64::from(third);
        let nearest = u64::from((sum as f32).to_bits());
        let judged = |found: u64, own: u64| {
            judge(&product, &operands, &[found; 4 * WARP], &[own; 4 * WARP])[5]
        };
        assert_eq!(judged(nearest + 2, nearest), Judgement::Agrees);
        assert_eq!(judged(nearest + 1000, nearest), Judgement::Differs);
        assert_eq!(judged(nearest + 1000, nearest + 1000), Judgement::Agrees);
    }
}
