//! Random elementwise arithmetic on what is at hand.

use super::builder::{Builder, of};
use super::config::Numerics;
use super::facts::Known;
use crate::program::ops::{
    BinaryOp, Cast, Clamp, Downcast, Fma, Function, Math, Predicate, ReduceOp, UnaryOp,
};
use crate::program::{Operand, ValueId};
use crate::tensor::DType;

impl Builder<'_, '_> {
    /// A literal that fits the type, extremes among them.
    pub(super) fn literal(&mut self, dtype: DType) -> Operand {
        let Some((low, high)) = dtype.int_range() else {
            return Operand::Float(self.choice.pick(&[1.0, 2.0, 0.5, -1.0, 3.0, 0.25, -2.0, 0.0]));
        };
        let options = [1, 2, 3, 7, 5, 10, 16, 100, low, high, high - 1, low + 1, 0, -1, -3];
        let fitting: Vec<i128> = options.into_iter().filter(|v| low <= *v && *v <= high).collect();
        Operand::Int(self.choice.pick(&fitting))
    }

    /// The value as another type, by way of a comparison if its values do not fit.
    pub(super) fn convert(&mut self, value: ValueId, dtype: DType) -> Option<ValueId> {
        if let Some(cast) = self.cast(value, dtype) {
            return Some(cast);
        }
        let from = self.dtype(value)?;
        if from.is_int()
            && from != DType::I1
            && let Some(low) = self.with_int(BinaryOp::And, value, 31)
        {
            return self.cast(low, dtype);
        }
        let bound = self.literal(from);
        let flag = self.compare(Predicate::Gt, value, bound)?;
        self.cast(flag, dtype)
    }

    /// One random operation on a value; the value itself where none is proven to be defined.
    pub(super) fn vary(&mut self, value: ValueId) -> ValueId {
        let Some(dtype) = self.dtype(value) else { return value };
        let varied = match dtype {
            DType::I1 => self.vary_flag(value),
            _ if dtype.is_float() => self.vary_float(value, dtype),
            _ => self.vary_int(value, dtype),
        };
        varied.unwrap_or(value)
    }

    fn vary_flag(&mut self, value: ValueId) -> Option<ValueId> {
        match self.choice.index(4) {
            0 => self.unary(UnaryOp::Not, value),
            1 | 3 => {
                let shape = self.shape(value);
                let others = self.candidates(|ty, facts| {
                    ty.dtype() == Some(DType::I1) && ty.shape == shape && !facts.undef
                });
                let other = *others.last()?;
                if self.choice.chance(20) {
                    let predicate = self.choice.pick(&Predicate::ALL);
                    return self.compare(predicate, value, of(other));
                }
                use BinaryOp::*;
                let op = self.choice.pick(&[And, Or, Xor, And, Or, Xor, Add, Mul, Sub, Min, Max]);
                self.binary(op, value, of(other))
            }
            _ => self.cast(value, DType::I32),
        }
    }

    fn vary_float(&mut self, value: ValueId, dtype: DType) -> Option<ValueId> {
        if self.rounds() && self.choice.chance(40) {
            return self.function_of(value, dtype);
        }
        let literal = self.literal(dtype);
        let wanted = self.choice.pick(&self.dtypes.clone());
        match self.choice.index(13) {
            10 => {
                let (low, high) =
                    self.choice.pick(&[(0.0, 3.0), (-1.0, 1.0), (0.5, 0.5), (-4.0, 2.0)]);
                self.emit(Clamp { value, low, high })
            }
            8 => self.fused(value),
            0 => self.binary(BinaryOp::Add, value, literal),
            1 => self.binary(BinaryOp::Mul, value, literal),
            2 => self.binary(BinaryOp::Sub, value, literal),
            3 => {
                // Up to 3.7 the front end makes `0 - x` of `-x`, so that minus zero is zero
                // (corpora/known/minus-of-zero.py): what follows must not show the sign.
                let negative = self.unary(UnaryOp::Neg, value)?;
                let literal =
                    if literal == Operand::Float(0.0) { Operand::Float(1.0) } else { literal };
                self.binary(BinaryOp::Sub, negative, literal)
            }
            4 => self.unary(UnaryOp::Abs, value),
            5 => self.binary(BinaryOp::Max, value, Operand::Float(3.0)),
            6 => self.binary(BinaryOp::Min, value, Operand::Float(1.0)),
            7 => {
                let divisor = self.choice.pick(&[2.0, 4.0, 0.5]);
                self.binary(BinaryOp::Div, value, Operand::Float(divisor))
            }
            _ if dtype == DType::F32 && wanted != dtype && self.config.narrow => {
                let toward_zero = self.choice.chance(65);
                let dtype = if wanted == DType::BF16 { wanted } else { DType::F16 };
                let narrow = self.emit(Downcast { value, dtype, toward_zero });
                narrow.or_else(|| self.cast(value, wanted))
            }
            _ => self.cast(value, wanted),
        }
    }

