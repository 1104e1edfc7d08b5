//! Element types and constants as the domain sees them.

use crate::tensor::{Domain, FloatFormat, Kind, Tile};

use super::super::attribute::{Attribute, Dense};
use super::super::types::{FloatKind, Type};
use super::machine::Outcome;
use super::result::ExecutionError;

/// What the bits of an element type are.
pub(super) fn kind(ty: &Type) -> Outcome<Kind> {
    Ok(match ty {
        Type::Integer(width @ 1..=64, _) => Kind::Int(*width),
        Type::Index | Type::Pointer(..) => Kind::Int(64),
        Type::Float(FloatKind::F16) => Kind::Float(FloatFormat::F16),
        Type::Float(FloatKind::BF16) => Kind::Float(FloatFormat::BF16),
        Type::Float(FloatKind::F32) => Kind::Float(FloatFormat::F32),
        Type::Float(FloatKind::F64) => Kind::Float(FloatFormat::F64),
        Type::Float(FloatKind::F8E5M2) => Kind::Float(FloatFormat::F8E5M2),
        Type::Float(FloatKind::F8E4M3FN) => Kind::Float(FloatFormat::F8E4M3),
        other => return Err(ExecutionError::Unsupported(format!("the type {other}"))),
    })
}

/// Elements of the largest tile or allocation: four times what Triton's language allows. None is empty.
const LARGEST: usize = 1 << 22;

pub(super) fn shape(ty: &Type) -> Outcome<Vec<usize>> {
    let sizes = ty.shape().iter().map(|size| usize::try_from(*size).ok());
    let shape: Option<Vec<_>> = sizes.collect();
    let count = shape.iter().flatten().try_fold(1usize, |count, size| count.checked_mul(*size));
    let fits = count.is_some_and(|count| (1..=LARGEST).contains(&count));
    let unsupported = || ExecutionError::Unsupported(format!("the type {ty}"));
    shape.filter(|_| fits).ok_or_else(unsupported)
}

/// The tile of a constant.
pub(super) fn constant<D: Domain>(value: &Attribute, ty: &Type) -> Outcome<Tile<D>> {
    let (kind, shape) = (kind(ty.element())?, shape(ty)?);
    let count = shape.iter().product::<usize>();
    let bits = match value {
        Attribute::Dense(Dense::Splat(value), _) => vec![scalar(value, kind)?; count],
        Attribute::Dense(Dense::Elements(items), _) => {
            items.iter().map(|item| scalar(item, kind)).collect::<Outcome<Vec<_>>>()?
        }
        Attribute::Dense(Dense::Packed(bytes), _) => packed(bytes, kind, count)?,
        value => vec![scalar(value, kind)?; count],
    };
    Ok(match kind {
        Kind::Int(width) => {
            let sign = |bits: u64| crate::tensor::sign_extend(bits as i64, width);
            Tile::from_ints(&shape, bits.into_iter().map(sign).collect())
        }
        Kind::Float(format) => {
            let float = |bits| D::literal(format, bits);
            Tile::from_floats(&shape, bits.into_iter().map(float).collect())
        }
    })
}

/// The bits of a number.
fn scalar(value: &Attribute, kind: Kind) -> Outcome<u64> {
    let wrong = || ExecutionError::Unsupported(format!("the constant {value}"));
    match (value, kind) {
        (Attribute::Bool(value), Kind::Int(_)) => Ok(u64::from(*value)),
        (Attribute::Integer(value, _), Kind::Int(_)) => Ok(*value as u64),
        (Attribute::Integer(value, _), Kind::Float(format)) => Ok(format.to_bits(*value as f64)),
        (Attribute::Float(text, _), kind) => match (text.strip_prefix("0x"), kind) {
            (Some(hex), _) => u64::from_str_radix(hex, 16).map_err(|_| wrong()),
            (None, Kind::Float(format)) => {
                let value: f64 = text.parse().map_err(|_| wrong())?;
                Ok(format.to_bits(format.round(value)))
            }
            _ => Err(wrong()),
        },
        _ => Err(wrong()),
    }
}

fn packed(bytes: &[u8], kind: Kind, count: usize) -> Outcome<Vec<u64>> {
    let width = kind.bytes();
    let element =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    let mut elements: Vec<u64> = if kind == Kind::Int(1) {
        (0..bytes.len() * 8).map(|i| u64::from(bytes[i / 8] >> (i % 8) & 1)).collect()
    } else {
        bytes.chunks(width).map(element).collect()
    };
    if bytes.len() == width && count > 1 {
        elements = vec![elements[0]; count];
    }
    elements.truncate(count);
    match elements.len() == count {
        true => Ok(elements),
        false => Err(ExecutionError::Malformed("a constant has too few bytes".into())),
    }
}
