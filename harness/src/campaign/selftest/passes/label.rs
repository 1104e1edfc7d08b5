//! Says of a plant whether the kernel leaves something else, without translation validation.

use super::super::Label;
use super::kernel::Data;
use super::lit::Functions;
use crate::compile::Launch;
use crate::device::{self, Execution, Observation, ObservedBuffer, Outcome};
use crate::evaluate;
use crate::oracle::{self, Evidence, Verdict};
use crate::tensor::{Exact, Memory};

/// Labels the plants of one text.
pub(super) enum Labeller<'a> {
    /// By its launch.
    Launched(Launched<'a>),
    /// By its functions, on buffers that are made up.
    Functions(Functions),
}

/// Executes the whole grid on the case's own buffers.
pub(super) struct Launched<'a> {
    data: &'a Data,
    launch: &'a Launch,
    memory: Memory<Exact>,
    /// What the text without a plant leaves.
    clean: Vec<ObservedBuffer>,
}

/// What an execution left.
enum Seen {
    Finished(Vec<ObservedBuffer>),
    Fault,
}

impl<'a> Labeller<'a> {
    /// A labeller of plants in `text`; `None` if that text itself cannot be executed, or is wrong.
    pub(super) fn new(data: &'a Data, launch: Option<&'a Launch>, text: &str) -> Option<Self> {
        let memory = match data {
            Data::Case(subject) => evaluate::memory(&subject.case),
            Data::Buffers(memory) => memory.clone(),
            Data::Lit => return Functions::new(text).map(Labeller::Functions),
        };
        let mut labeller = Launched { data, launch: launch?, memory, clean: Vec::new() };
        let observation = labeller.execute(text)?;
        match data {
            Data::Case(_) if labeller.verdict(&observation)? != Verdict::Agree => return None,
            Data::Case(_) | Data::Lit => {}
            Data::Buffers(_) => {
                let Seen::Finished(buffers) = seen(observation.outcome)? else { return None };
                labeller.clean = buffers;
            }
        }
        Some(Labeller::Launched(labeller))
    }

    /// The label of a planted text; `None` if it cannot be executed.
    pub(super) fn label(&self, text: &str) -> Option<Label> {
        match self {
            Labeller::Launched(launched) => launched.label(text),
            Labeller::Functions(functions) => functions.label(text),
        }
    }
}

impl Launched<'_> {
    fn execute(&self, text: &str) -> Option<Observation> {
        let on_tiles = text.contains("ttg.num-warps");
        Some((device::find("ir")?.open)().execute(&Execution {
            stage: if on_tiles { "ttgir" } else { "ttir" },
            text,
            function: Some(&self.launch.kernel.name),
            arguments: &self.launch.arguments,
            grid: self.launch.grid,
            memory: &self.memory,
            native: None,
        }))
    }

    fn verdict(&self, observation: &Observation) -> Option<Verdict> {
        let Data::Case(subject) = self.data else { return None };
        let (case, expected) = (&subject.case, subject.reference().0.ok()?);
        Some(oracle::judge(&Evidence::Execution { case, expected, observation }))
    }

    fn label(&self, text: &str) -> Option<Label> {
        let observation = self.execute(text)?;
        if let Data::Case(_) = self.data {
            return match self.verdict(&observation)? {
                Verdict::Agree => Some(Label::Same),
                Verdict::Inconclusive(_) => None,
                Verdict::Bug(_) => Some(Label::Changed),
            };
        }
        match seen(observation.outcome)? {
            Seen::Fault => Some(Label::Fault),
            Seen::Finished(buffers) => match self.clean.iter().zip(&buffers).all(same) {
                true => Some(Label::Same),
                false => Some(Label::Changed),
            },
        }
    }
}

/// Whether a buffer is what it was; where it was undefined it may be anything.
fn same((old, new): (&ObservedBuffer, &ObservedBuffer)) -> bool {
    let flag = |flags: &Option<Vec<bool>>, at: usize| flags.as_ref().is_some_and(|f| f[at]);
    (0..old.bits.len()).all(|at| {
        let stored = flag(&old.written, at) == flag(&new.written, at);
        let value = !flag(&new.undef, at) && old.bits[at] == new.bits[at];
        flag(&old.undef, at) || (stored && value)
    })
}

fn seen(outcome: Outcome) -> Option<Seen> {
    match outcome {
        Outcome::Finished(buffers) => Some(Seen::Finished(buffers)),
        Outcome::Fault(_)
        | Outcome::Undefined { .. }
        | Outcome::Nondeterministic(_)
        | Outcome::Timeout(_) => Some(Seen::Fault),
        Outcome::Unsupported(_) | Outcome::DeviceFailure(_) => None,
    }
}
