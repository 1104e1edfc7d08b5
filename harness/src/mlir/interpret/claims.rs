//! Claims about values: what an operation says of its result or of the addresses that it uses is
//! checked on the values that are executed.
//!
//! Takes an operation and its executable form, gives one that notes each claim that does not hold. Must
//! not know who made the claim: in the text before a pass it is a promise of the user, in the one after
//! it may be the compiler's, which whoever compares the two decides.
//!
//! The hints mean what the compiler's analysis of axes means by them. Along a dimension, values fall
//! into groups of `contiguity` that follow each other, each of which starts with a multiple of
//! `divisibility`, and into groups of `constancy` that are equal.

use crate::tensor::{Domain, Kind, Tile};

use super::super::attribute::{Attribute, Dense};
use super::super::ir::{Operation, ValueId};
use super::super::types::Type;
use super::Built;
use super::compile::Compiler;
use super::constant::{kind, shape};
use super::machine::{Frame, Machine, Outcome, Slot, Value};
use super::result::FalseClaim;

/// Names of the hints, which are discardable attributes.
const HINTS: [&str; 3] = ["tt.contiguity", "tt.divisibility", "tt.constancy"];

/// The hints of an operation as text: the same hints are the same text.
pub fn hints(op: &Operation) -> Option<String> {
    let one = |name: &&str| Some(format!("{name} = {}", op.attribute(name)?));
    let all: Vec<String> = HINTS.iter().filter_map(one).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// More false claims than this are not kept.
const MOST: usize = 16;

/// What is said of the values of a tensor or scalar, dimension by dimension.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hints {
    contiguity: Option<Vec<i64>>,
    divisibility: Option<Vec<i64>>,
    constancy: Option<Vec<i64>>,
    /// What the next value is larger by: the size of an element for addresses.
    step: i64,
    shape: Vec<usize>,
}

/// A number for each dimension. One number alone is that of tensors of one dimension, and of scalars.
fn numbers(value: &Attribute, rank: usize) -> Option<Vec<i64>> {
    let rank = rank.max(1);
    let number = |value: &Attribute| i64::try_from(value.as_integer()?).ok();
    let numbers = match value {
        Attribute::Dense(Dense::Elements(items), _) => items.iter().map(number).collect(),
        Attribute::Dense(Dense::Splat(item), ty) if ty.shape() == [rank as i64] => {
            Some(vec![number(item)?; rank])
        }
        other => other.as_integers().or_else(|| Some(vec![number(other)?])),
    };
    numbers.filter(|n| n.len() == rank && n.iter().all(|n| *n > 0))
}

impl Hints {
    /// The hints among some attributes for a value of that type.
    pub(super) fn of<'a>(find: impl Fn(&str) -> Option<&'a Attribute>, ty: &Type) -> Option<Hints> {
        let shape = shape(ty).ok()?;
        let hint = |name: &str| numbers(find(name)?, shape.len());
        let step = match ty.element() {
            Type::Pointer(pointee, _) => kind(pointee).ok()?.bytes() as i64,
            Type::Integer(..) | Type::Index => 1,
            _ => return None,
        };
        let [contiguity, divisibility, constancy] = HINTS.map(hint);
        let any = contiguity.is_some() || divisibility.is_some() || constancy.is_some();
        any.then_some(Hints { contiguity, divisibility, constancy, step, shape })
    }

    /// The first claim that values do not keep, and where: the dimension's group starts there.
    pub(super) fn broken<D: Domain>(&self, tile: &Tile<D>) -> Option<(String, Vec<usize>)> {
        if tile.is_float() || tile.shape() != self.shape {
            return None;
        }
        let shape: &[usize] = if self.shape.is_empty() { &[1] } else { &self.shape };
        for dim in 0..shape.len() {
            let lines = Lines::new(tile, shape, dim, self.step);
            let claim = |numbers: &Option<Vec<i64>>| numbers.as_ref().map(|n| n[dim]);
            if let Some(claimed) = claim(&self.contiguity)
                && let Some(lane) = lines.not_in_groups(claimed, self.step)
            {
                return Some((format!("tt.contiguity = {claimed} in dimension {dim}"), lane));
            }
            if let Some(claimed) = claim(&self.constancy)
                && let Some(lane) = lines.not_in_groups(claimed, 0)
            {
                return Some((format!("tt.constancy = {claimed} in dimension {dim}"), lane));
            }
            if let Some(claimed) = claim(&self.divisibility) {
                // Without a claim, groups are as long as the values say: no shorter ones were meant.
                let group = claim(&self.contiguity).unwrap_or_else(|| lines.contiguity());
                if let Some(lane) = lines.not_divisible(claimed, group) {
                    return Some((format!("tt.divisibility = {claimed} in dimension {dim}"), lane));
                }
            }
        }
        None
    }
}

/// The values of a tile, line by line along one dimension.
struct Lines<'t> {
    values: &'t [i64],
    undef: Option<&'t [bool]>,
    shape: &'t [usize],
    dim: usize,
    inner: usize,
    step: i64,
}

