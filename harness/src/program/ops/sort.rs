//! `tl.sort`, `tl.topk` and `tl.flip`, along the last axis, and `tl.histogram`.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile, zero_extend};

/// `tl.sort(value, descending=...)`: each row of the last axis in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sort {
    /// The operand.
    pub value: ValueId,
    /// Whether the largest come first.
    pub descending: bool,
}

/// `tl.topk(value, count)`: the greatest of each row of the last axis, in order. 3.3 lacks it; narrow
/// types are widened, and some releases fail for one element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopK {
    /// The operand.
    pub value: ValueId,
    /// How many, a power of two.
    pub count: usize,
}

/// `tl.flip(value, axis)`: each row of the last axis backwards, which is the one that every release
/// takes. 3.6 fails without it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flip {
    /// The operand.
    pub value: ValueId,
    /// The last axis.
    pub axis: usize,
}

/// `tl.histogram(value, bins)`: how often each of the numbers from 0 occurs. Numbers beyond the bins are
/// counted nowhere, as NVIDIA's lowering does from 3.8 and Triton's interpreter from 3.9
/// (triton-lang/triton#11194). Lowerings before that, and AMD's, take their low bits
/// (`corpora/known/histogram-beyond-bins.py`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// The operand, integers in one dimension.
    pub value: ValueId,
    /// Number of bins, a power of two.
    pub bins: usize,
}

/// The type, if it is one of rows of two numbers at least.
fn rows(types: &Types, value: ValueId, what: &str) -> Result<Type, TypeError> {
    let ty = types.get(value)?;
    let fits = ty.dtype().is_some_and(|dtype| dtype != DType::I1)
        && ty.shape.last().is_some_and(|length| *length > 1);
    ensure(fits, || format!("{what} of {ty}"))?;
    Ok(ty.clone())
}

impl Operation for Sort {
    fn name(&self) -> String {
        "sort".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        rows(types, self.value, "a sort").map(Some)
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let descending = if self.descending { ", descending=True" } else { "" };
        format!("tl.sort({}{descending})", names(self.value))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        sorted(context.value(self.value), dtype, self.descending).map(Some)
    }
}

/// Each row of the last axis in order.
fn sorted<D: Domain>(
    value: &Tile<D>,
    dtype: DType,
    descending: bool,
) -> Result<Tile<D>, Undefined> {
    if value.any_undef() {
        return Err(Undefined::new("a sort of an unspecified value"));
    }
    let keys = keys(value, dtype)?;
    let length = *value.shape().last().expect("invariant: checked");
    let mut lanes: Vec<usize> = (0..keys.len()).collect();
    let mut open = Vec::new();
    for (row, lanes) in lanes.chunks_mut(length).enumerate() {
        lanes.sort_by_key(|lane| keys[*lane].order);
        if descending {
            lanes.reverse();
        }
        // Zeros of both signs are equal, so nobody knows which comes first.
        let zeros = || (0..length).filter(|at| keys[lanes[*at]].order == 0);
        let negative = zeros().filter(|at| keys[lanes[*at]].negative_zero).count();
        if negative > 0 && negative < zeros().count() {
            open.extend(zeros().map(|at| row * length + at));
        }
    }
    Ok(value.pick(value.shape(), &lanes).with_undef(open))
}

impl Operation for TopK {
    fn name(&self) -> String {
        "topk".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let mut ty = rows(types, self.value, "the greatest")?;
        let length = ty.shape.last_mut().expect("invariant: it has rows");
        let count = self.count.is_power_of_two() && (2..=*length).contains(&self.count);
        *length = self.count;
        let fits = count && ty.dtype().is_some_and(|dtype| dtype.bits() >= 32);
        ensure(fits, || format!("the greatest {} of {ty}", self.count))?;
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.topk({}, {})", names(self.value), self.count)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let sorted = sorted(context.value(self.value), dtype, true)?;
        Ok(Some(sorted.slice_axis(sorted.shape().len() - 1, 0, self.count)))
    }
}

/// What an element is compared by.
pub(super) struct Key {
    /// Numbers in the order of the elements; 0 for either zero.
    pub(super) order: i128,
    pub(super) negative_zero: bool,
}

pub(super) fn keys<D: Domain>(value: &Tile<D>, dtype: DType) -> Result<Vec<Key>, Undefined> {
    let Some(format) = dtype.format() else {
        let order = |number: &i64| match dtype.is_signed() {
            true => i128::from(*number),
            false => i128::from(zero_extend(*number, dtype.bits())),
        };
        let key = |number| Key { order: order(number), negative_zero: false };
        return Ok(value.ints().iter().map(key).collect());
    };
    let key = |number: &D::Float| {
        let known = D::to_bits(format, *number).map(|bits| format.from_bits(bits));
        let Some(known) = known.filter(|known| !known.is_nan()) else {
            return Err(Undefined::new("an order of NaN"));
        };
        let magnitude = i128::from(known.abs().to_bits());
        let negative = known.is_sign_negative();
        let order = if negative { -magnitude } else { magnitude };
        Ok(Key { order, negative_zero: negative && known == 0.0 })
    };
    value.floats().iter().map(key).collect()
}

impl Operation for Flip {
    fn name(&self) -> String {
        "flip".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = rows(types, self.value, "a flip")?;
        ensure(self.axis + 1 == ty.shape.len(), || format!("{ty} flipped along {}", self.axis))?;
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.flip({}, {})", names(self.value), self.axis)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let value = context.value(self.value);
        let length = *value.shape().last().expect("invariant: checked");
        let lane = |lane: usize| lane / length * length + (length - 1 - lane % length);
        let lanes: Vec<usize> = (0..value.len()).map(lane).collect();
        Ok(Some(value.pick(value.shape(), &lanes)))
    }
}

impl Operation for Histogram {
    fn name(&self) -> String {
        "histogram".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits =
            ty.dtype() == Some(DType::I32) && ty.shape.len() == 1 && self.bins.is_power_of_two();
        ensure(fits, || format!("a histogram of {ty} in {} bins", self.bins))?;
        Ok(Some(Type { elem: Elem::Num(DType::I32), shape: vec![self.bins] }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.histogram({}, {})", names(self.value), self.bins)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        histogram(context.value(self.value), self.bins).map(Some)
    }
}

/// How often each number below `bins` occurs.
pub(super) fn histogram<D: Domain>(value: &Tile<D>, bins: usize) -> Result<Tile<D>, Undefined> {
    if value.any_undef() {
        return Err(Undefined::new("a histogram of an unspecified value"));
    }
    let mut counts = vec![0i64; bins];
    for number in value.ints() {
        if let Some(count) = usize::try_from(*number).ok().and_then(|bin| counts.get_mut(bin)) {
            *count += 1;
        }
    }
    Ok(Tile::from_ints(&[bins], counts))
}
