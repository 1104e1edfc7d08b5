//! Comparisons and selections.

use super::element::{BF16, F16, F32, F64, Number};
use super::width::Width;
use super::{Lanes, Ports, WARP};
use crate::ptx::decode::{Comparison, LogicOp, Select, TestProperty};
use crate::ptx::types::Type;

pub(super) fn execute(op: &Select, ports: &mut Ports<'_>) -> bool {
    match *op {
        Select::SetPredicate { comparison, combine, ftz, ty } => {
            let test = Test { relations: relations(comparison), combine, ftz, ty };
            test.run(None, ports)
        }
        Select::Set { comparison, combine, ftz, to, ty } => {
            let test = Test { relations: relations(comparison), combine, ftz, ty };
            let fits = !ty.is_packed() || to.bits() == 32;
            fits && truth(to, ty.is_packed()).is_some_and(|truth| test.run(Some(truth), ports))
        }
        Select::Select { ty } => {
            let mask = mask(ty);
            ports.map(|[a, b, chosen]| (if chosen & 1 == 1 { a } else { b }) & mask);
            true
        }
        Select::SelectSign { ty, by: Type::S32, .. } => {
            let mask = mask(ty);
            ports.map(|[a, b, by]| (if by as i32 >= 0 { a } else { b }) & mask);
            true
        }
        Select::SelectSign { ty, by: Type::F32, ftz } => {
            let mask = mask(ty);
            ports.map(|[a, b, by]| (if value::<F32>(by, ftz) >= 0.0 { a } else { b }) & mask);
            true
        }
        Select::SelectSign { .. } => false,
        Select::Test { property, ty: Type::F32 } => property_of::<F32>(property, ports),
        Select::Test { property, ty: Type::F64 } => property_of::<F64>(property, ports),
        Select::Test { .. } => false,
    }
}

fn mask(ty: Type) -> u64 {
    u64::MAX >> (64 - ty.bits().min(64))
}

/// What `set` writes for true; of a packed comparison, for each half of 32 bits.
fn truth(to: Type, packed: bool) -> Option<u64> {
    Some(match to {
        Type::F16 | Type::F16x2 => 0x3c00,
        Type::Bf16 | Type::Bf16x2 => 0x3f80,
        Type::F32 if !packed => 0x3f80_0000,
        _ if !to.is_integer() => return None,
        _ if packed => 0xffff,
        _ => mask(to),
    })
}

const LESS: u32 = 1;
const EQUAL: u32 = 2;
const GREATER: u32 = 4;
const UNORDERED: u32 = 8;

/// For which of the four relations of two numbers a comparison holds.
fn relations(comparison: Comparison) -> u32 {
    match comparison {
        Comparison::Eq => EQUAL,
        Comparison::Ne => LESS | GREATER,
        Comparison::Lt => LESS,
        Comparison::Le => LESS | EQUAL,
        Comparison::Gt => GREATER,
        Comparison::Ge => GREATER | EQUAL,
        Comparison::Equ => EQUAL | UNORDERED,
        Comparison::Neu => LESS | GREATER | UNORDERED,
        Comparison::Ltu => LESS | UNORDERED,
        Comparison::Leu => LESS | EQUAL | UNORDERED,
        Comparison::Gtu => GREATER | UNORDERED,
        Comparison::Geu => GREATER | EQUAL | UNORDERED,
        Comparison::Num => LESS | EQUAL | GREATER,
        Comparison::Nan => UNORDERED,
    }
}

/// How two numbers stand.
#[inline(always)]
fn relation<T: PartialOrd>(a: T, b: T) -> u32 {
    if a < b {
        LESS
    } else if a == b {
        EQUAL
    } else if a > b {
        GREATER
    } else {
        UNORDERED
    }
}

#[inline(always)]
fn value<T: Number>(bits: u64, ftz: bool) -> f64 {
    let value = T::decode(bits);
    if ftz { T::flush(value) } else { value }
}

