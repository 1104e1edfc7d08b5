//! The functions that combine elements. Each is associative on all values that it accepts, so that the
//! compiler may group elements as it likes; those that a reduction takes are commutative as well. One
//! is so only but for what rounding loses ([`Monoid::rounds`]).

use serde::{Deserialize, Serialize};

use crate::tensor::DType;

/// How some values of the left are combined with as many of the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Monoid {
    /// `a + b`.
    Add,
    /// `a * b`.
    Mul,
    /// `tl.minimum(a, b)`.
    Min,
    /// `tl.maximum(a, b)`.
    Max,
    /// `tl.where(a < b, a, b)`.
    Lesser,
    /// `tl.where(a > b, a, b)`.
    Greater,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `(a + b) % m`, of numbers that are not negative.
    AddMod(u8),
    /// `a * b % m`, of numbers that are not negative.
    MulMod(u8),
    /// A value and an index: the least value, and the least index where it is.
    Least,
    /// A value and an index: the greatest value, and the least index where it is.
    Greatest,
    /// A value and a number: the greatest value, and the sum of the numbers where it is.
    GreatestCount,
    /// The product of two complex numbers.
    Complex,
    /// The composition of two functions `x -> a * x + b`, the left one first.
    Affine,
    /// The last value that is not zero.
    Fill,
    /// A flag and a value: the sum of the values since the last flag.
    Segmented,
    /// The product of two matrices of two rows and columns.
    Matrix,
    /// A mean, a sum of squared deviations from it, and a weight: those of both sides together
    /// (Welford's algorithm).
    Welford,
}

impl Monoid {
    /// All that round nothing.
    pub const ALL: [Monoid; 19] = [
        Monoid::Add,
        Monoid::Mul,
        Monoid::Min,
        Monoid::Max,
        Monoid::Lesser,
        Monoid::Greater,
        Monoid::And,
        Monoid::Or,
        Monoid::Xor,
        Monoid::AddMod(31),
        Monoid::MulMod(17),
        Monoid::Least,
        Monoid::Greatest,
        Monoid::GreatestCount,
        Monoid::Complex,
        Monoid::Affine,
        Monoid::Fill,
        Monoid::Segmented,
        Monoid::Matrix,
    ];

    /// How many values it combines at once.
    pub fn arity(self) -> usize {
        match self {
            Monoid::Matrix => 4,
            Monoid::Welford => 3,
            Monoid::Least
            | Monoid::Greatest
            | Monoid::GreatestCount
            | Monoid::Complex
            | Monoid::Affine
            | Monoid::Segmented => 2,
            _ => 1,
        }
    }

    /// Whether the operands may change places, as they may in a reduction.
    pub fn commutes(self) -> bool {
        !matches!(self, Monoid::Affine | Monoid::Fill | Monoid::Segmented | Monoid::Matrix)
    }

    /// Whether it rounds: a reduction, never a scan, of which only a bound is known.
    pub fn rounds(self) -> bool {
        self == Monoid::Welford
    }

    /// Whether it takes the left or the right one of two values that are equal, which zeros of both
    /// signs are.
    pub(super) fn chooses(self) -> bool {
        matches!(self, Monoid::Lesser | Monoid::Greater | Monoid::Least | Monoid::Greatest)
    }

