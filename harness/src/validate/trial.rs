//! One input: both forms of a function run on it, and what became of it.

use std::collections::{HashMap, HashSet};

use super::difference::{Difference, DifferenceKind};
use super::function::Subject;
use super::input::Input;
use super::refine::{Pair, Ran, cell, lanes, place};
use crate::mlir::{
    Access, AccessKind, Executable, Execution, ExecutionError, FalseClaim, Options, RaceKind,
    Schedules, hints,
};
use crate::tensor::{Domain, Fault, Number};

/// Why an input does not count whose run takes more steps than one may.
pub(super) const TOO_LONG: &str = "too long";

/// Inputs below this number have scalars that are small, and so loops that are short: only a run of
/// one of these is endless where it does not end.
const HANGS: u64 = 3;

/// What became of one input.
pub(super) enum Trial {
    /// It does the same, by so many effects.
    Same(usize),
    Rounded,
    /// It differs, which the rounding of floats may explain, or only the text after rounds.
    Excused,
    Different(Box<Difference>),
    /// It does not count: undefined before, or too long.
    Discarded(String),
    /// Our limit, before: what the function does on this input is not known.
    Limited(String),
    /// Our limit where the input counts: the function may do anything after.
    Unjudged(String),
}

impl<D: Domain> Subject<'_, D> {
    /// Each input tries other orders of the partitions.
    fn options(&self, input: &Input<D>, number: u64) -> Options {
        Options {
            grid: input.grid,
            program: Some(input.program),
            record: true,
            asynchrony: self.settings.asynchrony,
            schedules: Schedules { first: number * 2, count: 2 },
            ..Options::default()
        }
    }

    /// Runs one input on both sides.
    pub(super) fn trial(&self, input: &Input<D>, number: u64, steps: &mut u64) -> Trial {
        let how = self.options(input, number);
        let before = match run(&self.executables.0, input, &how, self.settings.steps) {
            Ok(execution) => execution,
            Err(error) => {
                *steps = steps.saturating_sub(self.settings.steps / 4);
                return match classify(&error) {
                    Some(DifferenceKind::Assertion) => self.asserted(input, &how, &error),
                    None => Trial::Limited(format!("{}: {error}", self.texts.0.name)),
                    Some(DifferenceKind::Hang) => Trial::Discarded(TOO_LONG.to_owned()),
                    Some(kind) => Trial::Discarded(kind.words().to_owned()),
                };
            }
        };
        if let Some(claim) = before.claims.first() {
            return Trial::Discarded(format!("a promise that does not hold, {}", claim.claim));
        }
        if before.wraps {
            return Trial::Discarded("an induction variable overflows".to_owned());
        }
        // Passes add steps, but never so many; short of this, a run may only be slow.
        let limit = before.steps.saturating_mul(32) + 1_000_000;
        match run(&self.executables.1, input, &how, limit) {
            Ok(after) => {
                *steps = steps.saturating_sub(before.steps + after.steps);
                self.judge_pair(input, &before, &after)
            }
            Err(error) => self.stopped(input, &before, &error),
        }
    }

    /// An assertion failed before: it must after, unless rounding decides that.
    fn asserted(&self, input: &Input<D>, how: &Options, error: &ExecutionError) -> Trial {
        let limit = self.settings.steps.saturating_mul(32);
        let words = DifferenceKind::Assertion.words();
        match run(&self.executables.1, input, how, limit) {
            Ok(after) if !after.inexact && !self.executables.0.rounds_freely() => {
                let found = Difference::passed(&input.shown, self.texts.0, error);
                Trial::Different(Box::new(found))
            }
            _ => Trial::Discarded(words.to_owned()),
        }
    }

    /// The run after did not end.
    fn stopped(&self, input: &Input<D>, before: &Execution<D>, error: &ExecutionError) -> Trial {
        let text = self.texts.1;
        match classify(error) {
            None => Trial::Unjudged(format!("{}: {error}", text.name)),
            Some(_) if D::EXACT && before.decided => Trial::Excused,
            Some(DifferenceKind::Hang) if input.shown.number >= HANGS => {
                Trial::Unjudged(format!("{}: it may be endless, or only long", text.name))
            }
            Some(kind) => {
                Trial::Different(Box::new(Difference::stopped(kind, &input.shown, text, error)))
            }
        }
    }

    /// Both ended.
    fn judge_pair(&self, input: &Input<D>, before: &Execution<D>, after: &Execution<D>) -> Trial {
        // Made of rounded floats, flags and integers may be others too; but not where the text before
        // rounds nothing, and the one after only in the one way that its operations have.
        let freely = before.inexact || self.executables.1.rounds_freely();
        let decided = D::EXACT && (before.decided || after.decided && freely);
        let different = |found: Box<Difference>| match (decided, unordered(before, &found)) {
            (true, _) => Trial::Excused,
            (false, Some(why)) => Trial::Limited(why.to_owned()),
            (false, None) => Trial::Different(found),
        };
        if let Some((kind, error)) = loosened(before, after) {
            let found = Difference::stopped(kind, &input.shown, self.texts.1, &error);
            return different(Box::new(found));
        }
        let pair = Pair {
            input: &input.shown,
            before: Ran { text: self.texts.0, execution: before },
            after: Ran { text: self.texts.1, execution: after },
            results: &self.results,
            arguments: &self.arguments,
            open: Default::default(),
            compared: Default::default(),
        };
        // Lanes that hold nothing because of the domain are no evidence, neither way.
        let judged = pair.judge();
        if let Some(reason) = before.unsure {
            return Trial::Limited(reason.to_owned());
        }
        if let Some(reason) = after.unsure {
            return Trial::Unjudged(reason.to_owned());
        }
        if let Err(difference) = judged {
            return different(difference);
        }
        if let Some(claim) = self.false_claim(after) {
            let found = Difference::false_claim(&input.shown, self.texts.1, claim);
            return different(Box::new(found));
        }
        match pair.too_little() {
            Some(reason) => Trial::Limited(reason.to_owned()),
            None if D::EXACT && before.inexact => Trial::Rounded,
            // Something is rounded that was not: whether that shows, the other domains say.
            None if D::EXACT && after.inexact => Trial::Excused,
            None => Trial::Same(effects(before, after)),
        }
    }

    /// A claim of the compiler that does not hold after. Hints that the text before has too are the
    /// user's: moved where they were not executed before, they need not hold. Where the arguments
    /// break promises that contradict each other, claims that follow from these say nothing.
    fn false_claim<'e>(&self, after: &'e Execution<D>) -> Option<&'e FalseClaim> {
        let users = |claim: &&FalseClaim| {
            let Some(claimed) = &claim.hints else { return false };
            let mut found = false;
            self.texts.0.module.walk(&mut |op| {
                let hints = || hints(op).is_some_and(|hints| hints == *claimed);
                found |= op.name.as_str() == claim.site.op && hints();
            });
            found
        };
        let mut claims = after.claims.iter().filter(|_| after.promises_hold);
        claims.find(|claim| !users(claim))
    }
}

