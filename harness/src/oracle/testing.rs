//! A run for the oracles' tests: a kernel that copies 32 floats, and its right result.

use crate::compile::{CompileFailure, FailureKind};
use crate::device::{Observation, ObservedBuffer, Outcome};
use crate::evaluate::{Expected, ExpectedBuffer, Reference, ReferenceBuffer};
use crate::oracle::{Evidence, Finding, Verdict};
use crate::program::{Param, ParamKind, Program, Surface, ValueId};
use crate::tensor::{Bounded, DType, Exact, Tile};
use crate::testcase::{Argument, BufferSpec, Fill, Mode, Options, SCHEMA, Step, TestCase};

const LEN: usize = 32;

/// A case, what it must leave and what it left.
pub(super) struct Run {
    pub(super) case: TestCase,
    pub(super) expected: Reference,
    pub(super) observation: Observation,
}

fn ramp() -> Fill {
    Fill::Ramp { low: 1, stride: 3, modulus: 101, scale: 0 }
}

fn buffer(fill: Fill) -> Argument {
    Argument::Buffer(BufferSpec { dtype: DType::F32, len: LEN, fill, misalign: 0 })
}

fn param(name: &str, id: u32) -> Param {
    Param { name: name.into(), value: ValueId(id), kind: ParamKind::Pointer(DType::F32) }
}

impl Default for Run {
    fn default() -> Self {
        let program = Program {
            name: "copy".into(),
            params: vec![param("a", 0), param("out", 1)],
            body: vec![],
            surface: Surface::default(),
        };
        let case = TestCase {
            schema: SCHEMA,
            name: "s1-k0".into(),
            mode: Mode::Exact,
            program,
            arguments: vec![buffer(ramp()), buffer(Fill::Unwritten)],
            grid: [1, 1, 1],
            options: Options::new(1, 1, false),
            scenario: vec![Step::Launch],
        };
        let values: Tile<Exact> = ramp().tile(DType::F32, LEN);
        let expect = |name: &str, written| ExpectedBuffer {
            name: name.into(),
            kind: DType::F32.kind(),
            values: values.clone(),
            written: vec![written; LEN],
        };
        let observe = |name: &str, written| ObservedBuffer {
            name: name.into(),
            kind: DType::F32.kind(),
            bits: (0..LEN).filter_map(|at| values.bits(DType::F32.kind(), at)).collect(),
            undef: None,
            written: Some(vec![written; LEN]),
        };
        let outcome = Outcome::Finished(vec![observe("a", false), observe("out", true)]);
        Run {
            case,
            expected: Expected { buffers: vec![expect("a", false), expect("out", true)] }.into(),
            observation: Observation {
                rounded: false,
                device: "ir".into(),
                stage: "ttgir".into(),
                outcome,
                seconds: 0.0,
            },
        }
    }
}

impl Run {
    pub(super) fn evidence(&self) -> Evidence<'_> {
        let Run { case, expected, observation } = self;
        Evidence::Execution { case, expected, observation }
    }

    /// The same run, compared within bounds.
    pub(super) fn bounded(mut self) -> Self {
        let values: Tile<Bounded> = ramp().tile(DType::F32, LEN);
        let expect = |name: &str, written| ExpectedBuffer {
            name: name.into(),
            kind: DType::F32.kind(),
            values: values.clone(),
            written: vec![written; LEN],
        };
        self.expected = Expected { buffers: vec![expect("a", false), expect("out", true)] }.into();
        self
    }

    pub(super) fn observed(&mut self, name: &str) -> &mut ObservedBuffer {
        let Outcome::Finished(buffers) = &mut self.observation.outcome else { panic!() };
        buffers.iter_mut().find(|buffer| buffer.name == name).unwrap()
    }

    fn expected(&mut self, name: &str) -> &mut ReferenceBuffer {
        self.expected.buffers.iter_mut().find(|buffer| buffer.name == name).unwrap()
    }

    /// The bits of an element of the input.
    pub(super) fn input_bits(&self, at: usize) -> u64 {
        self.expected.buffers[0].bits(at)
    }

    /// Nothing specifies this element.
    pub(super) fn open(&mut self, name: &str, at: usize) {
        self.expected(name).open(at);
    }

    fn expect(&mut self, name: &str, at: usize, value: f64) {
        self.expected(name).expect(at, value);
    }

    pub(super) fn expect_nan(&mut self, name: &str, at: usize) {
        self.expect(name, at, f64::NAN);
    }

    pub(super) fn expect_zero(&mut self, name: &str, at: usize) {
        self.expect(name, at, 0.0);
    }
}

/// The finding of a verdict that must be one.
pub(super) fn bug(verdict: Verdict) -> Finding {
    match verdict {
        Verdict::Bug(finding) => finding,
        other => panic!("{other:?}"),
    }
}

/// A failed job.
pub(super) fn failure(kind: FailureKind, message: &str) -> CompileFailure {
    CompileFailure {
        kind,
        stage: "ttgir".into(),
        pass: Some("tritongpu-pipeline".into()),
        exception: None,
        message: message.into(),
        traceback: String::new(),
        output: String::new(),
    }
}
