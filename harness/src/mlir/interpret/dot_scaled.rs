//! `tt.dot_scaled`: a product of factors in small formats, each block of which has a scale along the
//! inner dimension: a power of two in eight bits, or a float.

use crate::tensor::{
    Domain, FloatBinary, FloatFormat, FloatPredicate, FloatUnary, Kind, Status, Tile,
    compare_float, float_binary, float_unary,
};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::compile::{Compiler, malformed, unsupported};
use super::dot::Product;
use super::machine::{Outcome, Value, tile};
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.dot_scaled", dot_scaled), ("ttg.fp4_to_fp", fp4_to_fp)]
}

/// How the elements of a factor are held.
#[derive(Clone, Copy)]
enum Elements {
    Floats,
    /// Bytes that are the bits of floats.
    Bits(FloatFormat),
    /// Two 4-bit floats in a byte, the first in the low bits, along the inner dimension.
    InnerPairs,
    /// The same along the outer one.
    OuterPairs,
}

fn elements<D: Domain>(c: &Compiler<'_, D>, op: &Operation, side: &str) -> Outcome<Elements> {
    let (operand, pack) = match side {
        "a" => (0, "lhs_k_pack"),
        _ => (1, "rhs_k_pack"),
    };
    let format = op.attribute(&format!("{side}_elem_type"));
    let format = format.map(ToString::to_string).unwrap_or_default();
    match (format.as_str(), c.operand_kind(op, operand)?) {
        ("e2m1", Kind::Int(8)) if op.attribute(pack) == Some(&Attribute::Bool(false)) => {
            Ok(Elements::OuterPairs)
        }
        ("e2m1", Kind::Int(8)) => Ok(Elements::InnerPairs),
        ("e4m3", Kind::Int(8)) => Ok(Elements::Bits(FloatFormat::F8E4M3)),
        ("e5m2", Kind::Int(8)) => Ok(Elements::Bits(FloatFormat::F8E5M2)),
        ("e4m3" | "e5m2" | "bf16" | "fp16", Kind::Float(_)) => Ok(Elements::Floats),
        _ => Err(unsupported(&format!("tt.dot_scaled of {format}"))),
    }
}

/// Magnitudes of a 4-bit float: one sign bit, two of exponent, one of fraction.
const E2M1: [f64; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

fn e2m1(bits: i64) -> f64 {
    let magnitude = E2M1[(bits & 7) as usize];
    if bits & 8 == 0 { magnitude } else { -magnitude }
}

/// The pairs of a factor apart: its dimension `axis` becomes twice as long.
fn unpacked<D: Domain>(pairs: &Tile<D>, axis: usize) -> Tile<D> {
    let float = |bits: i64| D::constant(e2m1(bits));
    let half = |shift: u32| {
        let values = pairs.ints().iter().map(|byte| float(byte >> shift)).collect();
        let tile = Tile::from_floats(pairs.shape(), values);
        tile.with_undef_flags(pairs.undef().map(<[bool]>::to_vec)).expand_dims(axis + 1)
    };
    let mut shape = pairs.shape().to_vec();
    shape[axis] *= 2;
    Tile::concat(axis + 1, &[half(0), half(4)]).reshape(&shape)
}

fn from_bits<D: Domain>(bits: &Tile<D>, format: FloatFormat) -> Tile<D> {
    let float = |byte: &i64| D::from_bits(format, (byte & 0xff) as u64);
    let flags = bits.undef().map(<[bool]>::to_vec);
    Tile::from_floats(bits.shape(), bits.ints().iter().map(float).collect()).with_undef_flags(flags)
}

fn fp4_to_fp<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let axis = usize::try_from(c.integer(op, "axis")?).unwrap_or(usize::MAX);
    let mut shape = c.result_shape(op)?;
    match shape.get_mut(axis) {
        Some(size) if *size % 2 == 0 => *size /= 2,
        _ => return Err(malformed(op, "has no such axis")),
    }
    let from = *op.operands.first().ok_or_else(|| malformed(op, "lacks an operand"))?;
    if c.kind(from)? != Kind::Int(8) || c.shape(from)? != shape {
        return Err(malformed(op, "does not fit its type"));
    }
    // Each 4-bit float is representable in all formats that it is converted to.
    c.unary(op, move |pairs, _| unpacked(pairs, axis))
}

/// What the scales multiply by; all ones in the last bits are NaN.
fn scales<D: Domain>(scale: &Tile<D>) -> Tile<D> {
    if scale.is_float() {
        return scale.clone();
    }
    let value = |bits: &i64| match bits & 0xff {
        0xff => D::constant(f64::NAN),
        exponent => D::constant(2f64.powi(exponent as i32 - 127)),
    };
    let values = scale.ints().iter().map(value).collect();
    let flags = scale.undef().map(<[bool]>::to_vec);
    Tile::from_floats(scale.shape(), values).with_undef_flags(flags)
}

