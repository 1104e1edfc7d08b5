//! Random histories of launches and changes of state.

use arbitrary::Unstructured;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::choice::Choice;
use crate::globals::{Effect, KINDS, Kind, Mutation, Support};
use crate::testcase::scenario::{Binding, Edit, Event, Read, Reader, SCENARIO_SCHEMA, Scenario};

/// Bytes of randomness, more than the longest history needs.
const BYTES: usize = 512;

/// Scenario `index` of a seed, of all kinds.
pub fn scenario(seed: u64, index: u64) -> Scenario {
    scenario_of(KINDS, seed, index)
}

/// Scenario `index` of a seed, of these kinds.
///
/// # Panics
/// If there are none.
pub fn scenario_of(kinds: &[&'static Kind], seed: u64, index: u64) -> Scenario {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&index.to_le_bytes());
    key[16] = b'g';
    let mut bytes = vec![0; BYTES];
    ChaCha8Rng::from_seed(key).fill_bytes(&mut bytes);
    let mut bytes = Unstructured::new(&bytes);
    let mut scenario = Maker::new(Choice::new(&mut bytes), kinds).make();
    scenario.name = format!("s{seed}-g{index}");
    scenario
}

/// Keeps one kind of those that wrap kernels, as how wrappers fit together is for a kind of its own,
/// and one of those that are settings of the process.
fn one_of_a_sort(kinds: &mut Vec<&'static Kind>) {
    let (mut wrapped, mut set) = (false, false);
    kinds.retain(|kind| kind.decorator.is_empty() || !std::mem::replace(&mut wrapped, true));
    kinds.retain(|kind| !kind.process_wide || !std::mem::replace(&mut set, true));
}

struct Maker<'a, 'b> {
    choice: Choice<'a, 'b>,
    kinds: Vec<&'static Kind>,
    /// The version of each binding; `None` once it is gone.
    versions: Vec<Option<u32>>,
}

impl<'a, 'b> Maker<'a, 'b> {
    fn new(mut choice: Choice<'a, 'b>, all: &[&'static Kind]) -> Self {
        let count = choice.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
        let mut kinds: Vec<_> = (0..count).map(|_| choice.pick(all)).collect();
        one_of_a_sort(&mut kinds);
        let versions = kinds.iter().map(|kind| kind.first()).collect();
        Maker { choice, kinds, versions }
    }

    fn make(mut self) -> Scenario {
        let permitted = self.kinds.iter().any(|kind| kind.support == Support::Permitted);
        let permission = self.choice.chance(if permitted { 95 } else { 20 });
        let kernels = self.kernels();
        let bindings = self.kinds.iter().enumerate();
        let bindings = bindings
            .map(|(at, kind)| Binding { kind: kind.name.to_owned(), name: format!("g{at}") });
        let bindings = bindings.collect();
        let events = self.events(kernels.len());
        let (schema, name) = (SCENARIO_SCHEMA, String::new());
        Scenario { schema, name, permission, bindings, kernels, events }
    }

    fn kernels(&mut self) -> Vec<Reader> {
        let count = self.choice.pick(&[1, 1, 1, 2]);
        (0..count).map(|at| self.kernel(at)).collect()
    }

    /// A kernel that reads some of the bindings, the first one all of them.
    fn kernel(&mut self, at: usize) -> Reader {
        let mut reads = Vec::new();
        for binding in 0..self.kinds.len() {
            if at == 0 || self.choice.chance(70) {
                reads.push(Read { binding, through_helper: self.choice.chance(20) });
            }
        }
        if reads.is_empty() {
            reads.push(Read { binding: 0, through_helper: false });
        }
        Reader { name: format!("k{at}"), reads }
    }

    fn events(&mut self, kernels: usize) -> Vec<Event> {
        let count = self.choice.between(2, 12) as usize;
        let mut events = vec![Event::Launch { kernel: 0, thread: false }];
        while events.len() + 1 < count {
            let event = self.event(kernels);
            events.extend(event);
        }
        let kernel = self.choice.index(kernels);
        events.push(Event::Launch { kernel, thread: self.choice.chance(10) });
        events
    }

    fn event(&mut self, kernels: usize) -> Option<Event> {
        Some(match self.choice.index(100) {
            0..40 => {
                let kernel = self.choice.index(kernels);
                let thread = self.choice.chance(10);
                match self.choice.chance(5) {
                    true => Event::Race { kernel },
                    false => Event::Launch { kernel, thread },
                }
            }
            40..86 => {
                let binding = self.choice.index(self.kinds.len());
                return self.change(binding);
            }
            86..92 => {
                for (version, kind) in self.versions.iter_mut().zip(&self.kinds) {
                    if !kind.is_passed() {
                        *version = kind.first();
                    }
                }
                match self.choice.chance(15) {
                    true => Event::Edit { edit: self.choice.pick(Edit::ALL) },
                    false => Event::Process { fresh: false },
                }
            }
            92..96 => Event::Forget { kernel: self.choice.index(kernels) },
            _ => {
                if self.kinds.iter().all(|kind| kind.side.is_empty()) {
                    return None;
                }
                for (version, kind) in self.versions.iter_mut().zip(&self.kinds) {
                    if kind.is_reloaded() {
                        *version = Some(0);
                    }
                }
                Event::Reload
            }
        })
    }

    fn change(&mut self, binding: usize) -> Option<Event> {
        let kind = self.kinds[binding];
        let version = self.choice.index(kind.versions() as usize) as u32;
        if kind.is_passed() && (kind.mutations.is_empty() || self.choice.chance(50)) {
            self.versions[binding] = Some(version);
            return Some(Event::Pass { binding, version });
        }
        let current = self.versions[binding];
        let fits = |mutation: &&Mutation| current.is_some() || mutation.creates();
        let fitting: Vec<_> = kind.mutations.iter().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let mutation = *self.choice.pick_ref(&fitting);
        let after = match mutation.effect {
            Effect::Changes | Effect::Shares => Some(version),
            Effect::Keeps | Effect::Moves | Effect::Spoils => current,
            Effect::Removes => None,
        };
        self.versions[binding] = after;
        let version = after.or(current).unwrap_or(0);
        Some(Event::Mutate { binding, mutation: mutation.name.to_owned(), version })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_has_one_wrapper_and_one_setting_of_the_process() {
        let tests: [fn(&Kind) -> bool; 2] = [|k| k.process_wide, |k| !k.decorator.is_empty()];
        for test in tests {
            let kinds: Vec<_> = KINDS.iter().copied().filter(|kind| test(kind)).collect();
            assert!(kinds.len() > 1);
            for index in 0..50 {
                assert_eq!(scenario_of(&kinds, 1, index).bindings.len(), 1);
            }
        }
    }
}
