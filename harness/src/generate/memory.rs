//! Loads that are in bounds and stores to distinct addresses.
//!
//! A load takes whatever offset it is given: the buffer is made as long as the offset's interval
//! needs, or the interval is cut down first. A store computes its own offset, as an injective
//! function of the instance, the iteration and the element.

use super::builder::{Builder, Input, of};
use super::config::Numerics;
use super::facts::{Facts, Known};
use super::interval::Interval;
use crate::program::ops::{AddPtr, BinaryOp, Caching, Load, Store};
use crate::program::{Operand, ParamKind, ValueId};
use crate::tensor::{DType, FloatFormat};
use crate::testcase::{Argument, BufferSpec, Fill};

/// Most elements of an input buffer.
pub(super) const MAX_INPUT: i128 = 1 << 15;
/// Most elements of an output buffer.
pub(super) const MAX_OUTPUT: i128 = 1 << 16;
/// Elements that no offset of 32 bits reaches.
const FAR: i128 = 3 << 32;
/// A prime above the largest input buffer: values of a ramp identify their element.
const IDENTITY: u64 = 32771;

/// What the values of a new buffer are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// They identify their element, as far as the type can.
    Identity,
    /// They are small, so that products and sums stay exact.
    Small,
    /// All values of an integer type, extremes included.
    Extreme,
    /// Integers: the first, and so many from there.
    Within(i64, u64),
}

/// A ramp and what is known of its values.
pub(super) fn ramp(low: i64, stride: u64, modulus: u64, scale: i32) -> (Fill, Facts) {
    let range = Interval::new(i128::from(low), i128::from(low) + i128::from(modulus) - 1);
    let facts = Facts { exponent: scale, ..Facts::of(range) };
    (Fill::Ramp { low, stride, modulus, scale }, facts)
}

impl Builder<'_, '_> {
    pub(super) fn fill(&mut self, dtype: DType, content: Content) -> (Fill, Facts) {
        let small = |modulus: u64, low: i64, scale: i32| ramp(low, 3, modulus, scale);
        let signed = dtype.is_signed() && self.choice.chance(50);
        let rounds = self.config.numerics.rounds() && !dtype.is_fp8();
        if let Some(format) = dtype.format().filter(|_| rounds) {
            return self.rounded_fill(format, content);
        }
        let Some((lowest, highest)) = dtype.int_range() else {
            let scale = if self.choice.chance(25) { -1 } else { 0 };
            return match (content, dtype) {
                // As many as have all of their bits before the point.
                (Content::Identity, DType::F8E4M3) => small(13, if signed { -6 } else { 0 }, scale),
                (_, DType::F8E5M2) => small(7, if signed { -3 } else { 0 }, scale),
                (Content::Small, _) => small(7, if signed { -3 } else { 0 }, scale),
                (_, DType::BF16) => small(61, if signed { -30 } else { 0 }, scale),
                (_, DType::F16) => small(509, if signed { -254 } else { 0 }, scale),
                _ => ramp(if signed { -16385 } else { 0 }, 1, IDENTITY, scale),
            };
        };
        match (content, dtype.bits()) {
            (Content::Within(low, count), _) => ramp(low, 1, count, 0),
            (_, 1) => ramp(0, 1, 2, 0),
            (Content::Small, _) => small(11, if signed { -5 } else { 0 }, 0),
            (Content::Identity, 8) if dtype.is_signed() => ramp(-128, 1, 251, 0),
            (Content::Identity, 8) => ramp(0, 1, 251, 0),
            (Content::Identity, 16) => ramp(0, 1, 32749, 0),
            (Content::Identity, _) => ramp(if signed { -16385 } else { 0 }, 1, IDENTITY, 0),
            (Content::Extreme, 64) => {
                let (low, high, seed) = (i64::MIN, i64::MAX, self.choice.between(0, 255) as u64);
                let facts = Facts::of(Interval::new(lowest, highest));
                (Fill::Random { seed, low, high, scale: 0 }, facts)
            }
            (Content::Extreme, bits) => {
                // The stride is odd, so element 0 is the least value and element 1 differs a lot.
                let stride = (1u64 << (bits - 1)) - 1;
                ramp(lowest as i64, stride, 1u64 << bits, 0)
            }
        }
    }