impl<'t> Lines<'t> {
    fn new<D: Domain>(tile: &'t Tile<D>, shape: &'t [usize], dim: usize, step: i64) -> Self {
        let inner = shape[dim + 1..].iter().product();
        Lines { values: tile.ints(), undef: tile.undef(), shape, dim, inner, step }
    }

    fn place(&self, lane: usize) -> usize {
        lane / self.inner % self.shape[self.dim]
    }

    fn defined(&self, lane: usize) -> bool {
        self.undef.is_none_or(|undef| !undef[lane])
    }

    fn element(&self, lane: usize) -> Vec<usize> {
        let mut rest = lane;
        let mut index = vec![0; self.shape.len()];
        for (index, size) in index.iter_mut().zip(self.shape).rev() {
            *index = rest % size;
            rest /= size;
        }
        index
    }

    /// A lane that is not `step` above the one before it in its group.
    fn not_in_groups(&self, group: i64, step: i64) -> Option<Vec<usize>> {
        let group = usize::try_from(group).ok()?;
        let wrong = |lane: &usize| {
            let at = self.place(*lane);
            !at.is_multiple_of(group)
                && self.defined(*lane)
                && self.defined(lane - self.inner)
                && self.values[*lane] != self.values[lane - self.inner].wrapping_add(step)
        };
        (0..self.values.len()).find(wrong).map(|lane| self.element(lane))
    }

    /// The longest groups that follow each other, a power of two.
    fn contiguity(&self) -> i64 {
        let mut group = 1;
        while group < self.shape[self.dim] as i64
            && self.not_in_groups(group * 2, self.step).is_none()
        {
            group *= 2;
        }
        group
    }

    /// The first lane of a group that is no multiple.
    fn not_divisible(&self, divisor: i64, group: i64) -> Option<Vec<usize>> {
        let group = usize::try_from(group).ok()?;
        let wrong = |lane: &usize| {
            self.place(*lane).is_multiple_of(group)
                && self.defined(*lane)
                && self.values[*lane] % divisor != 0
        };
        (0..self.values.len()).find(wrong).map(|lane| self.element(lane))
    }
}

/// What a copy says of its addresses: so many in a row are copied at once.
struct Vector {
    source: Slot,
    mask: Option<Slot>,
    /// Elements.
    length: usize,
    bytes: i64,
    /// The dimension along which they lie.
    dim: usize,
}

/// The widest copy, in bits.
const WIDEST: u32 = 128;

impl Vector {
    fn of<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Option<Vector> {
        if op.name.as_str() != "ttg.async_copy_global_to_local" {
            return None;
        }
        let claimed = op.attribute("contiguity")?.as_integer()?;
        let ty = c.module.ty(*op.operands.first()?).clone();
        let Type::Pointer(pointee, _) = ty.element() else { return None };
        let kind: Kind = kind(pointee).ok()?;
        let layout = c.module.resolve(ty.encoding()?);
        // The order and what one thread holds are known of this layout alone.
        let numbers = |name: &str| layout.parameter(name)?.as_integers();
        let dim = usize::try_from(*numbers("order")?.first()?).ok()?;
        let held = usize::try_from(*numbers("sizePerThread")?.get(dim)?).ok()?;
        let length = usize::try_from(claimed).ok()?.min((WIDEST / kind.bits()) as usize).min(held);
        let (source, mask) = (c.operand(op, 0).ok()?, c.optional(op, "mask"));
        let bytes = kind.bytes() as i64;
        (length > 1).then_some(Vector { source, mask, length, bytes, dim })
    }

    fn broken<D: Domain>(&self, frame: &Frame<D>) -> Option<(String, Vec<usize>)> {
        let Value::Tile(addresses) = &frame[self.source] else { return None };
        let flags = match self.mask.map(|slot| &frame[slot]) {
            Some(Value::Tile(mask)) => Some(mask.ints()),
            _ => None,
        };
        let lines = Lines::new(addresses, addresses.shape(), self.dim, self.bytes);
        let active = |lane: usize| flags.is_none_or(|flags| flags[lane] != 0);
        let told = |what: &str, lane: usize| {
            Some((format!("contiguity = {}: {what}", self.length), lines.element(lane)))
        };
        for lane in (0..addresses.len()).filter(|lane| lines.defined(*lane)) {
            let at = lines.place(lane) % self.length;
            let first = lane - at * lines.inner;
            if active(lane) != active(first) {
                return told("the mask changes inside of it", lane);
            }
            if !active(lane) {
                continue;
            }
            let expected = lines.values[first].wrapping_add(at as i64 * self.bytes);
            if lines.values[lane] != expected {
                return told("addresses do not follow each other", lane);
            }
            if at == 0 && lines.values[lane] % (self.length as i64 * self.bytes) != 0 {
                return told("its first address is not aligned", lane);
            }
        }
        None
    }
}