    /// A mathematical function of the value, which is brought into its domain first.
    pub(super) fn function_of(&mut self, value: ValueId, dtype: DType) -> Option<ValueId> {
        let narrow = matches!(dtype, DType::F16 | DType::BF16);
        let value = if narrow { self.cast(value, DType::F32)? } else { value };
        let function = self.choice.pick(&Function::ALL);
        if self.config.numerics == Numerics::Special && self.choice.chance(50) {
            return self.emit(Math { function, value });
        }
        let above_zero = |b: &mut Self, least: f64| {
            let magnitude = b.unary(UnaryOp::Abs, value)?;
            b.binary(BinaryOp::Add, magnitude, Operand::Float(least))
        };
        let value = match function {
            Function::Exp | Function::Exp2 => {
                self.binary(BinaryOp::Min, value, Operand::Float(2.0))?
            }
            Function::Log | Function::Log2 | Function::Rsqrt => above_zero(self, 0.5)?,
            Function::Sqrt | Function::SqrtRn => above_zero(self, 0.0)?,
            Function::Sigmoid => self.binary(BinaryOp::Max, value, Operand::Float(-3.0))?,
            _ => value,
        };
        self.emit(Math { function, value })
    }

    /// Divided by another value, which is made positive.
    fn divided_by(&mut self, value: ValueId, other: ValueId) -> Option<ValueId> {
        let positive = self.unary(UnaryOp::Abs, other)?;
        let positive = self.binary(BinaryOp::Add, positive, Operand::Float(0.25))?;
        self.binary(BinaryOp::Div, value, of(positive))
    }

    /// Multiplied with itself or a number at hand, and added to it.
    fn fused(&mut self, left: ValueId) -> Option<ValueId> {
        let wanted = self.ty(left)?;
        let others = self.candidates(|ty, facts| *ty == wanted && !facts.undef);
        let [right, addend] = [0, 1].map(|_| match others.is_empty() {
            true => left,
            false => self.choice.pick(&others),
        });
        self.emit(Fma { left, right, addend })
    }

    fn vary_int(&mut self, value: ValueId, dtype: DType) -> Option<ValueId> {
        let literal = self.literal(dtype);
        let shift = i128::from(self.choice.between(1, i64::from(dtype.bits()) - 1));
        let divisor = i128::from(self.choice.pick(&[3i64, 2, 7, 10, 24, 96, 100, 5]));
        let wanted = self.choice.pick(&self.dtypes.clone());
        use BinaryOp::*;
        match self.choice.index(17) {
            14 => self.with_int(CeilDiv, value, divisor),
            15 => self.binary(MulHi, value, literal),
            16 => self.chosen(value, dtype, literal),
            0 => self.binary(Add, value, literal),
            1 => self.binary(Mul, value, literal),
            2 => self.binary(Sub, value, literal),
            3 => self.with_int(Rem, value, divisor),
            4 => self.with_int(FloorDiv, value, divisor),
            5 => self.with_int(Shr, value, shift),
            6 => self.with_int(Shl, value, shift),
            7 => {
                let op = self.choice.pick(&[And, Or, Xor]);
                self.binary(op, value, literal)
            }
            8 => {
                let op = self.choice.pick(&[Min, Max]);
                self.binary(op, value, literal)
            }
            9 => {
                let op = self.choice.pick(&[UnaryOp::Neg, UnaryOp::Not, UnaryOp::Abs]);
                self.unary(op, value)
            }
            10 => {
                let predicate = self.choice.pick(&Predicate::ALL);
                let flag = self.compare(predicate, value, literal)?;
                let negative = self.unary(UnaryOp::Not, value)?;
                self.select(flag, value, negative)
            }
            11 => self.shift_by_value(value),
            12 => self.reinterpreted(value, dtype),
            _ => self.cast(value, wanted),
        }
    }