    /// Numbers with as many bits as the format has, between -4 and 4, or special ones.
    fn rounded_fill(&mut self, format: FloatFormat, content: Content) -> (Fill, Facts) {
        let bits = format.precision().min(24) as i32 - 1;
        let most = (1i64 << bits) - 1;
        let signed = self.choice.chance(60);
        let (low, high) = (if signed { -most } else { most / 64 }, most);
        let (seed, scale) = (self.choice.between(0, 255) as u64, 2 - bits);
        if self.config.numerics == Numerics::Special && content != Content::Small {
            let facts =
                Facts { wild: true, negative_zero: true, ..Facts::of(Interval::new(-1, 1)) };
            return (Fill::Special { seed, low, high, scale }, facts);
        }
        let range = Interval::new(i128::from(low), i128::from(high));
        (Fill::Random { seed, low, high, scale }, Facts { exponent: scale, ..Facts::of(range) })
    }

    /// A buffer that holds `dtype`, new or used before.
    fn input(&mut self, dtype: DType, content: Content) -> Input {
        let known: Vec<Input> = self.inputs.iter().filter(|i| i.dtype == dtype).copied().collect();
        let reuse = content == Content::Identity && !known.is_empty() && self.choice.chance(35);
        if reuse || known.len() >= 4 && content == Content::Identity {
            let known = self.choice.pick(&known);
            return if self.choice.chance(30) { self.same(known) } else { known };
        }
        let (fill, facts) = self.fill(dtype, content);
        let name = format!("in{}", self.inputs.len());
        let pointer = self.parameter(name, ParamKind::Pointer(dtype), None);
        let argument = self.buffer(dtype, fill);
        let input = Input { pointer, dtype, facts, argument };
        self.inputs.push(input);
        input
    }

    /// Another parameter that points to the same buffer.
    fn same(&mut self, input: Input) -> Input {
        let name = format!("same{}", self.params.len());
        let pointer = self.parameter(name, ParamKind::Pointer(input.dtype), None);
        self.arguments.push(Argument::Same(input.argument));
        Input { pointer, ..input }
    }

    pub(super) fn buffer(&mut self, dtype: DType, fill: Fill) -> usize {
        let misaligned = self.config.misaligned && self.choice.chance(25);
        let misalign = if misaligned { self.choice.pick(&[1, 2, 3, 4, 8]) } else { 0 };
        let spec = BufferSpec { dtype, len: 1, fill, misalign };
        self.arguments.push(Argument::Buffer(spec));
        self.arguments.len() - 1
    }

    pub(super) fn lengthen(&mut self, argument: usize, len: usize) {
        if let Some(Argument::Buffer(spec)) = self.arguments.get_mut(argument) {
            spec.len = spec.len.max(len);
        }
    }

    /// The offset, cut down to what a buffer can have.
    pub(super) fn in_reach(&mut self, offset: ValueId, most: i128) -> Option<ValueId> {
        let range = self.range(offset)?;
        if range.high - range.low < most && range.magnitude() < (1 << 30) {
            return Some(offset);
        }
        let modulus = i128::from(self.choice.pick(&[1000u32, 192, 256, 96, 768, 1023]));
        match self.choice.index(3) {
            0 => self.with_int(BinaryOp::Rem, offset, modulus),
            1 => self.with_int(BinaryOp::And, offset, 255),
            _ => {
                let capped = self.with_int(BinaryOp::Min, offset, modulus)?;
                self.with_int(BinaryOp::Max, capped, 0)
            }
        }
    }

    /// Loads from a buffer of `dtype` at `offset`, masked if there is a mask.
    pub(super) fn load(
        &mut self,
        dtype: DType,
        offset: ValueId,
        mask: Option<ValueId>,
        content: Content,
    ) -> Option<ValueId> {
        let offset = self.in_reach(offset, MAX_INPUT)?;
        let range = self.range(offset)?;
        self.load_within(dtype, offset, range, mask, content)
    }

