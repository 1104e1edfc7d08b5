//! Atomic operations, lane after lane.

use super::access::Target;
use super::code::{Step, Value};
use super::run::{Flow, Machine};
use super::shared::Accessor;
use super::stop::Stop;
use super::warp::Warp;
use crate::ptx::decode::{Atomic, AtomicOp};
use crate::ptx::lanes::{Lanes, WARP, lanes_of};
use crate::ptx::types::{Space, Type};
use crate::tensor::FloatFormat;

impl Machine<'_> {
    pub(super) fn atomic(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: Atomic,
        active: u32,
    ) -> Result<Flow, Stop> {
        let size = op.ty.bits() as usize / 8;
        if !(2..=8).contains(&size) {
            return Err(Stop::unsupported(format!("atom {:?} {}", op.op, op.ty.name())));
        }
        let values = if op.returns { &step.values[1..] } else { &step.values[..] };
        let [address, operands @ ..] = values else {
            return Err(Stop::malformed("an atomic operation without an address"));
        };
        let addresses = self.addresses(warp, address);
        let count = op.lanes as usize;
        let elements = |value: Option<&Value>| -> Vec<Lanes> {
            match value {
                Some(Value::Vector(items)) => {
                    items.iter().map(|item| self.lanes(warp, item)).collect()
                }
                Some(value) => vec![self.lanes(warp, value)],
                None => Vec::new(),
            }
        };
        let first = elements(operands.first());
        let second = match op.op {
            AtomicOp::CompareSwap => elements(operands.get(1)),
            _ => first.clone(),
        };
        if first.len() != count || second.len() != count {
            return Err(Stop::malformed("an atomic operation on vectors that differ"));
        }
        let mut old = vec![[0; WARP]; count];
        for lane in lanes_of(active) {
            let total = size * count;
            self.aligned_target(warp.id, op.space, addresses[lane], total)?;
            for at in 0..count {
                let address = addresses[lane].wrapping_add((at * size) as u64);
                let target = self.target(warp.id, op.space, address)?;
                let values = (first[at][lane], second[at][lane]);
                old[at][lane] = self.update(warp, lane, target, op, values)?;
            }
        }
        if op.returns {
            let targets = match &step.values[0] {
                Value::Vector(items) => items,
                to => std::slice::from_ref(to),
            };
            for (to, bits) in targets.iter().zip(&old) {
                self.put(warp, to, bits, active);
            }
        }
        Ok(Flow::Next)
    }

    /// One operation of one lane; gives the old value.
    fn update(
        &mut self,
        warp: &mut Warp,
        lane: usize,
        target: Target,
        op: Atomic,
        values: (u64, u64),
    ) -> Result<u64, Stop> {
        let size = op.ty.bits() as usize / 8;
        let mut rounded = false;
        let new = |old: u64, rounded: &mut bool| apply(op, old, values, rounded);
        // What there is no arithmetic for is refused before anything is changed.
        let mut ignored = false;
        if new(0, &mut ignored).is_none() {
            return Err(Stop::unsupported(format!("atom {:?} {}", op.op, op.ty.name())));
        }
        let old = if let Target::Shared(block, at) = target {
            let epoch = self.cluster.epoch(warp.id.index);
            let clock = &self.cluster.clocks[warp.id.index];
            let by = Accessor { epoch, clock, fences: false };
            let block = &mut self.cluster.blocks[block];
            block.overwrite(at, size);
            block.shared.exchange(at, size, by, |old| new(old, &mut rounded).unwrap_or(old))?
        } else {
            let mut bytes = [0; 8];
            self.read_bytes(warp, lane, target, &mut bytes[..size])?;
            let old = u64::from_le_bytes(bytes);
            let changed = new(old, &mut rounded).unwrap_or(old);
            // What compares and finds something else stores nothing.
            let fails = op.op == AtomicOp::CompareSwap
                && old.to_le_bytes()[..size] != values.0.to_le_bytes()[..size];
            if !fails {
                self.write_bytes(warp, lane, target, &changed.to_le_bytes()[..size])?;
            }
            old
        };
        self.state.approximate |= rounded;
        Ok(old)
    }
}