    /// The value or a scalar.
    fn chosen(&mut self, value: ValueId, dtype: DType, literal: Operand) -> Option<ValueId> {
        let predicate = self.choice.pick(&Predicate::ALL);
        let bound = self.literal(dtype);
        let flag = self.compare(predicate, value, bound)?;
        let scalar = self.full(&[], literal, dtype)?;
        match self.choice.chance(50) {
            true => self.select(flag, value, scalar),
            false => self.select(flag, scalar, value),
        }
    }

    /// Shifts by an amount that differs between elements.
    fn shift_by_value(&mut self, value: ValueId) -> Option<ValueId> {
        let amount = self.with_int(BinaryOp::And, value, 7)?;
        let op = self.choice.pick(&[BinaryOp::Shr, BinaryOp::Shl]);
        self.binary(op, value, of(amount))
    }

    /// The bits as the integer type of other signedness.
    fn reinterpreted(&mut self, value: ValueId, dtype: DType) -> Option<ValueId> {
        let other = DType::all()
            .find(|other| other.is_int() && *other != dtype && other.bits() == dtype.bits())?;
        self.emit(Cast { value, dtype: other, bitcast: true })
    }

    /// The sum, or something like it, of two values whose shapes broadcast.
    pub(super) fn mix(&mut self, a: ValueId, b: ValueId) -> Option<ValueId> {
        let dtype = self.dtype(a)?;
        if self.rounds() && dtype.is_int() && self.dtype(b)?.is_float() {
            // The other way around the evaluator would have to decide what the float rounds to.
            return self.mix(b, a);
        }
        if dtype == DType::I1 {
            let a = self.cast(a, DType::I32)?;
            return self.mix(a, b);
        }
        let b = self.convert(b, dtype)?;
        let first = if dtype.is_float() {
            self.choice.pick(&[BinaryOp::Add, BinaryOp::Mul, BinaryOp::Sub, BinaryOp::Max])
        } else {
            self.choice.pick(&[BinaryOp::Add, BinaryOp::Xor, BinaryOp::Mul, BinaryOp::Sub])
        };
        let open = |f: super::facts::Facts| f.undef;
        if dtype.is_float() && self.rounds() && self.choice.chance(15) {
            return self.divided_by(a, b);
        }
        for op in [first, BinaryOp::Add, BinaryOp::Min] {
            let facts = (self.facts(a).is_some_and(open), self.facts(b).is_some_and(open));
            if let Some(mixed) = self.binary(op, a, of(b)) {
                // Zeros of both signs leave a minimum open: nothing would be compared there.
                if facts != (false, false) || !self.facts(mixed).is_some_and(open) {
                    return Some(mixed);
                }
            }
        }
        let flag = self.compare(Predicate::Lt, a, of(b))?;
        self.cast(flag, DType::I32)
    }

    /// A reduction along `axis` that is proven to be exact; a maximum where no sum is.
    pub(super) fn reduced(&mut self, value: ValueId, axis: usize) -> Option<ValueId> {
        if !self.config.reductions {
            return None;
        }
        let value = match self.dtype(value)? {
            DType::I1 => self.cast(value, DType::I32)?,
            _ => value,
        };
        let op = match self.choice.index(12) {
            0..6 => ReduceOp::Sum,
            6 | 7 => ReduceOp::Max,
            8 | 9 => ReduceOp::Min,
            10 => ReduceOp::XorSum,
            _ => ReduceOp::Or,
        };
        let defined = |b: &Self, id| b.facts(id).is_some_and(|facts| !facts.undef);
        for op in [op, ReduceOp::Sum, ReduceOp::Max] {
            if let Some(result) = self.reduce(op, value, axis).filter(|id| defined(self, *id)) {
                return Some(result);
            }
        }
        // Wide enough for any sum of these.
        let wide = self.convert(value, DType::I32)?;
        self.reduce(ReduceOp::Sum, wide, axis)
    }
}