    /// As `load`, where the lanes that the mask lets through stay in `range`.
    pub(super) fn load_within(
        &mut self,
        dtype: DType,
        offset: ValueId,
        range: Interval,
        mask: Option<ValueId>,
        content: Content,
    ) -> Option<ValueId> {
        let facts = self.facts(offset)?;
        let mask_is_usable = mask.is_none_or(|m| self.facts(m).is_some_and(|f| !f.undef));
        if facts.undef || facts.raw || !mask_is_usable {
            return None;
        }
        let offset = self.as_offset(offset)?;
        let input = self.input(dtype, content);
        let bias = if range.low < 0 { -range.low } else { 0 };
        self.lengthen(input.argument, usize::try_from(range.high + bias + 1).ok()?.max(1));
        let mut pointer = input.pointer;
        let mut offset = offset;
        if self.config.wide && self.choice.chance(4) {
            // Beyond what 32 bits can say, and back.
            let far = self.cast(offset, DType::I64)?;
            offset = self.with_int(BinaryOp::Add, far, FAR)?;
            pointer = self.emit_with(AddPtr { pointer, offset: Operand::Int(-FAR) }, None)?;
        }
        if bias > 0 {
            pointer = self.emit_with(AddPtr { pointer, offset: Operand::Int(bias) }, None)?;
        }
        let pointer = self.emit_with(AddPtr { pointer, offset: of(offset) }, None)?;
        let other = mask.and_then(|_| self.other(input));
        let known = match (mask, other) {
            (Some(_), None) => Facts { undef: true, ..input.facts },
            (_, Some(other)) => input.facts.union(super::facts::literal(other)?)?,
            (None, None) => input.facts,
        };
        let caching = self.caching(&Caching::LOADS);
        self.emit_with(Load { pointer, mask, other, caching }, Some(known))
    }

    /// Sometimes something about the caches.
    fn caching(&mut self, some: &[Caching]) -> Caching {
        if self.choice.chance(7) { self.choice.pick(some) } else { Caching::Usual }
    }

    /// What masked-off lanes hold; mostly something, because nothing comes of an unspecified value.
    fn other(&mut self, input: Input) -> Option<Operand> {
        // A number beside flags would be no flag.
        if input.dtype == DType::I1 || self.config.undefined_lanes && self.choice.chance(10) {
            return None;
        }
        let value = self.choice.pick(&[0i64, 1, 5, -2]);
        let value = if input.dtype.is_signed() { value } else { value.abs() };
        let float = input.dtype.is_float();
        Some(if float { Operand::Float(value as f64) } else { Operand::Int(i128::from(value)) })
    }

    fn as_offset(&mut self, offset: ValueId) -> Option<ValueId> {
        match self.dtype(offset)? {
            DType::I64 => Some(offset),
            DType::I32 if self.config.wide && self.choice.chance(8) => {
                self.cast(offset, DType::I64)
            }
            DType::I32 => Some(offset),
            _ => self.cast(offset, DType::I32),
        }
    }

    /// Stores a value to a buffer of its own. Gives up where the buffer would be too long.
    pub(super) fn store(&mut self, value: ValueId) -> Option<()> {
        let value = match self.dtype(value)? {
            DType::I1 if !self.config.flags || self.choice.chance(50) => {
                self.cast(value, self.dtypes[0])?
            }
            _ => value,
        };
        let (dtype, shape) = (self.dtype(value)?, self.shape(value));
        if self.facts(value)?.raw {
            return None;
        }
        let (offset, per_tile) = self.element_offset(&shape)?;
        let (base, tiles) = self.tile_number()?;
        let len = tiles * per_tile;
        if len > MAX_OUTPUT {
            return None;
        }
        let base = if per_tile == 1 { base } else { self.with_int(BinaryOp::Mul, base, per_tile)? };
        let outputs = self.params.iter().filter(|p| p.name.starts_with("out")).count();
        let name = format!("out{outputs}");
        let mut pointer = self.parameter(name, ParamKind::Pointer(dtype), None);
        let argument = self.buffer(dtype, Fill::Unwritten);
        self.lengthen(argument, usize::try_from(len).ok()?);
        let whole = match offset {
            Some(offset) if self.choice.chance(50) => {
                pointer = self.emit_with(AddPtr { pointer, offset: of(base) }, None)?;
                offset
            }
            Some(offset) => self.binary(BinaryOp::Add, base, of(offset))?,
            None => base,
        };
        let pointer = self.emit_with(AddPtr { pointer, offset: of(whole) }, None)?;
        let mask = self.store_mask(&shape);
        let caching = self.caching(&Caching::STORES);
        self.perform(Store { pointer, value, mask, caching })
    }

