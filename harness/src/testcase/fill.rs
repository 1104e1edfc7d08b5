//! What input buffers hold: values that are a function of the element's index, so that a case stays
//! small and a wrong value tells where it came from.

use serde::{Deserialize, Serialize};

use crate::tensor::{DType, Domain, FloatFormat, Tile, sign_extend, splitmix};

/// The initial contents of a buffer. Values are integers; in float buffers they are multiplied by
/// 2 to the power `scale`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// Nothing: the kernel must not read it, and what it does not write stays poisoned.
    Unwritten,
    /// Element `i` is `low + (i * stride) % modulus`. With a modulus above the length and a stride
    /// prime to it, a value identifies its element.
    Ramp {
        /// Smallest value.
        low: i64,
        /// Step between neighbours.
        stride: u64,
        /// Number of distinct values.
        modulus: u64,
        /// Power of two that float values are multiplied by.
        scale: i32,
    },
    /// Element `i` is `low + splitmix(seed, i) % (high - low + 1)`.
    Random {
        /// Seed of the hash.
        seed: u64,
        /// Smallest value.
        low: i64,
        /// Largest value.
        high: i64,
        /// Power of two that float values are multiplied by.
        scale: i32,
    },
    /// As `Random`, but for every third element, which is one of the special values of its float
    /// format: infinities, NaN, zeros of both signs, the largest and the smallest numbers.
    Special {
        /// Seed of the hash.
        seed: u64,
        /// Smallest value.
        low: i64,
        /// Largest value.
        high: i64,
        /// Power of two that the values are multiplied by.
        scale: i32,
    },
    /// Every element is zero but these.
    Sparse {
        /// Index and value.
        elements: Vec<(usize, i64)>,
        /// Power of two that float values are multiplied by.
        scale: i32,
    },
}

/// What a program must treat by the rules of IEEE 754: the units of the smallest are its own.
fn special_values(format: FloatFormat) -> Vec<f64> {
    let (least, normal) = (format.smallest(), 2f64.powi(format.min_exponent()));
    let magnitudes =
        [f64::INFINITY, f64::NAN, 0.0, format.max_finite(), least, 3.0 * least, normal, 1.0];
    magnitudes.iter().flat_map(|value| [*value, -*value]).collect()
}

/// A Python expression of a float.
pub fn python_float(value: f64) -> String {
    match value.is_finite() {
        true => format!("{value:?}"),
        false => format!("float(\"{value}\")"),
    }
}

impl Fill {
    /// The integer behind element `index`; `None` where nothing was written.
    pub fn integer(&self, index: usize) -> Option<i64> {
        match self {
            Fill::Unwritten => None,
            Fill::Ramp { low, stride, modulus, .. } => {
                let step = (index as u128 * u128::from(*stride)) % u128::from((*modulus).max(1));
                Some(low.wrapping_add(step as i64))
            }
            Fill::Random { seed, low, high, .. } | Fill::Special { seed, low, high, .. } => {
                let span = (i128::from(*high) - i128::from(*low) + 1).max(1) as u128;
                Some(low.wrapping_add((u128::from(splitmix(*seed, index as u64)) % span) as i64))
            }
            Fill::Sparse { elements, .. } => {
                Some(elements.iter().find(|(at, _)| *at == index).map_or(0, |(_, value)| *value))
            }
        }
    }

    fn scale(&self) -> i32 {
        match self {
            Fill::Unwritten => 0,
            Fill::Ramp { scale, .. }
            | Fill::Random { scale, .. }
            | Fill::Special { scale, .. }
            | Fill::Sparse { scale, .. } => *scale,
        }
    }

    /// The special value that element `index` is, if it is one.
    fn special(&self, format: FloatFormat, index: usize) -> Option<f64> {
        let Fill::Special { seed, .. } = self else { return None };
        let (chosen, table) = (splitmix(seed ^ 1, index as u64), special_values(format));
        (chosen % 3 == 0).then(|| table[((chosen >> 8) % table.len() as u64) as usize])
    }

    /// The contents as a tile of one dimension; all undefined where nothing was written. Integers
    /// wrap to the type, floats are rounded to it.
    pub fn tile<D: Domain>(&self, dtype: DType, len: usize) -> Tile<D> {
        let integers = (0..len).map(|index| self.integer(index).unwrap_or(0));
        let tile = match dtype.format() {
            None => {
                Tile::from_ints(&[len], integers.map(|v| sign_extend(v, dtype.bits())).collect())
            }
            Some(format) => {
                let scale = 2f64.powi(self.scale());
                let value = |(index, v): (usize, i64)| {
                    let value = self.special(format, index).unwrap_or(v as f64 * scale);
                    D::constant(format.round(value))
                };
                Tile::from_floats(&[len], integers.enumerate().map(value).collect())
            }
        };
        match self {
            Fill::Unwritten => tile.with_undef(0..len),
            _ => tile,
        }
    }

    /// A numpy expression with the same values, given `n = numpy.arange(len, dtype=numpy.uint64)`:
    /// integers, which are still to be scaled, or special values as they are.
    pub fn numpy(&self, dtype: DType) -> String {
        let random = |seed: u64, low: i64, high: i64| {
            let span = i128::from(high) - i128::from(low) + 1;
            // A span of all 64 bits is no `uint64`.
            let some =
                if span > i128::from(u64::MAX) { String::new() } else { format!(" % {span}") };
            format!("{low} + (splitmix64({seed}, n){some}).astype(numpy.int64)")
        };
        match self {
            Fill::Unwritten => "numpy.zeros(len(n), numpy.int64)".into(),
            Fill::Ramp { low, stride, modulus, .. } => {
                format!("{low} + (n * {stride} % {modulus}).astype(numpy.int64)")
            }
            Fill::Random { seed, low, high, .. } => random(*seed, *low, *high),
            Fill::Special { seed, low, high, scale } => {
                let table = dtype.format().map_or(vec![0.0], special_values);
                let table: Vec<_> = table.into_iter().map(python_float).collect();
                let (table, numbers) = (table.join(", "), random(*seed, *low, *high));
                format!("special([{table}], {seed}, n, ({numbers}) * 2.0**{scale})")
            }
            Fill::Sparse { elements, .. } => {
                let pairs: Vec<_> = elements.iter().map(|(at, v)| format!("{at}: {v}")).collect();
                format!("sparse({{{}}}, n)", pairs.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Exact;

    #[test]
    fn ramps_identify_their_elements() {
        let fill = Fill::Ramp { low: -5, stride: 3, modulus: 101, scale: -1 };
        let tile = fill.tile::<Exact>(DType::F16, 100);
        let mut values = tile.floats().to_vec();
        values.sort_by(f64::total_cmp);
        values.dedup();
        assert_eq!((values.len(), values[0]), (100, -2.5));
    }

    #[test]
    fn random_values_stay_in_range() {
        let fill = Fill::Random { seed: 1, low: -3, high: 3, scale: 0 };
        let mut seen: Vec<i64> = (0..1000).filter_map(|i| fill.integer(i)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [-3, -2, -1, 0, 1, 2, 3]);
        assert!(Fill::Unwritten.tile::<Exact>(DType::I8, 4).undef().unwrap().iter().all(|u| *u));
    }
}