impl<D: Domain> Machine<'_, D> {
    fn note(&mut self, broken: Option<(String, Vec<usize>)>, hints: Option<String>) {
        if let Some((claim, element)) = broken
            && self.claims.len() < MOST
        {
            let site = self.site();
            self.claims.push(FalseClaim { claim, element, hints, site });
        }
    }

    /// Whether the arguments are what the function's attributes promise.
    pub(super) fn promises_hold(function: &[Option<Hints>], values: &[Value<D>]) -> bool {
        function.iter().zip(values).all(|(hints, value)| match (hints, value) {
            (Some(hints), Value::Tile(tile)) => hints.broken(tile).is_none(),
            _ => true,
        })
    }
}

/// The hints on a function's arguments.
pub(super) fn of_arguments(op: &Operation, inputs: &[Type]) -> Vec<Option<Hints>> {
    let all = match op.attribute("arg_attrs") {
        Some(Attribute::Array(all)) => all.as_slice(),
        _ => &[],
    };
    let hints = |(at, ty): (usize, &Type)| {
        let Attribute::Dictionary(entries) = all.get(at)? else { return None };
        let find = |name: &str| entries.iter().find(|(key, _)| &**key == name).map(|(_, v)| v);
        Hints::of(find, ty)
    };
    inputs.iter().enumerate().map(hints).collect()
}

/// The executable form of an operation, with its claims checked.
pub(super) fn checked<D: Domain>(
    c: &mut Compiler<'_, D>,
    op: &Operation,
    step: super::Step<D>,
) -> Built<D> {
    let vector = Vector::of(c, op);
    let text = hints(op);
    let hints: Vec<(Slot, Hints)> = if text.is_some() {
        let of = |value: &ValueId| {
            let hints = Hints::of(|name| op.attribute(name), c.module.ty(*value))?;
            Some((c.slot(*value), hints))
        };
        op.results.iter().filter_map(of).collect()
    } else {
        Vec::new()
    };
    if vector.is_none() && hints.is_empty() {
        return Ok(step);
    }
    Ok(Box::new(move |machine, frame| -> Outcome {
        if let Some(vector) = vector.as_ref().filter(|_| machine.options.record) {
            machine.note(vector.broken(frame), None);
        }
        step(machine, frame)?;
        for (slot, hints) in &hints {
            if let (true, Value::Tile(tile)) = (machine.options.record, &frame[*slot]) {
                machine.note(hints.broken(tile), text.clone());
            }
        }
        Ok(())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Exact;

    type T = Tile<Exact>;

    fn hints(shape: &[usize], step: i64) -> Hints {
        Hints { step, shape: shape.to_vec(), ..Hints::default() }
    }

    #[test]
    fn groups_follow_each_other_and_start_at_multiples() {
        let values = [10, 11, 12, 13, 18, 19, 20, 21, 20, 21, 22, 23, 28, 29, 30, 31];
        let tile = T::from_ints(&[2, 8], values.to_vec());
        let with = |contiguity: [i64; 2], divisibility: [i64; 2]| {
            let (contiguity, divisibility) = (Some(contiguity.into()), Some(divisibility.into()));
            Hints { contiguity, divisibility, ..hints(&[2, 8], 1) }.broken(&tile)
        };
        assert_eq!(with([1, 4], [1, 2]), None);
        let (claim, element) = with([1, 8], [1, 1]).unwrap();
        assert_eq!((claim.as_str(), element), ("tt.contiguity = 8 in dimension 1", vec![0, 4]));
        assert_eq!(with([1, 4], [1, 4]).unwrap().1, [0, 0]);
        assert_eq!(with([1, 2], [1, 2]), None);
        let rows = T::from_ints(&[4, 2], vec![4, 8, 5, 9, 6, 10, 7, 11]);
        let columns = Hints {
            contiguity: Some(vec![4, 1]),
            divisibility: Some(vec![4, 1]),
            ..hints(&[4, 2], 1)
        };
        assert_eq!(columns.broken(&rows), None);
        // Divisibility alone: of the first of each group, whose length the values tell.
        let range = T::from_ints(&[4], vec![16, 17, 18, 19]);
        let alone = |divisor| Hints { divisibility: Some(vec![divisor]), ..hints(&[4], 1) };
        assert_eq!(alone(16).broken(&range), None);
        assert!(alone(32).broken(&range).is_some());
    }

    #[test]
    fn equal_values_addresses_and_scalars() {
        let tile = T::from_ints(&[4], vec![7, 7, 9, 9]);
        let equal = |count| Hints { constancy: Some(vec![count]), ..hints(&[4], 1) };
        assert_eq!(equal(2).broken(&tile), None);
        assert_eq!(equal(4).broken(&tile).unwrap().1, [2]);
        assert_eq!(equal(4).broken(&tile.with_undef([2, 3])), None);
        let addresses = T::from_ints(&[2], vec![32, 36]);
        let contiguous = |step| Hints { contiguity: Some(vec![2]), ..hints(&[2], step) };
        assert_eq!(contiguous(4).broken(&addresses), None);
        assert!(contiguous(8).broken(&addresses).is_some());
        let scalar = Hints { divisibility: Some(vec![16]), ..hints(&[], 1) };
        assert_eq!(scalar.broken(&T::int(32)), None);
        assert!(scalar.broken(&T::int(8)).is_some());
    }
}
