//! Elements that are accessed atomically: what was done to each is put together at the end of the
//! launch, because nothing says in which order it happens.

use std::collections::BTreeMap;

use crate::program::Undefined;
use crate::program::ops::{AtomicAccess, AtomicOp};
use crate::tensor::{
    Domain, FloatBinary, FloatFormat, FloatPredicate, IntBinary, Kind, Memory, Place, Status, Tile,
    compare_float, float_binary, int_binary, reinterpret,
};

/// What a run of instances did atomically.
#[derive(Debug)]
pub(super) struct Atomics<D: Domain> {
    accesses: Vec<AtomicAccess<D>>,
    /// For each element, which lanes of which accesses.
    places: BTreeMap<Place, Vec<(usize, usize)>>,
}

/// What becomes of an element.
pub(super) struct Element<D: Domain> {
    pub(super) place: Place,
    /// What it is stored as.
    pub(super) kind: Kind,
    /// What it holds afterwards, if it is written to.
    pub(super) value: Option<Tile<D>>,
}

impl<D: Domain> Default for Atomics<D> {
    fn default() -> Self {
        Atomics { accesses: Vec::new(), places: BTreeMap::new() }
    }
}

impl<D: Domain> Atomics<D> {
    /// Notes an access of the element at each place, in order of the lanes.
    pub(super) fn note(&mut self, access: AtomicAccess<D>, places: &[(Place, usize)]) {
        for (place, lane) in places {
            self.places.entry(*place).or_default().push((self.accesses.len(), *lane));
        }
        self.accesses.push(access);
    }

    /// Adds what later instances did.
    pub(super) fn merge(&mut self, later: Self) {
        let before = self.accesses.len();
        for (place, lanes) in later.places {
            let moved = lanes.into_iter().map(|(access, lane)| (access + before, lane));
            self.places.entry(place).or_default().extend(moved);
        }
        self.accesses.extend(later.accesses);
    }

    /// What becomes of each element that is accessed.
    ///
    /// # Errors
    /// If that, or a value that was looked at, depends on the order.
    pub(super) fn results(&self, before: &Memory<D>) -> Result<Vec<Element<D>>, Undefined> {
        let one = |(place, lanes): (&Place, &Vec<(usize, usize)>)| {
            let name = || {
                let buffer = before.buffer(place.buffer);
                format!("{}[{}]", buffer.name, place.index)
            };
            let first = &self.accesses[lanes[0].0];
            let all = || lanes.iter().map(|(access, _)| &self.accesses[*access]);
            if all().any(|access| (access.op, access.dtype) != (first.op, first.dtype)) {
                return Err(Undefined::at("different atomics access an element", name()));
            }
            let ordered = !first.op.commutes() || all().any(|access| access.old);
            if ordered && lanes.len() > 1 {
                return Err(Undefined::at("an atomic depends on the order", name()));
            }
            let start = before.buffer(place.buffer).tile().pick(&[], &[place.index]);
            let (access, lane) = lanes[0];
            let value = match first.op {
                AtomicOp::Cas if !self.swaps(&start, access, lane)? => None,
                AtomicOp::Cas | AtomicOp::Xchg => Some(self.value(access, lane)),
                op => {
                    let combined = self.combined(op, start, lanes);
                    Some(combined.map_err(|error| Undefined::at(error.reason, name()))?)
                }
            };
            Ok(Element { place: *place, kind: first.dtype.kind(), value })
        };
        self.places.iter().map(one).collect()
    }

    fn value(&self, access: usize, lane: usize) -> Tile<D> {
        self.accesses[access].values.pick(&[], &[lane])
    }

    /// Whether an element holds what it is compared with. One that does not is not written to.
    fn swaps(&self, start: &Tile<D>, access: usize, lane: usize) -> Result<bool, Undefined> {
        let access = &self.accesses[access];
        let compare = access.compare.as_ref().expect("invariant: checked").pick(&[], &[lane]);
        if compare.any_undef() || start.any_undef() {
            return Err(Undefined::new("an unspecified value decides an exchange"));
        }
        let (kind, mut status) = (access.dtype.kind(), Status::default());
        let mut bits =
            |tile: &Tile<D>| reinterpret(tile, kind, Kind::Int(kind.bits()), &mut status).ints()[0];
        Ok(bits(&compare) == bits(start))
    }

    /// The element combined with every operand.
    fn combined(
        &self,
        op: AtomicOp,
        start: Tile<D>,
        lanes: &[(usize, usize)],
    ) -> Result<Tile<D>, Undefined> {
        let dtype = self.accesses[lanes[0].0].dtype;
        let operands = lanes.iter().map(|(access, lane)| self.value(*access, *lane));
        let mut status = Status::default();
        let Some(format) = dtype.format() else {
            let op = integer(op, dtype.is_signed());
            let fold = |sum, value| int_binary(op, dtype.bits(), &sum, &value, &mut status);
            return Ok(operands.fold(start, fold));
        };
        let operands: Vec<Tile<D>> = operands.collect();
        if let Some(op) = extreme(op) {
            return greatest_or_least(op, format, &start, &operands);
        }
        let terms = || [&start].into_iter().chain(&operands).map(|tile| tile.floats()[0]);
        if D::EXACT && !D::sum_is_exact(format, &mut terms()) {
            return Err(Undefined::new("a sum depends on its order"));
        }
        let mut sum = start.clone();
        for operand in &operands {
            sum = float_binary(FloatBinary::Add, format, &sum, operand, &mut status);
        }
        Undefined::check(&status)?;
        let known = D::any_order(format, &mut terms(), sum.floats()[0]);
        let undef = sum.any_undef();
        Ok(Tile::float(known).with_undef(undef.then_some(0)))
    }
}

/// The comparison that keeps one of two floats.
fn extreme(op: AtomicOp) -> Option<FloatBinary> {
    match op {
        AtomicOp::Max => Some(FloatBinary::Maximum),
        AtomicOp::Min => Some(FloatBinary::Minimum),
        _ => None,
    }
}

/// Triton makes it of operations on the integers with the floats' bits, which compare NaN in no useful way.
fn greatest_or_least<D: Domain>(
    op: FloatBinary,
    format: FloatFormat,
    start: &Tile<D>,
    operands: &[Tile<D>],
) -> Result<Tile<D>, Undefined> {
    let mut status = Status::default();
    let mut result = start.clone();
    for operand in operands {
        result = float_binary(op, format, &result, operand, &mut status);
    }
    let is_number = compare_float(FloatPredicate::Ord, &result, &result, &mut status);
    Undefined::check(&status)?;
    match is_number.ints()[0] {
        0 => Err(Undefined::new("a NaN in an atomic maximum or minimum")),
        _ => Ok(result),
    }
}

fn integer(op: AtomicOp, signed: bool) -> IntBinary {
    match (op, signed) {
        (AtomicOp::Add, _) => IntBinary::Add,
        (AtomicOp::Max, true) => IntBinary::MaxS,
        (AtomicOp::Max, false) => IntBinary::MaxU,
        (AtomicOp::Min, true) => IntBinary::MinS,
        (AtomicOp::Min, false) => IntBinary::MinU,
        (AtomicOp::And, _) => IntBinary::And,
        (AtomicOp::Or, _) => IntBinary::Or,
        (AtomicOp::Xor, _) => IntBinary::Xor,
        (AtomicOp::Xchg | AtomicOp::Cas, _) => unreachable!("they are not combined"),
    }
}
