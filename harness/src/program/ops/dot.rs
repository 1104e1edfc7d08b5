//! `tl.dot`: the product of two matrices, or of two batches of them.
//!
//! Typing as in Triton's `semantic.py`: factors of one type; 8-bit integers sum to `i32`, 16-bit and
//! 32-bit floats to `f32`, doubles to `f64`. The inner dimension has at least 32 elements of 8 bits, or
//! 16 of others, which every release accepts. Matrix units multiply and add in an order of their own,
//! with fewer bits than the result has, so a product of floats must be exact in theirs.

use serde::{Deserialize, Serialize};

use super::reduce::open_negative_zeros;
use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, Dot as MatrixSum, FloatBinary, FloatFormat, IntBinary, Status, Tile, int_binary,
};

/// How 32-bit factors are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// With 10 bits after the point.
    Tf32,
    /// As they are.
    Ieee,
}

impl Precision {
    fn word(self) -> &'static str {
        match self {
            Precision::Tf32 => "tf32",
            Precision::Ieee => "ieee",
        }
    }
}

/// `[..., m, k] @ [..., k, n]`, added to `acc` if there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dot {
    /// The left factor.
    pub left: ValueId,
    /// The right factor.
    pub right: ValueId,
    /// What it is added to, of the type of the result.
    pub acc: Option<ValueId>,
    /// For 32-bit floats.
    pub precision: Precision,
    /// The element type of the factors' sum, [`Dot::result`] of theirs: up to 3.8 it must be named
    /// where `acc` is no `f32`.
    pub out_dtype: DType,
}

impl Dot {
    /// The element type of the result; `None` where Triton has no such product.
    pub fn result(dtype: DType) -> Option<DType> {
        match dtype {
            DType::I8 => Some(DType::I32),
            DType::F16 | DType::BF16 | DType::F32 => Some(DType::F32),
            DType::F64 => Some(DType::F64),
            _ => None,
        }
    }

    /// The least length of the inner dimension.
    pub fn least_inner(dtype: DType) -> usize {
        if dtype.bits() == 8 { 32 } else { 16 }
    }
}

impl Operation for Dot {
    fn name(&self) -> String {
        "dot".to_owned()
    }

    reads!(left, right, acc);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let (left, right) = (types.get(self.left)?, types.get(self.right)?);
        let rank = left.shape.len();
        let dtype = left.dtype().and_then(Dot::result).filter(|_| left.elem == right.elem);
        let fits = matches!(rank, 2 | 3)
            && right.shape.len() == rank
            && left.shape[..rank - 2] == right.shape[..rank - 2]
            && left.shape[rank - 1] == right.shape[rank - 2];
        let Some(dtype) = dtype.filter(|_| fits) else {
            return Err(TypeError(format!("a dot of {left} and {right}")));
        };
        let (inner, factor) = (left.shape[rank - 1], left.dtype().unwrap_or(DType::F32));
        ensure(inner >= Dot::least_inner(factor), || format!("a dot over {inner} of {factor}"))?;
        ensure(dtype == self.out_dtype, || format!("a dot of {factor} as {}", self.out_dtype))?;
        let mut shape = left.shape.clone();
        shape[rank - 1] = right.shape[rank - 1];
        let result = Type { elem: Elem::Num(dtype), shape };
        if let Some(acc) = self.acc {
            let acc = types.get(acc)?;
            ensure(*acc == result, || format!("a dot of {result} is added to {acc}"))?;
        }
        Ok(Some(result))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let acc = self.acc.map_or(String::new(), |acc| format!(", acc={}", names(acc)));
        let (left, right, precision) = (names(self.left), names(self.right), self.precision.word());
        let out = self.out_dtype.triton_name();
        format!("tl.dot({left}, {right}{acc}, input_precision=\"{precision}\", out_dtype=tl.{out})")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let (left, right) = (context.value(self.left), context.value(self.right));
        let dtype = context.ty(self.left).dtype().expect("invariant: typed as numbers");
        let factors = Factors::new(left, right);
        let result = Dot::result(dtype).expect("invariant: checked");
        let zero = match result.format() {
            None => Tile::splat_int(&factors.shape, 0),
            Some(_) => Tile::splat_float(&factors.shape, D::constant(0.0)),
        };
        let acc = self.acc.map_or(&zero, |acc| context.value(acc));
        let value = match result.format() {
            None => factors.ints(acc),
            Some(format) => {
                let sums = match D::EXACT {
                    true => factors.floats(acc, format, self.unit(dtype))?,
                    false => factors.bounded(acc, self.rule(dtype, format)),
                };
                // Of negative zeros alone: 0.0 where the unit starts from that.
                open_negative_zeros(sums, format)
            }
        };
        Ok(Some(value.with_undef(factors.undefined(acc))))
    }
}

impl Dot {
    /// The formats in which factors and partial sums must be exact: matrix units cut 32-bit factors to
    /// tf32 if they may, which has the bits of `f16` after the point, and sum as `f32`.
    fn unit(&self, dtype: DType) -> Option<FloatFormat> {
        self.cuts(dtype).then_some(FloatFormat::F16)
    }

