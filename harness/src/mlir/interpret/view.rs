//! Views of shared and tensor memory: which elements of an allocation, in which order.

use std::sync::Arc;

use crate::tensor::Domain;

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::super::types::Type;
use super::compile::{Compiler, malformed, unsupported};
use super::machine::{Value, tile, view};
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttg.memdesc_index", index),
        ("ttg.memdesc_subslice", subslice),
        ("ttg.memdesc_subview", subview),
        ("ttng.tmem_subslice", tensor_subslice),
        ("ttg.memdesc_trans", transpose),
        ("ttg.memdesc_reshape", reshape),
        ("ttg.memdesc_reinterpret", reinterpret),
    ]
}

/// A view: which elements of an allocation, in which order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct View {
    pub(super) allocation: usize,
    pub(super) shape: Vec<usize>,
    strides: Vec<usize>,
    pub(super) offset: usize,
}

/// The elements of an allocation that an access touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Footprint {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Which of them, sorted, if not all.
    some: Option<Arc<[usize]>>,
}

impl Footprint {
    pub(super) fn overlaps(&self, other: &Footprint) -> bool {
        if self.start >= other.end || other.start >= self.end {
            return false;
        }
        match (&self.some, &other.some) {
            (None, None) => true,
            (Some(lanes), None) => lanes.iter().any(|lane| (other.start..other.end).contains(lane)),
            (None, Some(_)) => other.overlaps(self),
            (Some(a), Some(b)) => a.iter().any(|lane| b.binary_search(lane).is_ok()),
        }
    }

    pub(super) fn contains(&self, other: &Footprint) -> bool {
        if self.start > other.start || self.end < other.end {
            return false;
        }
        match (&self.some, &other.some) {
            (None, _) => true,
            (Some(lanes), None) => {
                (other.start..other.end).all(|l| lanes.binary_search(&l).is_ok())
            }
            (Some(a), Some(b)) => b.iter().all(|lane| a.binary_search(lane).is_ok()),
        }
    }
}

impl View {
    /// The whole of an allocation.
    pub(super) fn whole(allocation: usize, shape: &[usize]) -> Self {
        View { allocation, shape: shape.to_vec(), strides: row_major(shape), offset: 0 }
    }

    /// Number of elements.
    pub(super) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether its elements follow each other in row-major order.
    pub(super) fn is_row_major(&self) -> bool {
        let steps = self.shape.iter().zip(&self.strides).zip(row_major(&self.shape));
        steps.into_iter().all(|((size, stride), wanted)| *size == 1 || *stride == wanted)
    }

    /// Element numbers of the lanes, row-major.
    pub(super) fn lanes(&self) -> Vec<usize> {
        let mut lanes = vec![self.offset];
        for (size, stride) in self.shape.iter().zip(&self.strides) {
            let step = |lane: &usize| {
                let lane = *lane;
                (0..*size).map(move |i| lane + i * stride)
            };
            lanes = lanes.iter().flat_map(step).collect();
        }
        lanes
    }

    pub(super) fn footprint(&self) -> Footprint {
        let last = self.shape.iter().zip(&self.strides).map(|(n, s)| n.saturating_sub(1) * s);
        let (start, end) = (self.offset, self.offset + last.sum::<usize>() + 1);
        let some = (end - start != self.len()).then(|| {
            let mut lanes = self.lanes();
            lanes.sort_unstable();
            lanes.into()
        });
        Footprint { start, end, some }
    }

    fn slice(&self, starts: &[usize], shape: &[usize]) -> Option<View> {
        let mut offset = self.offset;
        for (axis, start) in starts.iter().enumerate() {
            if start + shape.get(axis)? > *self.shape.get(axis)? {
                return None;
            }
            offset += start * self.strides[axis];
        }
        let same_rank = shape.len() == self.shape.len() && starts.len() == shape.len();
        same_rank.then(|| View { shape: shape.to_vec(), offset, ..self.clone() })
    }
}

fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i] * shape[i];
    }
    strides
}

/// An operation that makes a view of a view.
fn viewed<D: Domain>(
    c: &mut Compiler<'_, D>,
    op: &Operation,
    f: impl Fn(&View) -> Option<View> + Send + Sync + 'static,
) -> Built<D> {
    let (source, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    let name = op.name.as_str().to_owned();
    Ok(Box::new(move |_, frame| {
        let made = f(&*view(frame, source)?).ok_or_else(|| unsupported(&name))?;
        frame[result] = Value::View(Arc::new(made));
        Ok(())
    }))
}

fn index<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (source, at) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let (result, shape) = (c.result(op, 0)?, c.result_shape(op)?);
    Ok(Box::new(move |machine, frame| {
        let from = view(frame, source)?;
        let at = machine.decision(tile(frame, at)?, "a buffer's index")?;
        let at = usize::try_from(at).ok().filter(|at| from.shape.first().is_some_and(|n| at < n));
        let Some(at) = at else {
            return machine.undefined("a buffer's index is out of bounds");
        };
        if from.shape[1..] != shape {
            return Err(unsupported("ttg.memdesc_index of this shape"));
        }
        frame[result] = Value::View(Arc::new(View {
            allocation: from.allocation,
            shape: shape.clone(),
            strides: from.strides[1..].to_vec(),
            offset: from.offset + at * from.strides[0],
        }));
        Ok(())
    }))
}

