//! `cvt`: every pair of integers and floats, and the packed small formats.

use super::double::direct;
use super::element::{BF16, E4M3, E5M2, Element, F16, F32, F64, Mini, Number};
use super::round::{Style, to_odd};
use super::width::Width;
use super::{AluState, Ports};
use crate::ptx::decode::{Convert, Rounding};
use crate::ptx::types::Type;
use crate::tensor::FloatFormat;

pub(super) fn execute(op: &Convert, ports: &mut Ports<'_>, state: &mut AluState) -> bool {
    let rounded = match (op.from, op.to) {
        (Type::F32, Type::Tf32) => to_tf32(op, ports),
        (_, to) if to.is_packed() => to_packed(op, ports),
        (Type::F16, _) => from_float::<F16>(op, ports),
        (Type::Bf16, _) => from_float::<BF16>(op, ports),
        (Type::F32, _) => from_float::<F32>(op, ports),
        (Type::F64, _) => from_float::<F64>(op, ports),
        (from, _) if from.is_integer() => from_integer(op, ports),
        _ => None,
    };
    state.rounded |= rounded.unwrap_or(false);
    rounded.is_some()
}

// What follows tells whether an active lane's result was rounded, and nothing for forms that are
// not executed.

/// `.ftz` is about `f32` only, on either side.
fn style(op: &Convert) -> Option<Style> {
    let rounding = op.rounding.filter(|rounding| !is_integral(*rounding));
    let style = Style::new(rounding, op.ftz && op.to == Type::F32)?;
    Some(Style { saturate: op.saturate, satfinite: op.satfinite, relu: op.relu, ..style })
}

fn is_integral(rounding: Rounding) -> bool {
    use Rounding::{IntegerDown, IntegerNearestEven, IntegerUp, IntegerZero};
    matches!(rounding, IntegerNearestEven | IntegerZero | IntegerDown | IntegerUp)
}

/// To an integer in the way that is written; a rounding that is none of these changes nothing.
#[inline(always)]
fn integral(value: f64, rounding: Option<Rounding>) -> f64 {
    match rounding {
        Some(Rounding::IntegerNearestEven) => value.round_ties_even(),
        Some(Rounding::IntegerZero) => value.trunc(),
        Some(Rounding::IntegerDown) => value.floor(),
        Some(Rounding::IntegerUp) => value.ceil(),
        _ => value,
    }
}

fn from_float<S: Number>(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    match op.to {
        Type::F16 => float_to_float::<S, F16>(op, ports),
        Type::Bf16 => float_to_float::<S, BF16>(op, ports),
        Type::F32 => float_to_float::<S, F32>(op, ports),
        Type::F64 => float_to_float::<S, F64>(op, ports),
        to if to.is_integer() => float_to_integer::<S>(op, ports),
        _ => None,
    }
}

/// The source's value, and whether it was flushed.
#[inline(always)]
fn source<S: Number>(bits: u64, ftz: bool) -> (f64, bool) {
    let value = S::decode(bits);
    let flushed = ftz && S::FORMAT == FloatFormat::F32 && S::is_flushed(value);
    (if flushed { S::flush(value) } else { value }, flushed)
}

fn float_to_float<S: Number, D: Number>(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    let style = style(op)?;
    // What is subnormal in a single is rounded like any other number to an `f16`: measured on an H200.
    let (ftz, rounding) = (op.ftz && D::FORMAT != FloatFormat::F16, op.rounding);
    let keeps_nan = keeps_nan::<S, D>(op);
    Some(ports.map_flagged(|[bits]| {
        let (value, flushed) = source::<S>(bits, ftz);
        if keeps_nan && value.is_nan() {
            return (nan::<S, D>(bits), false);
        }
        let (result, inexact) = D::encode(integral(value, rounding), style);
        (result, inexact || flushed)
    }))
}

