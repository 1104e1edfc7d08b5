//! `tl.reduce` and `tl.associative_scan` with functions of the user, over one value or several at once.
//!
//! The function is made of [`Monoid`]s side by side, each of which takes some of the values. It is
//! written above the kernel, under a name that says what it does. Elements keep their types: unlike
//! `tl.sum` these widen nothing.

mod meaning;
mod monoid;

use serde::{Deserialize, Serialize};

use super::{Context, Helper, Op, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Status, Tile, fold_axis, scan_axis};

pub use monoid::Monoid;

/// More values than this at once are more than anybody combines.
const MAX_VALUES: usize = 8;

/// What becomes of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Along {
    /// It is reduced and goes; all axes without one, which needs a single value.
    Reduce(Option<usize>),
    /// As `Reduce`, and stays with length 1.
    Keep(Option<usize>),
    /// Each element is combined with all before it.
    Scan(usize),
    /// Each element is combined with all after it.
    ScanBack(usize),
}

impl Along {
    fn axis(self) -> Option<usize> {
        match self {
            Along::Reduce(axis) | Along::Keep(axis) => axis,
            Along::Scan(axis) | Along::ScanBack(axis) => Some(axis),
        }
    }

    /// Whether it is a scan.
    pub fn scans(self) -> bool {
        matches!(self, Along::Scan(_) | Along::ScanBack(_))
    }

    /// The shape of the results.
    fn shape(self, shape: &[usize]) -> Vec<usize> {
        let mut result = shape.to_vec();
        match self {
            Along::Reduce(Some(axis)) => drop(result.remove(axis)),
            Along::Reduce(None) => result.clear(),
            Along::Keep(Some(axis)) => result[axis] = 1,
            Along::Keep(None) => result.fill(1),
            Along::Scan(_) | Along::ScanBack(_) => {}
        }
        result
    }
}

/// One result of a reduction or a scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Combine {
    /// The values, tiles of one shape.
    pub values: Vec<ValueId>,
    /// How they are combined, in their order.
    pub parts: Vec<Monoid>,
    /// Along which axis.
    pub along: Along,
    /// Which of the results this is: as many as values.
    pub result: usize,
}

impl Combine {
    fn dtypes(&self, types: &Types) -> Result<Vec<DType>, TypeError> {
        let dtype = |id: &ValueId| {
            let ty = types.get(*id)?;
            ty.dtype().ok_or_else(|| TypeError(format!("{ty} is combined")))
        };
        self.values.iter().map(dtype).collect()
    }

    /// Each part, and the index of the first value that it takes.
    pub fn parts(&self) -> impl Iterator<Item = (usize, Monoid)> {
        self.parts.iter().scan(0, |next, part| {
            let first = *next;
            *next += part.arity();
            Some((first, *part))
        })
    }

    /// Number of elements that come together in one, at most.
    pub fn count(&self, shape: &[usize]) -> usize {
        self.along.axis().map_or(shape.iter().product(), |axis| shape[axis])
    }
}

impl Operation for Combine {
    fn name(&self) -> String {
        let words: Vec<String> = self.parts.iter().map(|part| format!("{part:?}")).collect();
        let word = match &self.parts[..] {
            [Monoid::AddMod(_)] => "addmod",
            [Monoid::MulMod(_)] => "mulmod",
            [_] => &words[0].to_lowercase(),
            _ => "several",
        };
        let kind = if self.along.scans() { "scan" } else { "reduce" };
        format!("user_{kind}.{word}")
    }

