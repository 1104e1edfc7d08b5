//! Whether two values with a bound, which should be one, are.

use super::{Agreement, Approx, Domain, Exact, FloatFormat, bounds};

/// Bounds that are larger than this part of the value say little.
const COARSE: f64 = 1.0 / 16.0;
/// A bound so many times the other is another precision's: tf32 has 2^13 times the unit of f32, and no
/// order of a sum or way to compute a function makes so much.
const WORSE: f64 = 256.0;

pub(super) fn agreement(format: FloatFormat, a: Approx, b: Approx) -> Agreement {
    if a.is_unknown() || b.is_unknown() {
        return Agreement::Unknown;
    }
    if a.is_exact() && b.is_exact() {
        return Exact::agreement(format, a.value, b.value);
    }
    if !a.value.is_finite() || !b.value.is_finite() {
        let same = a.value == b.value || a.value.is_nan() && b.value.is_nan();
        return if same { Agreement::Same } else { Agreement::Differs };
    }
    let bound = a.error + b.error;
    if (a.value - b.value).abs() > bound {
        return Agreement::Differs;
    }
    let size = a.value.abs().max(b.value.abs());
    let coarse = COARSE.max(4.0 * bounds::unit(format));
    // What takes the place of a value must not be known much less well.
    let worse = b.error > WORSE * (a.error + bounds::unit(format) * a.value.abs());
    if worse || bound > size * coarse { Agreement::Coarse } else { Agreement::Same }
}
