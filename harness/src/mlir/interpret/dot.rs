//! Matrix products: `tt.dot`, and Hopper's `ttng.warp_group_dot`.

use std::sync::atomic::Ordering;

use crate::tensor::{Domain, Dot, FloatFormat, Kind, Status, Tile, zero_extend};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::clock::Event;
use super::compile::{Compiler, unsupported};
use super::dot_exact::{self, Size};
use super::machine::{Frame, Machine, Outcome, Slot, Value, tile};
use super::order::User;
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.dot", dot), ("ttng.warp_group_dot", dot), ("ttng.warp_group_dot_wait", wait)]
}

/// How the factors of a product are read.
#[derive(Clone, Copy)]
pub(super) struct Product {
    pub(super) result: Kind,
    /// The narrower format of the factors, where they are floats.
    pub(super) factors: FloatFormat,
    /// 32-bit floats lose the low 13 bits of their fraction.
    pub(super) tf32: bool,
}

/// Of two kinds of factors the narrower format.
pub(super) fn narrower(a: Kind, b: Kind) -> FloatFormat {
    match (a, b) {
        (Kind::Float(a), Kind::Float(b)) if b.bits() < a.bits() => b,
        (Kind::Float(a), _) | (Kind::Int(_), Kind::Float(a)) => a,
        // Packed factors are no wider than eight bits.
        _ => FloatFormat::F8E5M2,
    }
}

/// Whether an input loses bits when it is cut to tf32.
fn loses_bits<D: Domain>(a: &Tile<D>) -> bool {
    a.floats()
        .iter()
        .any(|value| D::to_bits(FloatFormat::F32, *value).is_none_or(|bits| bits & 0x1fff != 0))
}

impl Product {
    /// Of factors in small formats.
    pub(super) fn of_bytes(result: Kind) -> Self {
        Product { result, factors: FloatFormat::F8E5M2, tf32: false }
    }

    /// `a @ b + c` for `[..., m, k] @ [..., k, n]`.
    pub(super) fn compute<D: Domain>(
        self,
        a: &Tile<D>,
        b: &Tile<D>,
        c: &Tile<D>,
        status: &mut Status,
    ) -> Outcome<Tile<D>> {
        let (rank, shape) = (a.shape().len(), c.shape().to_vec());
        let fits = rank >= 2 && b.shape().len() == rank && shape.len() == rank;
        let (rows, inner) = if fits { (rank - 2, rank - 1) } else { (0, 0) };
        let fits = fits
            && a.shape()[inner] == b.shape()[rows]
            && a.shape()[..inner] == shape[..inner]
            && b.shape()[inner] == shape[inner]
            && b.shape()[..rows] == shape[..rows];
        let is_float = matches!(self.result, Kind::Float(_));
        if !fits || [a, b, c].iter().any(|tile| tile.is_float() != is_float) {
            return Err(ExecutionError::Malformed("the factors of a dot do not fit".into()));
        }
        if a.is_empty() || c.is_empty() {
            return Err(unsupported("an empty dot"));
        }
        if a.is_float() && self.tf32 && (loses_bits(a) || loses_bits(b)) {
            status.inexact = true;
        }
        let size = Size { rows: shape[rows], inner: a.shape()[inner], columns: shape[inner] };
        let value = match self.result {
            Kind::Float(format) => match dot_exact::product(format, size, [a, b, c]) {
                Some(value) => value,
                None => {
                    let dot = Dot { format, factors: self.factors, tf32: self.tf32 };
                    let sums = sums(&dot, size, [a, b, c]);
                    let sums = sums.unwrap_or_else(|| floats(format, size, [a, b, c], status));
                    Tile::from_floats(&shape, sums)
                }
            },
            Kind::Int(bits) => Tile::from_ints(&shape, ints(bits, size, [a, b, c])),
        };
        Ok(value.with_undef(undefined(size, [a, b, c])))
    }
}

/// Lanes that an undefined factor or start makes undefined.
fn undefined<D: Domain>(size: Size, [a, b, c]: [&Tile<D>; 3]) -> Vec<usize> {
    let Size { rows, inner, columns } = size;
    if !(a.any_undef() || b.any_undef() || c.any_undef()) {
        return Vec::new();
    }
    let flag = |tile: &Tile<D>, lane: usize| tile.undef().is_some_and(|flags| flags[lane]);
    let is_undefined = |lane: &usize| {
        let (row, column) = (lane / columns, lane % columns);
        let matrix = row / rows * inner;
        let factor = |k| flag(a, row * inner + k) || flag(b, (matrix + k) * columns + column);
        flag(c, *lane) || (0..inner).any(factor)
    };
    (0..c.len()).filter(is_undefined).collect()
}

/// Where the domain has a rule for the whole sum.
fn sums<D: Domain>(dot: &Dot, size: Size, [a, b, c]: [&Tile<D>; 3]) -> Option<Vec<D::Float>> {
    let Size { rows, inner, columns } = size;
    let mut result = Vec::with_capacity(c.len());
    for (row, start) in c.floats().chunks(columns).enumerate() {
        let factors = &a.floats()[row * inner..][..inner];
        let matrix = &b.floats()[row / rows * inner * columns..][..inner * columns];
        for (column, start) in start.iter().enumerate() {
            let line: Vec<D::Float> =
                matrix[column..].iter().step_by(columns).take(inner).copied().collect();
            result.push(D::dot(dot, factors, &line, *start)?);
        }
    }
    Some(result)
}

