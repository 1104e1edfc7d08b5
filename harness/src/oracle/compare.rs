//! What the oracles of results share: elements in bits, and walking over them.

use crate::device::{Observation, ObservedBuffer, Outcome};
use crate::evaluate::{Reference, ReferenceBuffer};
use crate::tensor::{DType, Kind};
use crate::testcase::{Argument, TestCase};

use super::Evidence;

/// A finished execution beside what it must leave.
#[derive(Clone, Copy)]
pub(super) struct Results<'a> {
    pub(super) case: &'a TestCase,
    pub(super) observation: &'a Observation,
    expected: &'a Reference,
    observed: &'a [ObservedBuffer],
}

/// One buffer, expected and observed.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) dtype: Option<DType>,
    pub(super) expected: &'a ReferenceBuffer,
    pub(super) observed: &'a ObservedBuffer,
}

impl<'a> Results<'a> {
    /// The results, if the evidence is a finished execution.
    pub(super) fn of(evidence: &Evidence<'a>) -> Option<Self> {
        let Evidence::Execution { case, expected, observation } = *evidence else { return None };
        let Outcome::Finished(observed) = &observation.outcome else { return None };
        Some(Results { case, observation, expected, observed })
    }

    /// The buffers that were observed.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Pair<'a>> + use<'a> {
        let Results { case, expected, observed, .. } = *self;
        expected.buffers.iter().filter_map(move |expected| {
            let observed = observed.iter().find(|buffer| buffer.name == expected.name)?;
            Some(Pair { dtype: dtype(case, &expected.name), expected, observed })
        })
    }

    /// Every element for which `wrong` holds, by buffer; `None` if there is none.
    pub(super) fn wrong(
        &self,
        wrong: impl Fn(&Pair, usize) -> bool,
    ) -> Option<(Pair<'a>, Vec<usize>)> {
        self.pairs().find_map(|pair| {
            let found: Vec<_> = (0..pair.len()).filter(|&at| wrong(&pair, at)).collect();
            (!found.is_empty()).then_some((pair, found))
        })
    }

    /// `on ir, after ttgir`.
    pub(super) fn place(&self) -> String {
        format!("executed by {} at {}", self.observation.device, self.observation.stage)
    }
}

impl Pair<'_> {
    pub(super) fn len(&self) -> usize {
        self.expected.len().min(self.observed.bits.len())
    }

    /// Whether nothing specifies the element.
    pub(super) fn is_open(&self, at: usize) -> bool {
        self.expected.is_open(at)
    }

    pub(super) fn must_be_written(&self, at: usize) -> bool {
        self.expected.written[at]
    }

    /// Whether the device saw a store to the element; `None` where it cannot tell.
    pub(super) fn was_written(&self, at: usize) -> Option<bool> {
        self.observed.written.as_ref().map(|flags| flags[at])
    }

    pub(super) fn is_undefined(&self, at: usize) -> bool {
        self.observed.undef.as_ref().is_some_and(|flags| flags[at])
    }

    pub(super) fn expected_bits(&self, at: usize) -> u64 {
        self.expected.bits(at)
    }

    pub(super) fn observed_bits(&self, at: usize) -> u64 {
        self.observed.bits[at]
    }

    /// Whether the element holds what it must.
    pub(super) fn agrees(&self, at: usize) -> bool {
        self.expected.holds(at, self.observed_bits(at))
    }

    pub(super) fn is_nan(&self, bits: u64) -> bool {
        match self.expected.kind {
            Kind::Float(format) => format.from_bits(bits).is_nan(),
            Kind::Int(_) => false,
        }
    }

    pub(super) fn show(&self, bits: u64) -> String {
        show(self.expected.kind, self.dtype, bits)
    }

    /// What the element must hold, as a person writes it.
    pub(super) fn show_expected(&self, at: usize) -> String {
        let value = self.show(self.expected_bits(at));
        match self.expected.margin(at) {
            0.0 => value,
            margin => format!("{value} +- {margin:.1e}"),
        }
    }
}

/// The names of the buffers in which an element is wrong, in order of the parameters.
pub fn wrong_buffers(evidence: &Evidence) -> Vec<String> {
    let Some(results) = Results::of(evidence) else { return vec![] };
    let wrong = |pair: &Pair| (0..pair.len()).any(|at| !pair.is_open(at) && !pair.agrees(at));
    results.pairs().filter(wrong).map(|pair| pair.expected.name.clone()).collect()
}

/// The element type of a parameter's buffer.
fn dtype(case: &TestCase, name: &str) -> Option<DType> {
    case.bound().find(|(_, param, _)| param.name == name).and_then(
        |(_, _, argument)| match argument {
            Argument::Buffer(spec) => Some(spec.dtype),
            _ => None,
        },
    )
}

/// A bit pattern as a person writes the value; bits are added where the number does not tell.
pub(super) fn show(kind: Kind, dtype: Option<DType>, bits: u64) -> String {
    match kind {
        Kind::Float(format) => {
            let value = format.from_bits(bits);
            if value.is_nan() { format!("{value} ({bits:#x})") } else { format!("{value:?}") }
        }
        Kind::Int(width) if dtype.is_some_and(DType::is_signed) => {
            crate::tensor::sign_extend(bits as i64, width).to_string()
        }
        Kind::Int(_) => bits.to_string(),
    }
}

/// `and 3 more elements of \`out\`` where there are more.
pub(super) fn more(pair: &Pair, found: &[usize]) -> String {
    match found.len() {
        1 => format!("; 1 of {} elements of `{}`", pair.len(), pair.expected.name),
        n => {
            let shown: Vec<_> = found.iter().take(8).map(usize::to_string).collect();
            let dots = if n > 8 { ", ..." } else { "" };
            format!(
                "; {n} of {} elements of `{}`: [{}{dots}]",
                pair.len(),
                pair.expected.name,
                shown.join(", ")
            )
        }
    }
}