/// Whether a NaN keeps its sign and what there is room for of its payload. The instruction set does not
/// say so; measured on an H200.
fn keeps_nan<S: Number, D: Number>(op: &Convert) -> bool {
    use FloatFormat::{BF16, F32, F64};
    match (S::FORMAT, D::FORMAT) {
        (F64, F64) => false,
        (F64, _) => !op.saturate,
        (F32 | BF16, F32) => op.rounding.is_none() && !op.ftz && !op.saturate,
        _ => false,
    }
}

/// A NaN in another format; one of a double becomes quiet.
#[inline(always)]
fn nan<S: Number, D: Number>(bits: u64) -> u64 {
    let (from, to) = (S::FORMAT.precision() - 1, D::FORMAT.precision() - 1);
    let payload = bits & ((1 << from) - 1);
    let payload = if from > to { payload >> (from - to) } else { payload << (to - from) };
    let quiet: u64 = if S::FORMAT == FloatFormat::F64 { 1 << (to - 1) } else { 0 };
    let sign = if bits & S::SIGN == 0 { 0 } else { D::SIGN };
    // The exponent's bits are all below the sign.
    sign | (D::SIGN - (1 << to)) | quiet | payload
}

/// Values beyond the range give its end. A NaN gives 0, and the top bit alone where one of the two
/// types has 64 bits.
fn float_to_integer<S: Number>(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    let width = Width::of(op.to);
    let rounding = op.rounding.unwrap_or(Rounding::IntegerZero);
    if !is_integral(rounding) {
        return None;
    }
    let ftz = op.ftz;
    let has_64_bits = width.bits() == 64 || S::FORMAT == FloatFormat::F64;
    let of_nan = width.extend(if has_64_bits { 1 << (width.bits() - 1) } else { 0 });
    let (least, greatest) = width.range();
    Some(ports.map_flagged(|[bits]| {
        let (value, flushed) = source::<S>(bits, ftz);
        let value = integral(value, Some(rounding));
        let result = if value.is_nan() {
            of_nan
        } else if width.is_signed() {
            (value as i64).clamp(least as i64, greatest as i64) as u64
        } else {
            (value as u64).min(greatest as u64)
        };
        (result, flushed)
    }))
}

fn from_integer(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    match op.to {
        Type::F16 => integer_to_float::<F16>(op, ports),
        Type::Bf16 => integer_to_float::<BF16>(op, ports),
        Type::F32 => integer_to_float::<F32>(op, ports),
        Type::F64 => integer_to_double(op, ports),
        to if to.is_integer() => {
            let (from, to) = (Width::of(op.from), Width::of(to));
            if op.saturate {
                ports.map(|[bits]| to.clamp(from.number(bits)));
            } else {
                ports.map(|[bits]| to.extend(from.extend(bits)));
            }
            Some(false)
        }
        _ => None,
    }
}

/// The nearest `f64` of an integer, and what is missing to it.
#[inline(always)]
fn nearest(width: Width, bits: u64) -> (f64, f64) {
    let value = if width.is_signed() { width.signed(bits) as f64 } else { width.wrap(bits) as f64 };
    let missing = if width.bits() < 64 { 0 } else { width.number(bits) - value as i128 };
    (value, missing as f64)
}

fn integer_to_float<D: Number>(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    let style = style(op)?;
    let width = Width::of(op.from);
    Some(ports.map_flagged(|[bits]| {
        let (value, missing) = nearest(width, bits);
        D::encode(to_odd(value, missing), style)
    }))
}

fn integer_to_double(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    let style = style(op)?;
    let width = Width::of(op.from);
    Some(ports.map_flagged(|[bits]| {
        let (value, missing) = nearest(width, bits);
        let value = style.clamp(direct(value, missing, style.rounding));
        (value.to_bits(), missing != 0.0)
    }))
}

fn to_packed(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    let mut style = style(op)?;
    // The other small formats have no way to say that a value is too large.
    style.satfinite |= !matches!(op.to, Type::F16x2 | Type::Bf16x2);
    match op.to {
        Type::F16x2 => pack::<F16>(op.from, style, ports),
        Type::Bf16x2 => pack::<BF16>(op.from, style, ports),
        Type::E4m3x2 => pack::<E4M3>(op.from, style, ports),
        Type::E5m2x2 => pack::<E5M2>(op.from, style, ports),
        _ if style.rounding != Rounding::NearestEven => None,
        Type::E2m1x2 => pack::<Mini<2, 1>>(op.from, style, ports),
        Type::E3m2x2 => pack::<Mini<3, 2>>(op.from, style, ports),
        Type::E2m3x2 => pack::<Mini<2, 3>>(op.from, style, ports),
        _ => None,
    }
}