#[inline(always)]
fn combined(combine: Option<LogicOp>, truth: bool, other: bool) -> bool {
    match combine {
        Some(LogicOp::And) => truth && other,
        Some(LogicOp::Or) => truth || other,
        Some(LogicOp::Xor) => truth != other,
        _ => truth,
    }
}

/// A comparison that is to be made.
struct Test {
    relations: u32,
    combine: Option<LogicOp>,
    ftz: bool,
    ty: Type,
}

impl Test {
    /// Writes predicates, or for `set` this or 0.
    fn run(&self, truth: Option<u64>, ports: &mut Ports<'_>) -> bool {
        let (ftz, width) = (self.ftz, Width::of(self.ty));
        match self.ty {
            Type::F16 | Type::F16x2 => {
                self.by(truth, ports, |a, b| relation(value::<F16>(a, ftz), value::<F16>(b, ftz)));
            }
            Type::Bf16 | Type::Bf16x2 => {
                self.by(truth, ports, |a, b| {
                    relation(value::<BF16>(a, ftz), value::<BF16>(b, ftz))
                });
            }
            Type::F32 => {
                self.by(truth, ports, |a, b| relation(value::<F32>(a, ftz), value::<F32>(b, ftz)));
            }
            Type::F64 => {
                self.by(truth, ports, |a, b| relation(f64::from_bits(a), f64::from_bits(b)));
            }
            ty if !ty.is_integer() => return false,
            ty if ty.is_signed() => {
                self.by(truth, ports, |a, b| relation(width.signed(a), width.signed(b)));
            }
            _ => self.by(truth, ports, |a, b| relation(width.wrap(a), width.wrap(b))),
        }
        true
    }

    #[inline(always)]
    fn by(&self, truth: Option<u64>, ports: &mut Ports<'_>, relation: impl Fn(u64, u64) -> u32) {
        let holds = |a: u64, b: u64| relation(a, b) & self.relations != 0;
        let none: Lanes = [0; WARP];
        let other = ports.sources.get(2).copied().unwrap_or(&none);
        let (first, second, is_packed) = (ports.sources[0], ports.sources[1], self.ty.is_packed());
        let (mut lows, mut highs) = ([0; WARP], [0; WARP]);
        for (lane, (low, high)) in lows.iter_mut().zip(&mut highs).enumerate() {
            let (a, b, c) = (first[lane], second[lane], other[lane] & 1 == 1);
            let is_low = holds(a, b);
            // Of a packed type the second result is the high half's, otherwise the complement's.
            let is_high = if is_packed { holds(a >> 16, b >> 16) } else { !is_low };
            *low = u64::from(combined(self.combine, is_low, c));
            *high = u64::from(combined(self.combine, is_high, c));
        }
        if let Some(truth) = truth {
            let upper = if is_packed { truth << 16 } else { 0 };
            for (low, high) in lows.iter_mut().zip(&highs) {
                *low = (*low * truth) | (*high * upper);
            }
            ports.out[0] = lows;
            return;
        }
        ports.out[0] = lows;
        if ports.out.len() > 1 {
            ports.out[1] = highs;
        }
    }
}

/// Zeros count as normal.
fn property_of<T: Number>(property: TestProperty, ports: &mut Ports<'_>) -> bool {
    let subnormal = |value: f64| {
        if T::SLOT == 64 { value.is_subnormal() } else { T::is_flushed(value) }
    };
    ports.map(|[bits]| {
        let value = T::decode(bits);
        u64::from(match property {
            TestProperty::Finite => value.is_finite(),
            TestProperty::Infinite => value.is_infinite(),
            TestProperty::Number => !value.is_nan(),
            TestProperty::NotANumber => value.is_nan(),
            TestProperty::Normal => value.is_finite() && !subnormal(value),
            TestProperty::Subnormal => subnormal(value),
        })
    });
    true
}