/// Why a difference may be one of order, which nobody promises: loads and stores of one launch have
/// none, nor have the lanes of one store.
fn unordered<D: Domain>(before: &Execution<D>, found: &Difference) -> Option<&'static str> {
    let mut stored = HashSet::new();
    for access in &before.accesses {
        let mut addresses = lanes(access).map(|(_, address)| address);
        match access.kind {
            AccessKind::Load if addresses.any(|address| stored.contains(&address)) => {
                return Some(
                    "it loads what it stored, and loads and stores of a launch are in no order",
                );
            }
            AccessKind::Store => {
                let here = |address| place(&before.memory, address) == found.place;
                if found.kind == DifferenceKind::Store && collisions(access).any(here) {
                    return Some("lanes of one store write to one address, in no order");
                }
                stored.extend(addresses);
            }
            AccessKind::Load | AccessKind::Atomic => {}
        }
    }
    None
}

/// Addresses to which lanes of a store write different values.
fn collisions<D: Domain>(store: &Access<D>) -> impl Iterator<Item = i64> {
    let mut values = HashMap::new();
    lanes(store).filter_map(move |(lane, address)| {
        let value = cell(&store.values, lane);
        let old = values.insert(address, value)?;
        let same = match (old.number, value.number) {
            (Number::Int(old), Number::Int(new)) => old == new,
            (Number::Float(old), Number::Float(new)) => old == new,
            _ => false,
        };
        (!same || old.undef != value.undef).then_some(address)
    })
}

/// What is compared: accesses, results, prints, and the order of accesses to shared memory.
fn effects<D: Domain>(before: &Execution<D>, after: &Execution<D>) -> usize {
    let before =
        [&before.accesses.len(), &before.results.len(), &before.views.len(), &before.events.len()];
    before.into_iter().sum::<usize>() + after.ordered as usize
}

/// Order that the text before kept and the text after does not, though no result shows it.
fn loosened<D: Domain>(
    before: &Execution<D>,
    after: &Execution<D>,
) -> Option<(DifferenceKind, ExecutionError)> {
    let (difference, kind, reason, site) = if before.fences.lost(&after.fences) {
        let site = after.fences.first.clone().unwrap_or_default();
        (DifferenceKind::MissingFence, RaceKind::Fence, RaceKind::Fence.words(), site)
    } else {
        let site = after.pending_store.clone().filter(|_| before.pending_store.is_none())?;
        let reason = "the function ends while an asynchronous store reads shared memory";
        (DifferenceKind::Race, RaceKind::Store, reason, site)
    };
    Some((difference, ExecutionError::Race { kind, reason: reason.to_owned(), site }))
}

fn run<D: Domain>(
    executable: &Executable<D>,
    input: &Input<D>,
    how: &Options,
    step_limit: u64,
) -> Result<Execution<D>, ExecutionError> {
    let options = Options { step_limit, ..how.clone() };
    executable.run(input.memory.clone(), &input.arguments, &options)
}

/// What a run that stopped shows; `None` for a limit of ours.
fn classify(error: &ExecutionError) -> Option<DifferenceKind> {
    match error {
        ExecutionError::Unsupported(_) | ExecutionError::Malformed(_) => None,
        ExecutionError::Fault { fault, .. } => match **fault {
            Fault::Reinterpreted { .. } => None,
            _ => Some(DifferenceKind::Fault),
        },
        ExecutionError::Undefined { .. } => Some(DifferenceKind::UndefinedBehaviour),
        ExecutionError::Race { kind, .. } => Some(match kind {
            RaceKind::Copy | RaceKind::Store | RaceKind::Product => DifferenceKind::Race,
            RaceKind::Partition => DifferenceKind::PartitionRace,
            RaceKind::Fence => DifferenceKind::MissingFence,
            RaceKind::Barrier => DifferenceKind::MissingBarrier,
            RaceKind::Overlap => DifferenceKind::Overlap,
        }),
        ExecutionError::Deadlock(_) => Some(DifferenceKind::Deadlock),
        ExecutionError::Assertion { .. } => Some(DifferenceKind::Assertion),
        ExecutionError::StepLimit(_) => Some(DifferenceKind::Hang),
    }
}
