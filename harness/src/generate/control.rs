//! Loops and branches.
//!
//! What a loop carries has facts that are chosen before its body: they hold before the first
//! iteration and are proven again at the end of each.

use super::builder::{Builder, Loop, of};
use super::config::Numerics;
use super::facts::{Facts, Known};
use super::interval::Interval;
use crate::program::ops::{Binary, BinaryOp, Predicate};
use crate::program::{
    Call, Carried, For, If, Merged, Operand, RangeHint, Returned, Stmt, Type, ValueId, free,
};
use crate::tensor::DType;

/// A value that a loop is to carry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carry {
    pub(super) init: ValueId,
    /// What holds at the start of every iteration, and after the loop.
    pub(super) invariant: Facts,
}

impl Carry {
    /// Whether so many of these increments, in any order, stay within the invariant of a zero.
    pub(super) fn holds(&self, increment: Facts, trips: i128) -> Option<bool> {
        let magnitude = i128::try_from(increment.range.magnitude()).ok()?.checked_mul(trips)?;
        let total = Facts { range: Interval::new(-magnitude, magnitude), ..increment };
        let total = Facts { negative_zero: false, ..total };
        Some(total.implies(self.invariant))
    }
}

/// What the body of a loop sees.
pub(super) struct Iteration {
    pub(super) index: ValueId,
    /// The carried values.
    pub(super) inside: Vec<ValueId>,
    /// Most iterations.
    pub(super) trips: i128,
}

struct Bounds {
    start: i128,
    end: Operand,
    most: i128,
    step: i128,
}

/// How a loop is written, and what it asks of the compiler.
struct Form {
    num_stages: Option<u32>,
    unroll: Option<u32>,
    is_static: bool,
    is_while: bool,
    hints: Vec<RangeHint>,
}

impl Builder<'_, '_> {
    fn bounds(&mut self) -> Option<Bounds> {
        let start = i128::from(self.choice.pick(&[0i64, 0, 0, 1, 2]));
        let step = i128::from(self.choice.pick(&[1i64, 1, 1, 2, 3]));
        let trips = i128::from(self.choice.pick(&[2i64, 3, 4, 5, 6, 1]));
        let most = start + trips * step;
        let end = match self.choice.index(4) {
            0 => Operand::Int(most),
            1 => match self.scalar(&[most as i64]) {
                Some(id) => of(id),
                None => Operand::Int(most),
            },
            2 => {
                // A bound that differs between instances.
                let instance = self.instance()?;
                let some = self.with_int(BinaryOp::Rem, instance, trips)?;
                return Some(Bounds {
                    start,
                    end: of(self.with_int(BinaryOp::Add, some, start + 1)?),
                    most: start + trips,
                    step,
                });
            }
            _ => Operand::Int(most - self.choice.pick(&[0, 1]).min(step - 1)),
        };
        Some(Bounds { start, end, most, step })
    }

    /// What a loop asks of the compiler besides.
    fn range_hints(&mut self) -> Vec<RangeHint> {
        let mut hints = RangeHint::ALL.to_vec();
        hints.retain(|_| self.choice.chance(5));
        hints
    }

    /// The form of a loop of at most so many iterations up to `end`.
    fn form(&mut self, end: Operand, trips: i128) -> Form {
        let num_stages = (self.choice.chance(60)).then(|| self.choice.pick(&[2u32, 3, 4, 1]));
        let unroll = (self.choice.chance(15)).then(|| self.choice.pick(&[2u32, 4, 3]));
        let fixed = matches!(end, Operand::Int(_)) && trips < 4;
        let is_static = fixed && (num_stages, unroll) == (None, None) && self.choice.chance(40);
        let hints = if is_static { vec![] } else { self.range_hints() };
        let plain = (num_stages, unroll, is_static) == (None, None, false) && hints.is_empty();
        let is_while = plain && self.choice.chance(25);
        Form { num_stages, unroll, is_static, is_while, hints }
    }