/// A factor `[..., outer, inner]` times its scales `[..., outer, inner / block]`.
fn scaled<D: Domain>(values: &Tile<D>, scale: &Tile<D>, status: &mut Status) -> Outcome<Tile<D>> {
    let (shape, blocks) = (values.shape(), scale.shape());
    let last = shape.len() - 1;
    let fits = blocks.len() == shape.len()
        && blocks[..last] == shape[..last]
        && blocks[last] > 0
        && shape[last] % blocks[last] == 0;
    if !fits {
        return Err(ExecutionError::Malformed("the scales of a dot do not fit".into()));
    }
    let mut long = blocks.to_vec();
    long.push(shape[last] / blocks[last]);
    let factors = scales(scale).expand_dims(last + 1).broadcast(&long).reshape(shape);
    Ok(float_binary(FloatBinary::Mul, FloatFormat::F32, values, &factors, status))
}

/// Whether a factor is beyond what f16 holds with full precision: beside a factor in f16 the other
/// may be scaled in f16 too.
fn leaves_f16<D: Domain>(factor: &Tile<D>) -> bool {
    let mut status = Status::default();
    let all =
        |value: f64| Tile::from_floats(factor.shape(), vec![D::constant(value); factor.len()]);
    let size = float_unary(FloatUnary::Abs, FloatFormat::F32, factor, &mut status);
    let mut is = |predicate, value| compare_float(predicate, &size, &all(value), &mut status);
    let (large, small, some) = (
        is(FloatPredicate::Ogt, FloatFormat::F16.max_finite()),
        is(FloatPredicate::Olt, 2f64.powi(FloatFormat::F16.min_exponent())),
        is(FloatPredicate::One, 0.0),
    );
    let lanes = large.ints().iter().zip(small.ints()).zip(some.ints());
    lanes.into_iter().any(|((large, small), some)| *large != 0 || (*small != 0 && *some != 0))
}

fn swapped<D: Domain>(tile: &Tile<D>) -> Tile<D> {
    let mut axes: Vec<usize> = (0..tile.shape().len()).collect();
    let last = axes.len() - 1;
    axes.swap(last - 1, last);
    tile.permute(&axes)
}

/// A factor `[..., outer, inner]` as floats.
fn factor<D: Domain>(
    value: &Tile<D>,
    elements: Elements,
    scale: Option<&Tile<D>>,
    status: &mut Status,
) -> Outcome<Tile<D>> {
    let inner = value.shape().len() - 1;
    let values = match elements {
        Elements::Floats => value.clone(),
        Elements::Bits(format) => from_bits(value, format),
        Elements::InnerPairs => unpacked(value, inner),
        Elements::OuterPairs => unpacked(value, inner - 1),
    };
    match scale {
        Some(scale) => scaled(&values, scale, status),
        None => Ok(values),
    }
}

fn dot_scaled<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kinds = [elements(c, op, "a")?, elements(c, op, "b")?];
    let rank = c.result_shape(op)?.len();
    if op.operands.iter().any(|value| c.shape(*value).map_or(0, |shape| shape.len()) != rank) {
        return Err(malformed(op, "mixes ranks"));
    }
    if c.result_kind(op)? != Kind::Float(FloatFormat::F32) || rank < 2 {
        return Err(unsupported("tt.dot_scaled into another format"));
    }
    let slots = [c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?];
    let scale = [c.optional(op, "a_scale"), c.optional(op, "b_scale")];
    let (result, product) = (c.result(op, 0)?, Product::of_bytes(c.result_kind(op)?));
    let in_f16 = (0..2).any(|side| c.operand_kind(op, side) == Ok(Kind::Float(FloatFormat::F16)));
    Ok(Box::new(move |machine, frame| {
        let mut status = Status::default();
        let mut factors = Vec::new();
        for side in 0..2 {
            let scale = scale[side].map(|slot| tile(frame, slot)).transpose()?;
            let value = tile(frame, slots[side])?;
            factors.push(match side {
                0 => factor(value, kinds[0], scale, &mut status)?,
                // The inner dimension last, as it is in the scales.
                _ => swapped(&factor(&swapped(value), kinds[1], scale, &mut status)?),
            });
        }
        if in_f16 && factors.iter().any(leaves_f16) {
            status.unsure.get_or_insert("a scaled factor outside of the range of f16");
        }
        let value =
            product.compute(&factors[0], &factors[1], tile(frame, slots[2])?, &mut status)?;
        machine.settle(&status)?;
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}