fn subslice<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let offsets = op.attribute("offsets").and_then(Attribute::as_integers);
    let offsets = offsets.ok_or_else(|| malformed(op, "lacks its offsets"))?;
    let starts: Option<Vec<usize>> = offsets.iter().map(|at| usize::try_from(*at).ok()).collect();
    let starts = starts.ok_or_else(|| malformed(op, "has a negative offset"))?;
    let shape = c.result_shape(op)?;
    viewed(c, op, move |from| from.slice(&starts, &shape))
}

/// A slice up to 3.3: its starts are values, and it may lack leading dimensions.
fn subview<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (source, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    let starts: Vec<_> =
        (1..op.operands.len()).map(|at| c.operand(op, at)).collect::<Result<_, _>>()?;
    let shape = c.result_shape(op)?;
    let Some(dropped) = starts.len().checked_sub(shape.len()) else {
        return Err(malformed(op, "has more dimensions than starts"));
    };
    let lengths: Vec<usize> = std::iter::repeat_n(1, dropped).chain(shape).collect();
    Ok(Box::new(move |machine, frame| {
        let from = view(frame, source)?;
        let mut at = Vec::new();
        for start in &starts {
            let start = machine.decision(tile(frame, *start)?, "where a buffer is sliced")?;
            at.push(usize::try_from(start).unwrap_or(usize::MAX));
        }
        let ends = at.iter().zip(&lengths).map(|(at, length)| at.saturating_add(*length));
        if ends.zip(&from.shape).any(|(end, length)| end > *length) {
            return machine.undefined("a slice of a buffer is out of bounds");
        }
        let made = from.slice(&at, &lengths).ok_or_else(|| unsupported("ttg.memdesc_subview"))?;
        frame[result] = Value::View(Arc::new(View {
            shape: made.shape[dropped..].to_vec(),
            strides: made.strides[dropped..].to_vec(),
            ..made
        }));
        Ok(())
    }))
}

/// A slice along one dimension, the second unless told otherwise.
fn tensor_subslice<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let axis = match op.attribute("dim") {
        Some(_) => c.integer(op, "dim")?,
        None => 1,
    };
    let start = c.integer(op, "offset").or_else(|_| c.integer(op, "N"))?;
    let (axis, start) = (usize::try_from(axis).ok(), usize::try_from(start).ok());
    let (Some(axis), Some(start)) = (axis, start) else {
        return Err(malformed(op, "has a negative offset"));
    };
    let shape = c.result_shape(op)?;
    let mut starts = vec![0; shape.len()];
    *starts.get_mut(axis).ok_or_else(|| malformed(op, "has no such dimension"))? = start;
    viewed(c, op, move |from| from.slice(&starts, &shape))
}

fn transpose<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let order = op.attribute("order").and_then(Attribute::as_integers);
    let order = order.ok_or_else(|| malformed(op, "lacks its order"))?;
    viewed(c, op, move |from| {
        let axes: Option<Vec<usize>> =
            order.iter().map(|axis| usize::try_from(*axis).ok()).collect();
        let axes = axes.filter(|axes| axes.iter().all(|axis| *axis < from.shape.len()))?;
        Some(View {
            shape: axes.iter().map(|axis| from.shape[*axis]).collect(),
            strides: axes.iter().map(|axis| from.strides[*axis]).collect(),
            ..from.clone()
        })
    })
}

fn reshape<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let shape = c.result_shape(op)?;
    viewed(c, op, move |from| {
        let strides = row_major(&shape);
        from.is_row_major().then(|| View { shape: shape.clone(), strides, ..from.clone() })
    })
}

/// The same view by another type: across shapes, elements or layouts it depends on the bytes.
fn reinterpret<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (from, to) = match (op.operands.first(), op.results.first()) {
        (Some(from), Some(to)) => (c.module.ty(*from), c.module.ty(*to)),
        _ => return Err(malformed(op, "lacks an operand or a result")),
    };
    let layout = |ty: &Type| ty.encoding().map(|encoding| c.module.resolve(encoding).clone());
    let same = from.shape() == to.shape() && from.element() == to.element();
    if !same || layout(from) != layout(to) {
        return Err(unsupported(op.name.as_str()));
    }
    viewed(c, op, |view| Some(view.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footprints_overlap_by_element() {
        let whole = View::whole(0, &[4, 8]);
        let (left, right) = (whole.slice(&[0, 0], &[4, 4]), whole.slice(&[0, 4], &[4, 4]));
        let (left, right) = (left.unwrap().footprint(), right.unwrap().footprint());
        let all = whole.footprint();
        assert!(!left.overlaps(&right) && left.overlaps(&all) && all.overlaps(&right));
        assert!(all.contains(&left) && !left.contains(&all) && !left.contains(&right));
        let rows = whole.slice(&[1, 0], &[2, 8]).unwrap();
        assert!(rows.is_row_major() && rows.footprint().some.is_none());
        assert_eq!((rows.footprint().start, rows.footprint().end), (8, 24));
        assert!(whole.slice(&[3, 0], &[2, 8]).is_none());
    }
}