    /// What a loop carries: `next` where that is proven to keep the invariant, else what there was.
    fn carried(
        &mut self,
        carries: &[Carry],
        types: &[Type],
        inside: &[ValueId],
        next: &[ValueId],
    ) -> Vec<Carried> {
        let mut carried = vec![];
        for (at, carry) in carries.iter().enumerate() {
            let inside = inside[at];
            let proven = next.get(at).copied().filter(|id| {
                self.ty(*id).as_ref() == Some(&types[at])
                    && self.facts(*id).is_some_and(|f| f.implies(carry.invariant))
            });
            let after = self.define(types[at].clone(), Some(carry.invariant));
            let next = proven.unwrap_or(inside);
            carried.push(Carried { init: carry.init, inside, next, after });
        }
        carried
    }

    /// A loop. The body gives, for each carried value, what the next iteration starts with; one
    /// that is not proven to keep the invariant is left out. Gives the values after the loop.
    pub(super) fn repeat(
        &mut self,
        carries: &[Carry],
        body: impl FnOnce(&mut Self, &Iteration) -> Vec<ValueId>,
    ) -> Option<Vec<ValueId>> {
        let Bounds { start, end, most, step } = self.bounds()?;
        let span = most - start;
        let trips = (span + step - 1) / step;
        let Form { num_stages, unroll, is_static, is_while, hints } = self.form(end, trips);
        let types = carries.iter().map(|c| self.ty(c.init)).collect::<Option<Vec<_>>>()?;
        let sound = carries
            .iter()
            .all(|c| self.facts(c.init).is_some_and(|f| f.implies(c.invariant) && !f.raw));
        if !sound {
            return None;
        }
        let (statements, (iteration, next)) = self.scoped(|b| {
            let facts = Facts::of(Interval::new(start, most - 1));
            let index = b.define(Type::scalar(DType::I32), Some(facts));
            b.loops.push(Loop { index, low: start, span });
            let pairs = types.iter().zip(carries);
            let inside = pairs.map(|(ty, c)| b.define(ty.clone(), Some(c.invariant))).collect();
            let iteration = Iteration { index, inside, trips };
            let next = body(b, &iteration);
            b.loops.pop();
            (iteration, next)
        });
        let carried = self.carried(carries, &types, &iteration.inside, &next);
        let after = carried.iter().map(|c| c.after).collect();
        let node = For {
            index: iteration.index,
            start: Operand::Int(start),
            end,
            step: Operand::Int(step),
            num_stages,
            unroll,
            is_static,
            is_while,
            hints,
            carried,
            body: statements,
        };
        self.push(Stmt::For(node));
        Some(after)
    }

    /// A zero to accumulate into, with an invariant that holds for any increments that
    /// `accumulate` accepts.
    pub(super) fn accumulator(&mut self, shape: &[usize], dtype: DType) -> Option<Carry> {
        let zero = if dtype.is_float() { Operand::Float(0.0) } else { Operand::Int(0) };
        let init = match shape {
            [] => {
                let tile = self.full(&[1], zero, dtype)?;
                self.reduce(crate::program::ops::ReduceOp::Max, tile, 0)?
            }
            _ => self.full(shape, zero, dtype)?,
        };
        let invariant = match dtype.format() {
            None => Facts::any(dtype)?,
            Some(_) if self.rounds() => {
                let most = if dtype == DType::F16 { 1 << 13 } else { 1 << 40 };
                let wild = self.config.numerics == Numerics::Special;
                Facts { inexact: true, wild, ..Facts::of(Interval::new(-most, most)) }
            }
            Some(format) => {
                let most = (1i128 << (format.precision().min(52) - 1)) - 1;
                let most = if dtype == DType::F64 { 1 << 40 } else { most };
                Facts { exponent: -2, ..Facts::of(Interval::new(-most, most)) }
            }
        };
        (self.dtype(init)? == dtype).then_some(Carry { init, invariant })
    }