    /// Part of the name of a function: it tells functions apart.
    pub(super) fn word(self) -> String {
        match self {
            Monoid::AddMod(modulus) => format!("addmod{modulus}"),
            Monoid::MulMod(modulus) => format!("mulmod{modulus}"),
            Monoid::GreatestCount => "count".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    /// Whether it combines values of these types.
    pub fn accepts(self, types: &[DType]) -> bool {
        let number = |t: DType| t != DType::I1 && (t.is_int() || t.bits() > 8);
        let int = |t: DType| t.is_int() && t != DType::I1;
        let fits = |t: DType, m: u8| (1..=self.room(t).saturating_add(1)).contains(&m.into());
        match (self, types) {
            (Monoid::And | Monoid::Or | Monoid::Xor, &[t]) => t.is_int(),
            (Monoid::AddMod(modulus) | Monoid::MulMod(modulus), &[t]) => int(t) && fits(t, modulus),
            (_, &[t]) if self.arity() == 1 => number(t),
            (Monoid::Least | Monoid::Greatest | Monoid::GreatestCount, &[t, index]) => {
                number(t) && int(index)
            }
            (Monoid::Segmented, &[flag, t]) => flag.is_int() && number(t),
            (Monoid::Complex | Monoid::Affine, &[a, b]) => a == b && int(a),
            (Monoid::Welford, types) => types == [DType::F32; 3],
            (Monoid::Matrix, &[a, b, c, d]) => a == b && a == c && a == d && int(a),
            _ => false,
        }
    }

    /// The largest number of which a remainder is taken right, whatever comes first: two of them have
    /// a sum or a product in the type.
    pub fn room(self, dtype: DType) -> i64 {
        let bits = dtype.bits().clamp(4, 62) - 2;
        (1 << if matches!(self, Monoid::AddMod(_)) { bits } else { bits / 2 }) - 1
    }

    /// The Python statements that go before, and the expressions of the results. `at` tells the
    /// variables of the statements of several parts apart.
    pub(super) fn python(
        self,
        a: &[String],
        b: &[String],
        at: usize,
    ) -> (Vec<String>, Vec<String>) {
        let plain = |text: String| (vec![], vec![text]);
        let (x, y) = (&a[0], &b[0]);
        match self {
            Monoid::Add => plain(format!("{x} + {y}")),
            Monoid::Mul => plain(format!("{x} * {y}")),
            // Before 3.9 these two widen `bf16`.
            Monoid::Min => plain(format!("tl.minimum({x}, {y}).to({x}.dtype)")),
            Monoid::Max => plain(format!("tl.maximum({x}, {y}).to({x}.dtype)")),
            Monoid::Lesser => plain(format!("tl.where({x} < {y}, {x}, {y})")),
            Monoid::Greater => plain(format!("tl.where({x} > {y}, {x}, {y})")),
            Monoid::And => plain(format!("{x} & {y}")),
            Monoid::Or => plain(format!("{x} | {y}")),
            Monoid::Xor => plain(format!("{x} ^ {y}")),
            Monoid::AddMod(modulus) => plain(format!("({x} + {y}) % {modulus}")),
            Monoid::MulMod(modulus) => plain(format!("{x} * {y} % {modulus}")),
            Monoid::Fill => plain(format!("tl.where({y} != 0, {y}, {x})")),
            _ => self.python_of_several(a, b, at),
        }
    }

    fn python_of_several(
        self,
        a: &[String],
        b: &[String],
        at: usize,
    ) -> (Vec<String>, Vec<String>) {
        let (x, i, y, j) = (&a[0], &a[1], &b[0], &b[1]);
        match self {
            Monoid::Least | Monoid::Greatest => {
                let beats = if self == Monoid::Least { "<" } else { ">" };
                let first = format!("first{at} = ({x} {beats} {y}) | (({x} == {y}) & ({i} < {j}))");
                let pick = |l: &String, r: &String| format!("tl.where(first{at}, {l}, {r})");
                (vec![first], vec![pick(x, y), pick(i, j)])
            }
            Monoid::GreatestCount => {
                let top = format!("top{at} = tl.maximum({x}, {y}).to({x}.dtype)");
                let part = |v: &String, n: &String| format!("tl.where({v} == top{at}, {n}, 0)");
                (vec![top], vec![format!("top{at}"), format!("{} + {}", part(x, i), part(y, j))])
            }
            Monoid::Complex => {
                (vec![], vec![format!("{x} * {y} - {i} * {j}"), format!("{x} * {j} + {i} * {y}")])
            }
            Monoid::Affine => (vec![], vec![format!("{x} * {y}"), format!("{y} * {i} + {j}")]),
            Monoid::Segmented => {
                let sum = format!("tl.where({y} != 0, {j}, {i} + {j})");
                (vec![], vec![format!("{x} | {y}"), sum])
            }
            Monoid::Welford => {
                let (weight, other) = (&a[2], &b[2]);
                let lines = vec![
                    format!("delta{at} = {y} - {x}"),
                    format!("weight{at} = {weight} + {other}"),
                    format!("part{at} = {other} / weight{at}"),
                ];
                let mean = format!("{x} + delta{at} * part{at}");
                let squares = format!("{i} + {j} + delta{at} * delta{at} * {weight} * part{at}");
                (lines, vec![mean, squares, format!("weight{at}")])
            }
            _ => {
                let entry = |row: usize, column: usize| {
                    let (p, q) = (&a[2 * row], &a[2 * row + 1]);
                    format!("{p} * {} + {q} * {}", b[column], b[column + 2])
                };
                (vec![], vec![entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)])
            }
        }
    }
}
