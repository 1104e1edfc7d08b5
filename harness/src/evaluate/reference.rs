//! What the oracles compare with: what a launch must leave, in the domain that the case asks for.

use super::{Expected, ExpectedBuffer, evaluate};
use crate::program::Undefined;
use crate::tensor::{Agreement, Bounded, Domain, Exact, Kind, Tile, zero_extend};
use crate::testcase::{Mode, TestCase};

/// What every buffer must hold.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The buffers, in order of the parameters.
    pub buffers: Vec<ReferenceBuffer>,
}

/// What one buffer must hold.
#[derive(Clone, Debug)]
pub struct ReferenceBuffer {
    /// The parameter that points to it.
    pub name: String,
    /// What its elements are.
    pub kind: Kind,
    /// One flag an element: whether the kernel stores to it.
    pub written: Vec<bool>,
    values: Values,
}

/// The elements, one dimension.
#[derive(Clone, Debug)]
enum Values {
    /// Compared bit for bit.
    Exact(Tile<Exact>),
    /// Compared within a bound.
    Bounded(Tile<Bounded>),
}

/// Evaluates a launch of the case on its inputs, as the case is compared.
///
/// # Errors
/// As [`evaluate`].
///
/// # Panics
/// As [`evaluate`].
pub fn reference(case: &TestCase) -> Result<Reference, Undefined> {
    match case.mode {
        Mode::Exact => evaluate::<Exact>(case).map(Reference::from),
        Mode::Bounded => evaluate::<Bounded>(case).map(Reference::from),
    }
}

impl From<Expected<Exact>> for Reference {
    fn from(expected: Expected<Exact>) -> Self {
        Reference::of(expected, Values::Exact)
    }
}

impl From<Expected<Bounded>> for Reference {
    fn from(expected: Expected<Bounded>) -> Self {
        Reference::of(expected, Values::Bounded)
    }
}

impl Reference {
    fn of<D: Domain>(expected: Expected<D>, values: impl Fn(Tile<D>) -> Values) -> Self {
        let buffer = |buffer: ExpectedBuffer<D>| ReferenceBuffer {
            name: buffer.name,
            kind: buffer.kind,
            written: buffer.written,
            values: values(buffer.values),
        };
        Reference { buffers: expected.buffers.into_iter().map(buffer).collect() }
    }

    /// Whether results are compared bit for bit, so that code that rounds says nothing.
    pub fn is_exact(&self) -> bool {
        self.buffers.iter().all(|buffer| matches!(buffer.values, Values::Exact(_)))
    }

    /// Of the elements that the kernel stores to, how many there are, and in how many of them
    /// anything goes.
    pub fn stored_and_open(&self) -> (usize, usize) {
        let all = self.buffers.iter().flat_map(|buffer| {
            let stored = (0..buffer.len()).filter(|at| buffer.written[*at]);
            stored.map(|at| buffer.is_open(at))
        });
        all.fold((0, 0), |(stored, open), flag| (stored + 1, open + usize::from(flag)))
    }

    /// Why a result in which nothing is wrong would still not be seen to be right; `None` if at least
    /// half of what the kernel stores is specified.
    pub fn vague(&self) -> Option<&'static str> {
        match self.stored_and_open() {
            (0, _) => Some("the kernel stores nothing"),
            (stored, open) if 2 * open <= stored => None,
            _ if self.is_exact() => Some("nothing specifies most results"),
            _ => Some("most results hang on decisions within the margin of rounding"),
        }
    }
}

impl ReferenceBuffer {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.written.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// Whether anything may stand in an element: nothing specifies it, or the domain knows nothing
    /// of it.
    pub fn is_open(&self, at: usize) -> bool {
        let flag = |undef: Option<&[bool]>| undef.is_some_and(|flags| flags[at]);
        match (&self.values, self.kind) {
            (Values::Exact(tile), _) => flag(tile.undef()),
            (Values::Bounded(tile), Kind::Int(_)) => flag(tile.undef()),
            (Values::Bounded(tile), Kind::Float(_)) => {
                flag(tile.undef()) || tile.floats()[at].error().is_infinite()
            }
        }
    }

    /// Whether an element may hold this bit pattern; one NaN is as good as another.
    pub fn holds(&self, at: usize, bits: u64) -> bool {
        match (&self.values, self.kind) {
            (Values::Bounded(tile), Kind::Float(format)) => {
                let observed = Bounded::from_bits(format, bits);
                Bounded::agreement(format, tile.floats()[at], observed) != Agreement::Differs
            }
            (_, Kind::Float(format)) => {
                let (observed, due) = (Exact::from_bits(format, bits), self.bits(at));
                due == bits || observed.is_nan() && format.from_bits(due).is_nan()
            }
            (_, Kind::Int(_)) => self.bits(at) == bits,
        }
    }

    /// The bit pattern of an element; the nearest one to the middle where there is a bound.
    pub fn bits(&self, at: usize) -> u64 {
        match (&self.values, self.kind) {
            (Values::Exact(tile), Kind::Int(width)) => zero_extend(tile.ints()[at], width),
            (Values::Bounded(tile), Kind::Int(width)) => zero_extend(tile.ints()[at], width),
            (Values::Exact(tile), Kind::Float(format)) => format.to_bits(tile.floats()[at]),
            (Values::Bounded(tile), Kind::Float(format)) => {
                format.to_bits(format.round(tile.floats()[at].value()))
            }
        }
    }

    /// How far from `bits` a float may be; 0 for what is compared bit for bit. The middle itself
    /// need not be a value of the format: what it is off by is added.
    pub fn margin(&self, at: usize) -> f64 {
        match (&self.values, self.kind) {
            (Values::Bounded(tile), Kind::Float(format)) => {
                let known = tile.floats()[at];
                let error = known.error();
                let off = (known.value() - format.round(known.value())).abs();
                if error == 0.0 || off.is_nan() { error } else { error + off }
            }
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod testing {
    //! Changes to what is expected, for tests of the oracles.

    use super::*;

    impl ReferenceBuffer {
        /// Leaves an element of an exact buffer open.
        pub(crate) fn open(&mut self, at: usize) {
            let Values::Exact(tile) = &self.values else { panic!("not exact") };
            self.values = Values::Exact(tile.clone().with_undef([at]));
        }

        /// Expects a float of an exact buffer.
        pub(crate) fn expect(&mut self, at: usize, value: f64) {
            let Values::Exact(tile) = &self.values else { panic!("not exact") };
            let mut values = tile.floats().to_vec();
            values[at] = value;
            let flags = tile.undef().map(<[bool]>::to_vec);
            let tile = Tile::from_floats(&[values.len()], values).with_undef_flags(flags);
            self.values = Values::Exact(tile);
        }
    }
}