/// The new value; `None` for what there is no such operation for.
fn apply(op: Atomic, old: u64, (first, second): (u64, u64), rounded: &mut bool) -> Option<u64> {
    let bits = op.ty.bits();
    let keep = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    let (a, b) = (old & keep, first & keep);
    let signed = |value: u64| ((value << (64 - bits)) as i64) >> (64 - bits);
    Some(match op.op {
        AtomicOp::Exchange => b,
        AtomicOp::CompareSwap => {
            if a == b {
                second & keep
            } else {
                a
            }
        }
        AtomicOp::And => a & b,
        AtomicOp::Or => a | b,
        AtomicOp::Xor => a ^ b,
        AtomicOp::Add if op.ty.is_float() => return add_floats(op, a, b, rounded),
        AtomicOp::Min | AtomicOp::Max if op.ty.is_float() => {
            return choose_floats(op.ty, a, b, op.op == AtomicOp::Max);
        }
        AtomicOp::Add => a.wrapping_add(b) & keep,
        AtomicOp::Min if op.ty.is_signed() => signed(a).min(signed(b)) as u64 & keep,
        AtomicOp::Max if op.ty.is_signed() => signed(a).max(signed(b)) as u64 & keep,
        AtomicOp::Min => a.min(b),
        AtomicOp::Max => a.max(b),
        AtomicOp::Inc => {
            if a >= b {
                0
            } else {
                a + 1
            }
        }
        AtomicOp::Dec => {
            if a == 0 || a > b {
                b
            } else {
                a - 1
            }
        }
    })
}

/// The format of an element, and how many there are.
fn format(ty: Type) -> Option<(FloatFormat, u32)> {
    Some(match ty {
        Type::F16 => (FloatFormat::F16, 1),
        Type::F16x2 => (FloatFormat::F16, 2),
        Type::Bf16 => (FloatFormat::BF16, 1),
        Type::Bf16x2 => (FloatFormat::BF16, 2),
        Type::F32 => (FloatFormat::F32, 1),
        Type::F64 => (FloatFormat::F64, 1),
        _ => return None,
    })
}

/// A sum, rounded to the nearest. In global memory, subnormal singles are zero.
fn add_floats(op: Atomic, a: u64, b: u64, rounded: &mut bool) -> Option<u64> {
    let flushes = op.ty == Type::F32 && op.space == Space::Global;
    let flush = move |value: f64| {
        let is_small = value.abs() < f64::from(f32::MIN_POSITIVE);
        if flushes && is_small { 0f64.copysign(value) } else { value }
    };
    each_float(op.ty, a, b, |format, a, b| {
        let (a, b) = (flush(a), flush(b));
        let sum = flush(a + b);
        // The rest that the sum of two doubles leaves (Knuth); 0 if it is exact.
        let part = sum - a;
        let rest = (a - (sum - part)) + (b - part);
        let result = format.round(sum);
        *rounded |= sum.is_finite() && (rest != 0.0 || result != sum);
        result
    })
}

/// The smaller or the larger one; a number rather than a NaN.
fn choose_floats(ty: Type, a: u64, b: u64, larger: bool) -> Option<u64> {
    each_float(ty, a, b, |_, a, b| {
        let first = match (a.is_nan(), b.is_nan()) {
            (true, _) => false,
            (_, true) => true,
            _ => (a.total_cmp(&b) == std::cmp::Ordering::Greater) == larger,
        };
        if first { a } else { b }
    })
}

fn each_float(
    ty: Type,
    a: u64,
    b: u64,
    mut combine: impl FnMut(FloatFormat, f64, f64) -> f64,
) -> Option<u64> {
    let (format, count) = format(ty)?;
    let width = format.bits();
    let keep = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let mut result = 0;
    for at in 0..count {
        let value = |bits: u64| format.from_bits(bits >> (at * width) & keep);
        let combined = combine(format, value(a), value(b));
        result |= (format.to_bits(combined) & keep) << (at * width);
    }
    Some(result)
}