    fn cuts(&self, dtype: DType) -> bool {
        dtype == DType::F32 && self.precision == Precision::Tf32
    }

    /// How a matrix unit may make the sums.
    fn rule(&self, dtype: DType, format: FloatFormat) -> MatrixSum {
        let factors = dtype.format().expect("invariant: sums of floats are of floats");
        MatrixSum { format, factors, tf32: self.cuts(dtype) }
    }
}

/// Both factors, and how long they are.
pub(super) struct Factors<'a, D: Domain> {
    left: &'a Tile<D>,
    right: &'a Tile<D>,
    rows: usize,
    inner: usize,
    columns: usize,
    /// Of the product.
    pub(super) shape: Vec<usize>,
}

impl<'a, D: Domain> Factors<'a, D> {
    pub(super) fn new(left: &'a Tile<D>, right: &'a Tile<D>) -> Self {
        let rank = left.shape().len();
        let (rows, inner) = (left.shape()[rank - 2], left.shape()[rank - 1]);
        let columns = right.shape()[rank - 1];
        let mut shape = left.shape().to_vec();
        shape[rank - 1] = columns;
        Factors { left, right, rows, inner, columns, shape }
    }

    /// Lanes of the left and of the right factor that lane `lane` of the result is made of.
    fn lanes(&self, lane: usize) -> impl Iterator<Item = (usize, usize)> + use<'_, D> {
        let (row, column) = (lane / self.columns, lane % self.columns);
        let matrix = row / self.rows * self.inner;
        (0..self.inner).map(move |k| (row * self.inner + k, (matrix + k) * self.columns + column))
    }

    /// Lanes that an unspecified factor or start leaves unspecified.
    pub(super) fn undefined(&self, acc: &Tile<D>) -> Vec<usize> {
        let tiles = [self.left, self.right, acc];
        if !tiles.iter().any(|tile| tile.any_undef()) {
            return Vec::new();
        }
        let flag = |tile: &Tile<D>, lane: usize| tile.undef().is_some_and(|flags| flags[lane]);
        let factor = |(l, r): (usize, usize)| flag(self.left, l) || flag(self.right, r);
        let open = |lane: &usize| flag(acc, *lane) || self.lanes(*lane).any(factor);
        (0..acc.len()).filter(open).collect()
    }

    fn ints(&self, acc: &Tile<D>) -> Tile<D> {
        let (left, right) = (self.left.ints(), self.right.ints());
        let product = |lane: usize| {
            self.lanes(lane).map(|(l, r)| left[l].wrapping_mul(right[r])).fold(0, i64::wrapping_add)
        };
        let products = Tile::from_ints(&self.shape, (0..acc.len()).map(product).collect());
        int_binary(IntBinary::Add, 32, &products, acc, &mut Status::default())
    }

    /// In a domain that has a rule of its own for such sums.
    pub(super) fn bounded(&self, acc: &Tile<D>, rule: MatrixSum) -> Tile<D> {
        let (left, right) = (self.left.floats(), self.right.floats());
        let sum = |(lane, start): (usize, &D::Float)| {
            let (a, b): (Vec<_>, Vec<_>) =
                self.lanes(lane).map(|(l, r)| (left[l], right[r])).unzip();
            D::dot(&rule, &a, &b, *start).expect("invariant: a domain that is not exact has a rule")
        };
        Tile::from_floats(&self.shape, acc.floats().iter().enumerate().map(sum).collect())
    }

    /// In the exact domain; factors must fit `cut`, if there is one.
    pub(super) fn floats(
        &self,
        acc: &Tile<D>,
        format: FloatFormat,
        cut: Option<FloatFormat>,
    ) -> Result<Tile<D>, Undefined> {
        let mut status = Status::default();
        if cut.is_some_and(|cut| !fits(self.left, cut) || !fits(self.right, cut)) {
            return Err(Undefined::new("a factor of a dot is rounded"));
        }
        let (left, right) = (self.left.floats(), self.right.floats());
        let mut sums = Vec::with_capacity(acc.len());
        for (lane, start) in acc.floats().iter().enumerate() {
            let (a, b): (Vec<_>, Vec<_>) =
                self.lanes(lane).map(|(l, r)| (left[l], right[r])).unzip();
            let products = D::binary(FloatBinary::Mul, format, &a, &b, &mut status);
            let mut terms = products.iter().chain([start]).copied();
            if !D::sum_is_exact(format, &mut terms) {
                return Err(Undefined::new("a dot depends on its order"));
            }
            let add = |sum: D::Float, term: &D::Float| {
                D::binary(FloatBinary::Add, format, &[sum], &[*term], &mut status)[0]
            };
            sums.push(products.iter().fold(*start, add));
        }
        Undefined::check(&status)?;
        Ok(Tile::from_floats(&self.shape, sums))
    }
}

/// Whether every element has no more bits than the format.
fn fits<D: Domain>(tile: &Tile<D>, narrow: FloatFormat) -> bool {
    let dropped = 24 - narrow.precision();
    let exact = |value: &D::Float| {
        D::to_bits(FloatFormat::F32, *value).is_some_and(|bits| bits & ((1 << dropped) - 1) == 0)
    };
    tile.floats().iter().all(exact)
}