    /// `inside + increment`, proven by the number of iterations: the sum of all increments, in any
    /// order, stays within the invariant.
    pub(super) fn accumulate(
        &mut self,
        inside: ValueId,
        increment: ValueId,
        carry: Carry,
        trips: i128,
    ) -> Option<ValueId> {
        let facts = self.facts(increment)?;
        if facts.undef || facts.raw {
            return None;
        }
        if self.dtype(inside)?.is_int() {
            return self.binary(BinaryOp::Add, inside, of(increment));
        }
        let same_shape = self.ty(inside)? == self.ty(increment)?;
        if !carry.holds(facts, trips)? || !same_shape {
            return None;
        }
        let op = Binary { op: BinaryOp::Add, left: of(inside), right: of(increment) };
        self.emit_with(op, Some(carry.invariant))
    }

    /// A scalar condition of what is at hand.
    pub(super) fn condition(&mut self) -> Option<ValueId> {
        let scalars = self.candidates(|ty, facts| {
            ty.is_scalar() && ty.dtype() == Some(DType::I32) && !facts.undef
        });
        let enclosing = self.loops.last().map(|l| l.index);
        let subject = match enclosing {
            Some(index) if self.choice.chance(60) => index,
            _ if !scalars.is_empty() => self.choice.pick(&scalars),
            _ => self.instance()?,
        };
        let range = self.range(subject)?;
        let (low, high) = (range.low.max(-1000) as i64, range.high.min(1000) as i64);
        let predicate = self.choice.pick(&Predicate::ALL);
        let bound = self.choice.between(low, high);
        let subject = if self.choice.chance(30) {
            self.with_int(BinaryOp::Rem, subject, 2)?
        } else {
            subject
        };
        self.compare(predicate, subject, Operand::Int(i128::from(bound)))
    }

    /// Statements in a device function of their own; what they keep is what it returns.
    pub(super) fn in_function(&mut self, part: impl FnOnce(&mut Self)) {
        let wanted = self.choice.chance(40);
        let (body, kept) = self.scoped(|b| {
            part(b);
            std::mem::take(&mut b.kept)
        });
        if body.is_empty() {
            return;
        }
        let scalar = |id: &ValueId| self.ty(*id).is_some_and(|ty| ty.is_scalar());
        let noinline = wanted && free(&body).iter().all(scalar);
        let mut results: Vec<Returned> = vec![];
        for inner in kept {
            let Some(ty) = self.ty(inner) else { continue };
            let value = self.define(ty, self.facts(inner));
            results.push(Returned { value, inner });
            self.keep(value);
        }
        self.push(Stmt::Call(Call { noinline, body, results }));
    }

    /// Sometimes the end of the kernel for some instances.
    pub(super) fn maybe_return(&mut self) {
        if !self.config.returns || !self.choice.chance(6) {
            return;
        }
        let instances = i64::from(self.grid[0]) * i64::from(self.grid[1]);
        if instances < 2 {
            return;
        }
        let bound = self.choice.between(1, instances - 1);
        let condition = self
            .instance()
            .and_then(|id| self.compare(Predicate::Ge, id, Operand::Int(i128::from(bound))));
        condition.into_iter().for_each(|condition| self.push(Stmt::ReturnIf(condition)));
    }

    /// A branch that gives one value. Dropped if the two sides differ in type.
    pub(super) fn branch(
        &mut self,
        condition: ValueId,
        then: impl FnOnce(&mut Self) -> Option<ValueId>,
        otherwise: impl FnOnce(&mut Self) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let known = self.facts(condition)?;
        if known.undef || known.raw {
            return None;
        }
        let (taken, a) = self.scoped(then);
        let (other, b) = self.scoped(otherwise);
        let (a, b) = (a?, b?);
        let ty = self.ty(a)?;
        let facts = self.facts(a)?.union(self.facts(b)?)?.in_type(self, ty.dtype()?)?;
        let usable = self.ty(b)? == ty;
        if !usable || self.facts(a)?.raw || self.facts(b)?.raw {
            return None;
        }
        let value = self.define(ty, Some(facts));
        let merged = vec![Merged { value, then: a, otherwise: b }];
        self.push(Stmt::If(If { condition, then: taken, otherwise: other, merged }));
        Some(value)
    }
}