/// Row by row, so that what is added to stays in the cache.
fn floats<D: Domain>(
    format: FloatFormat,
    size: Size,
    [a, b, c]: [&Tile<D>; 3],
    status: &mut Status,
) -> Vec<D::Float> {
    let Size { rows, inner, columns } = size;
    let mut result = Vec::with_capacity(c.len());
    for (row, start) in c.floats().chunks(columns).enumerate() {
        let factors = &a.floats()[row * inner..][..inner];
        let matrix = &b.floats()[row / rows * inner * columns..][..inner * columns];
        let mut sum = start.to_vec();
        let mut repeated = sum.clone();
        for (factor, line) in factors.iter().zip(matrix.chunks(columns)) {
            repeated.fill(*factor);
            sum = D::fma(format, &repeated, line, &sum, status);
        }
        result.extend(sum);
    }
    result
}

fn ints<D: Domain>(bits: u32, size: Size, [a, b, c]: [&Tile<D>; 3]) -> Vec<i64> {
    let Size { rows, inner, columns } = size;
    let mut result = Vec::with_capacity(c.len());
    for (row, start) in c.ints().chunks(columns).enumerate() {
        let factors = &a.ints()[row * inner..][..inner];
        let matrix = &b.ints()[row / rows * inner * columns..][..inner * columns];
        let mut sum = start.to_vec();
        for (factor, line) in factors.iter().zip(matrix.chunks(columns)) {
            let lanes = sum.iter_mut().zip(line);
            lanes.for_each(|(sum, y)| *sum = sum.wrapping_add(factor.wrapping_mul(*y)));
        }
        result.extend(sum.into_iter().map(|value| crate::tensor::sign_extend(value, bits)));
    }
    result
}

/// A factor: a tensor, or what a view of shared memory holds.
pub(super) fn factor<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &Frame<D>,
    slot: Slot,
) -> Outcome<Tile<D>> {
    let now = machine.order.now(machine.agent);
    factor_as(machine, frame, slot, User::Threads, now)
}

/// [`factor`], read by an operation that ends with the event.
pub(super) fn factor_as<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &Frame<D>,
    slot: Slot,
    user: User,
    event: Event,
) -> Outcome<Tile<D>> {
    match &frame[slot] {
        Value::View(view) => machine.read_as(view, user, event),
        _ => tile(frame, slot).cloned(),
    }
}

fn dot<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let result_kind = c.result_kind(op)?;
    let precision = op.attribute("inputPrecision");
    let named = precision.map(ToString::to_string).unwrap_or_default();
    // The cases' names, or their numbers in the generic form.
    let tf32 = match (precision, named.as_str()) {
        (None, _) => false,
        (Some(Attribute::Integer(0, _)), _) | (_, "tf32") => true,
        (Some(Attribute::Integer(2, _)), _) | (_, "ieee") => false,
        _ => return Err(unsupported(&format!("a dot in {named}"))),
    };
    let tf32 = tf32 && c.operand_kind(op, 0)? == Kind::Float(FloatFormat::F32);
    let factors = narrower(c.operand_kind(op, 0)?, c.operand_kind(op, 1)?);
    let product = Product { result: result_kind, factors, tf32 };
    let slots = [c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?];
    let use_c = c.optional(op, "useC");
    let user = match op.name.as_str() {
        "ttng.warp_group_dot" => User::Product,
        _ => User::Threads,
    };
    let flies = op.attribute("isAsync") == Some(&Attribute::Bool(true));
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        machine.pause()?;
        let event = if flies { machine.launch() } else { machine.order.now(machine.agent) };
        let a = factor_as(machine, frame, slots[0], user, event)?;
        let b = factor_as(machine, frame, slots[1], user, event)?;
        let used = match use_c {
            Some(slot) => machine.decision(tile(frame, slot)?, "whether a dot accumulates")? != 0,
            None => true,
        };
        let start = match used {
            true => accumulator(frame, slots[2])?.clone(),
            false => zeros(accumulator(frame, slots[2])?.shape(), product.result),
        };
        let mut status = Status::default();
        let value = product.compute(&a, &b, &start, &mut status)?;
        if !D::EXACT {
            let inner = a.shape().last().copied().unwrap_or(1);
            machine.products += (start.len() * inner) as u64;
        }
        machine.settle(&status)?;
        frame[result] = match machine.order.product(machine.agent, event) {
            Some(done) => Value::Flying(value, done),
            None => Value::Tile(value),
        };
        Ok(())
    }))
}

/// What a product adds to: it may itself be in flight, since products end in order.
fn accumulator<D: Domain>(frame: &Frame<D>, slot: Slot) -> Outcome<&Tile<D>> {
    match &frame[slot] {
        Value::Flying(tile, _) => Ok(tile),
        _ => tile(frame, slot),
    }
}

/// A tile of zeros.
pub(super) fn zeros<D: Domain>(shape: &[usize], kind: Kind) -> Tile<D> {
    match kind {
        Kind::Int(_) => Tile::splat_int(shape, 0),
        Kind::Float(_) => Tile::splat_float(shape, D::constant(0.0)),
    }
}

/// Ends all but the last `pendings` asynchronous products.
fn wait<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let left = zero_extend(c.integer(op, "pendings")?, 32) as usize;
    let (operands, results) = (c.slots(&op.operands), c.slots(&op.results));
    Ok(Box::new(move |machine, frame| {
        let ended = machine.order.end_products(machine.agent, left);
        machine.waited(&ended);
        for (from, to) in operands.iter().zip(&results) {
            frame[*to] = match &frame[*from] {
                Value::Flying(tile, done) if done.load(Ordering::Relaxed) => {
                    Value::Tile(tile.clone())
                }
                value => value.clone(),
            };
        }
        Ok(())
    }))
}