    reads!(values);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let dtypes = self.dtypes(types)?;
        let taken: usize = self.parts.iter().map(|part| part.arity()).sum();
        let complete = taken == dtypes.len() && self.result < taken && taken <= MAX_VALUES;
        ensure(complete, || format!("{taken} values are combined, {} given", dtypes.len()))?;
        let shape = &types.get(self.values[0])?.shape;
        let same = |id: &ValueId| types.get(*id).is_ok_and(|ty| ty.shape == *shape);
        let axis_fits = match self.along.axis() {
            Some(axis) => axis < shape.len(),
            None => dtypes.len() == 1 && !shape.is_empty(),
        };
        let fits = axis_fits && self.values.iter().all(same);
        ensure(fits, || format!("{shape:?} combined along {:?}", self.along))?;
        for (first, part) in self.parts() {
            let taken = &dtypes[first..first + part.arity()];
            ensure(part.accepts(taken), || format!("{part:?} of {taken:?}"))?;
            ensure(self.along.scans() || part.commutes(), || format!("a reduction by {part:?}"))?;
            ensure(!(self.along.scans() && part.rounds()), || format!("a scan by {part:?}"))?;
        }
        let elem = types.get(self.values[self.result])?.elem;
        Ok(Some(Type { elem, shape: self.along.shape(shape) }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let values: Vec<String> = self.values.iter().map(|id| names(*id)).collect();
        let values = match &values[..] {
            [value] => value.clone(),
            _ => format!("({})", values.join(", ")),
        };
        let function = self.function_name();
        let axis = self.along.axis().map_or("None".to_owned(), |axis| axis.to_string());
        match self.along {
            Along::Reduce(_) => format!("tl.reduce({values}, {axis}, {function})"),
            Along::Keep(_) => format!("tl.reduce({values}, {axis}, {function}, keep_dims=True)"),
            Along::Scan(_) => format!("tl.associative_scan({values}, {axis}, {function})"),
            Along::ScanBack(_) => {
                format!("tl.associative_scan({values}, {axis}, {function}, reverse=True)")
            }
        }
    }

    fn chooses(&self) -> bool {
        self.parts.iter().any(|part| part.chooses())
    }

    fn of_several(&self) -> Option<(Op, usize)> {
        let first = Combine { result: 0, ..self.clone() };
        (self.values.len() > 1).then(|| (first.into(), self.result))
    }

    fn helper(&self) -> Option<Helper> {
        let count = self.values.len();
        let names = |side: &str| -> Vec<String> {
            (0..count)
                .map(|at| if count == 1 { side.to_owned() } else { format!("{side}{at}") })
                .collect()
        };
        let (left, right) = (names("a"), names("b"));
        let (mut body, mut results) = (Vec::new(), Vec::new());
        for (first, part) in self.parts() {
            let range = first..first + part.arity();
            let (lines, texts) = part.python(&left[range.clone()], &right[range], first);
            body.extend(lines);
            results.extend(texts);
        }
        body.push(format!("return {}", results.join(", ")));
        let parameters = left.into_iter().chain(right).collect();
        Some(Helper { name: self.function_name(), parameters, body })
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtypes = self.dtypes(context.types).expect("invariant: checked");
        let mut values: Vec<Tile<D>> =
            self.values.iter().map(|id| context.value(*id).clone()).collect();
        if values.iter().any(Tile::any_undef) {
            return Err(Undefined::new("an unspecified value is combined"));
        }
        let shape = values[0].shape().to_vec();
        let axis = self.along.axis().unwrap_or(0);
        if self.along.axis().is_none() {
            values = values.iter().map(|value| value.reshape(&[value.len()])).collect();
        }
        for (first, part) in self.parts() {
            meaning::check_order(part, &values[first..], &dtypes[first..], axis)?;
        }
        let mut status = Status::default();
        let combine = |left: Vec<Tile<D>>, right: Vec<Tile<D>>| {
            let mut results = Vec::with_capacity(left.len());
            for (first, part) in self.parts() {
                let range = first..first + part.arity();
                let (left, right) = (&left[range.clone()], &right[range]);
                results.extend(meaning::combine(part, &dtypes[first..], left, right, &mut status)?);
            }
            Ok::<_, Undefined>(results)
        };
        let mut results = match self.along {
            Along::Scan(_) => scan_axis(&values, axis, false, combine)?,
            Along::ScanBack(_) => scan_axis(&values, axis, true, combine)?,
            Along::Reduce(_) | Along::Keep(_) => fold_axis(&values, axis, combine)?,
        };
        Undefined::check(&status)?;
        for (first, _) in self.parts().filter(|(_, part)| part.rounds()) {
            let known = meaning::moments(&values[first..], dtypes[first], axis)?;
            (first..).zip(known).for_each(|(at, tile)| results[at] = tile);
        }
        let result = results.swap_remove(self.result).reshape(&self.along.shape(&shape));
        Ok(Some(meaning::open_zeros(result, self.result, &values, self.parts(), &dtypes)))
    }
}

impl Combine {
    fn function_name(&self) -> String {
        let words: Vec<String> = self.parts.iter().map(|part| part.word()).collect();
        format!("{}{}", Helper::PREFIX, words.join("_"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Elem;
    use crate::tensor::{Bounded, Exact, sign_extend};

    const LANES: usize = 64;

    /// Numbers that follow no pattern, within what the part accepts.
    fn tiles(part: Monoid, dtypes: &[DType], seed: u64) -> Vec<Tile<Exact>> {
        let number = |at: usize, lane: usize| {
            let mixed =
                (seed ^ (at as u64) << 32 ^ lane as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20
        };
        let tile = |(at, dtype): (usize, &DType)| {
            let small = lane_range(part, *dtype, at);
            let value = |lane| {
                let raw = number(at, lane);
                if small > 0 { (raw % small) as i64 } else { sign_extend(raw as i64, dtype.bits()) }
            };
            match dtype.is_float() {
                false => Tile::from_ints(&[LANES], (0..LANES).map(value).collect()),
                true => {
                    let float = |lane| (number(at, lane) % 3) as f64 - 1.0;
                    Tile::from_floats(&[LANES], (0..LANES).map(float).collect())
                }
            }
        };
        dtypes.iter().enumerate().map(tile).collect()
    }

    /// How many numbers there are to choose from; 0 for all of the type. Few, so that they are equal.
    fn lane_range(part: Monoid, dtype: DType, at: usize) -> u64 {
        match part {
            Monoid::AddMod(_) | Monoid::MulMod(_) => part.room(dtype) as u64 + 1,
            Monoid::Segmented | Monoid::Fill if at == 0 && dtype != DType::I1 => 2,
            Monoid::Least | Monoid::Greatest | Monoid::GreatestCount => 4,
            _ => 0,
        }
    }

    #[test]
    fn functions_are_associative_and_commute_where_they_say_so() {
        use DType::*;
        for part in Monoid::ALL {
            let mut tried = 0;
            for dtype in [I1, I8, U8, I16, I32, U32, I64, U64, F32, BF16] {
                for other in [dtype, I32, I8] {
                    let mut dtypes = vec![other; part.arity()];
                    dtypes[0] = dtype;
                    if part == Monoid::Segmented {
                        dtypes.swap(0, 1);
                    }
                    if !part.accepts(&dtypes) {
                        continue;
                    }
                    tried += 1;
                    let [a, b, c] = [1, 2, 3].map(|seed| tiles(part, &dtypes, seed));
                    let mut status = Status::default();
                    let mut f = |a: &[Tile<Exact>], b: &[Tile<Exact>]| {
                        meaning::combine(part, &dtypes, a, b, &mut status).unwrap()
                    };
                    let text = |tiles: Vec<Tile<Exact>>| format!("{tiles:?}");
                    let (ab, bc) = (f(&a, &b), f(&b, &c));
                    let (left, right) = (f(&ab, &c), f(&a, &bc));
                    assert_eq!(text(left), text(right), "{part:?} of {dtypes:?}");
                    let (one, other) = (f(&a, &b), f(&b, &a));
                    let same = text(one) == text(other);
                    assert!(!part.commutes() || same, "{part:?} of {dtypes:?}");
                }
            }
            assert!(tried > 1, "{part:?} takes nothing");
        }
    }

    #[test]
    fn a_function_says_what_it_does() {
        let values = vec![ValueId(0), ValueId(1), ValueId(2)];
        let parts = vec![Monoid::Least, Monoid::AddMod(7)];
        let op = Combine { values, parts, along: Along::Keep(Some(1)), result: 2 };
        let names = |id: ValueId| format!("x{}", id.0);
        let text = "tl.reduce((x0, x1, x2), 1, combine_least_addmod7, keep_dims=True)";
        assert_eq!(op.python(&names), text);
        let helper = op.helper().unwrap();
        assert_eq!(helper.parameters, ["a0", "a1", "a2", "b0", "b1", "b2"]);
        let pick = "tl.where(first0, a0, b0), tl.where(first0, a1, b1)";
        assert_eq!(helper.body[1], format!("return {pick}, (a2 + b2) % 7"));
    }

    #[test]
    fn moments_are_merged_where_floats_may_round() {
        let dtypes = [DType::F32; 3];
        let mut types = Types::default();
        for at in 0..3 {
            let elem = Elem::Num(DType::F32);
            types.define(ValueId(at), Type { elem, shape: vec![2, 4] }).unwrap();
        }
        let values = vec![ValueId(0), ValueId(1), ValueId(2)];
        let (parts, along) = (vec![Monoid::Welford], Along::Reduce(Some(1)));
        let op = Combine { values, parts, along, result: 1 };
        assert_eq!(op.name(), "user_reduce.welford");
        assert_eq!(op.infer(&types).unwrap().unwrap().shape, [2]);
        assert!(Combine { along: Along::Scan(1), ..op.clone() }.infer(&types).is_err());
        let body = op.helper().unwrap().body;
        assert_eq!(body[..2], ["delta0 = b0 - a0", "weight0 = a2 + b2"]);
        let squares = "a1 + b1 + delta0 * delta0 * a2 * part0";
        assert_eq!(body[3], format!("return a0 + delta0 * part0, {squares}, weight0"));

        let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 5.0, 5.0];
        let tile = |values: [f64; 8]| {
            Tile::<Bounded>::from_floats(&[2, 4], values.map(Bounded::constant).to_vec())
        };
        let known = [tile(numbers), tile([0.0; 8]), tile([1.0; 8])];
        for (axis, due) in [(1, [[2.5, 5.0], [5.0, 0.0]]), (0, [[3.0, 8.0], [3.5, 4.5]])] {
            let results = meaning::moments(&known, DType::F32, axis).unwrap();
            for (lane, due) in due.iter().enumerate() {
                for (result, due) in results.iter().zip(due) {
                    let value = result.floats()[lane];
                    let near = (value.value() - due).abs() <= value.error();
                    assert!(near && value.error() < 1e-4, "{axis} {lane}: {value:?}, {due}");
                }
            }
        }
        let exact = [numbers, [0.0; 8], [1.0; 8]]
            .map(|values| Tile::<Exact>::from_floats(&[2, 4], values.to_vec()));
        assert!(meaning::check_order(Monoid::Welford, &exact, &dtypes, 1).is_err());
        assert!(meaning::moments(&exact, DType::F32, 1).is_err());
    }
}