    /// Sometimes a mask that is at hand.
    pub(super) fn store_mask(&mut self, shape: &[usize]) -> Option<ValueId> {
        if !self.config.masks || !self.choice.chance(25) {
            return None;
        }
        let masks = self.candidates(|ty, facts| {
            let broadcasts = ty.shape.len() == shape.len()
                && ty.shape.iter().zip(shape).all(|(m, s)| m == s || *m == 1);
            ty.dtype() == Some(DType::I1) && !facts.undef && broadcasts
        });
        (!masks.is_empty()).then(|| self.choice.pick(&masks))
    }

    /// A number that no other instance or iteration has, and how many there are.
    pub(super) fn tile_number(&mut self) -> Option<(ValueId, i128)> {
        let mut number = self.instance()?;
        let mut count = i128::from(self.grid[0]) * i128::from(self.grid[1]);
        for enclosing in self.loops.clone() {
            let scaled = self.with_int(BinaryOp::Mul, number, enclosing.span)?;
            let mut index = self.cast(enclosing.index, DType::I32)?;
            if enclosing.low != 0 {
                index = self.with_int(BinaryOp::Sub, index, enclosing.low)?;
            }
            number = self.binary(BinaryOp::Add, scaled, of(index))?;
            count *= enclosing.span;
        }
        Some((number, count))
    }

    /// An injective offset for the elements of a tile, and one more than its largest value.
    pub(super) fn element_offset(&mut self, shape: &[usize]) -> Option<(Option<ValueId>, i128)> {
        let mut order: Vec<usize> = (0..shape.len()).rev().collect();
        if order.len() > 1 && self.choice.chance(40) {
            let first = self.choice.index(order.len());
            order.swap(0, first);
        }
        let mut stride = if self.choice.chance(8) { 2i128 } else { 1 };
        let mut sum: Option<ValueId> = None;
        for axis in order {
            let length = shape[axis];
            let mut term = self.coordinate(shape, axis)?;
            term = self.shuffled(term, length as i128)?;
            if stride != 1 {
                term = self.with_int(BinaryOp::Mul, term, stride)?;
            }
            sum = match sum {
                Some(sum) => Some(self.binary(BinaryOp::Add, term, of(sum))?),
                None => Some(term),
            };
            stride *= length as i128;
            if self.choice.chance(10) {
                stride += i128::from(self.choice.pick(&[1u32, 3, 8]));
            }
        }
        Some((sum, stride))
    }

    /// Coordinates in another order: a bijection of `0..length`, a power of two.
    fn shuffled(&mut self, coordinate: ValueId, length: i128) -> Option<ValueId> {
        if length < 2 || !self.choice.chance(15) {
            return Some(coordinate);
        }
        let by = i128::from(self.choice.between(1, length as i64 - 1));
        match self.choice.index(3) {
            0 => self.with_int(BinaryOp::Xor, coordinate, by),
            1 => {
                let moved = self.with_int(BinaryOp::Add, coordinate, by)?;
                self.with_int(BinaryOp::Rem, moved, length)
            }
            _ => {
                // Odd factors have an inverse modulo a power of two.
                let spread = self.with_int(BinaryOp::Mul, coordinate, by | 1)?;
                self.with_int(BinaryOp::And, spread, length - 1)
            }
        }
    }
}