/// Two singles, the high half first, or both halves of a packed source.
fn pack<D: Element>(from: Type, style: Style, ports: &mut Ports<'_>) -> Option<bool> {
    Some(match from {
        Type::F32 => {
            ports.map_flagged(|[high, low]| join::<D>(F32::decode(high), F32::decode(low), style))
        }
        Type::F16x2 => halves::<F16, D>(style, ports),
        Type::Bf16x2 => halves::<BF16, D>(style, ports),
        Type::E4m3x2 => halves::<E4M3, D>(style, ports),
        Type::E5m2x2 => halves::<E5M2, D>(style, ports),
        Type::E2m1x2 => halves::<Mini<2, 1>, D>(style, ports),
        Type::E3m2x2 => halves::<Mini<3, 2>, D>(style, ports),
        Type::E2m3x2 => halves::<Mini<2, 3>, D>(style, ports),
        Type::Ue8m0x2 => {
            ports.map_flagged(|[bits]| join::<D>(scale(bits >> 8), scale(bits), style))
        }
        _ => return None,
    })
}

fn halves<S: Element, D: Element>(style: Style, ports: &mut Ports<'_>) -> bool {
    ports.map_flagged(|[bits]| join::<D>(S::decode(bits >> S::SLOT), S::decode(bits), style))
}

#[inline(always)]
fn join<D: Element>(high: f64, low: f64, style: Style) -> (u64, bool) {
    let (high, high_flag) = D::encode(high, style);
    let (low, low_flag) = D::encode(low, style);
    ((high << D::SLOT) | low, high_flag || low_flag)
}

/// The power of two that a byte means as a scale.
#[inline(always)]
fn scale(bits: u64) -> f64 {
    match bits & 255 {
        255 => f64::NAN,
        exponent => f64::from_bits((exponent + 1023 - 127) << 52),
    }
}

/// Rounds in the bits of the single: 13 of them go. A carry reaches the exponent, and infinity. Of a NaN
/// `.rna` keeps the other bits, even if nothing is left of it but an infinity; other roundings give the
/// canonical one. All that was measured on an H200.
fn to_tf32(op: &Convert, ports: &mut Ports<'_>) -> Option<bool> {
    match op.rounding? {
        Rounding::NearestAway => Some(tf32(op, ports, |bits| bits + 0x1000)),
        Rounding::NearestEven => Some(tf32(op, ports, |bits| bits + 0xfff + ((bits >> 13) & 1))),
        Rounding::Zero => Some(tf32(op, ports, |bits| bits)),
        _ => None,
    }
}

#[inline(always)]
fn tf32(op: &Convert, ports: &mut Ports<'_>, round: impl Fn(u64) -> u64) -> bool {
    const INFINITY: u64 = 0x7f80_0000;
    const STEP: u64 = 0x2000;
    let (relu, satfinite) = (op.relu, op.satfinite);
    let away = op.rounding == Some(Rounding::NearestAway);
    ports.map_flagged(|[bits]| {
        let (sign, magnitude) = (bits & 0x8000_0000, bits & 0x7fff_ffff);
        if magnitude > INFINITY {
            let kept = (if away { magnitude | sign } else { 0x7fff_ffff }) & !(STEP - 1);
            // A step from whatever is not finite: a NaN is not spared.
            return (if away && satfinite { kept - STEP } else { kept }, false);
        }
        if relu && sign != 0 {
            return (0, false);
        }
        let rounded = round(magnitude) & !(STEP - 1);
        let rounded = if satfinite { rounded.min(INFINITY - STEP) } else { rounded };
        (sign | rounded, rounded != magnitude)
    })
}
