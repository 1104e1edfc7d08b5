//! Modules of TTGIR: data that goes from layout to layout.
//!
//! A module has a few *lines*: an origin makes a tensor, steps take it from one layout to another, by
//! registers, lanes, warps or shared memory, and the end is stored. Kernels in Python reach little of
//! what these operations are lowered to, because the compiler chooses their layouts. Nothing rounds, no
//! access is out of bounds, and nothing is undefined, so whoever executes a module must leave the same.

mod builder;
mod draw;
mod layout;
mod memory;
mod origins;
mod shared;
mod steps;

use arbitrary::Unstructured;

use super::choice::Choice;
use super::random;
use crate::testcase::ttgir::{TTGIR_SCHEMA, TtgirCase};
use builder::Builder;
use draw::Machine;
use origins::ORIGINS;
use steps::STEPS;

/// The public function of each module.
const FUNCTION: &str = "layouts";
/// Origins that are drawn until one fits.
const TRIES: usize = 10;

/// The names of what modules are made of: origins, then steps.
pub fn families() -> impl Iterator<Item = &'static str> {
    ORIGINS.iter().map(|origin| origin.name).chain(STEPS.iter().map(|step| step.name))
}

/// Module `index` of `seed` for a GPU of that compute capability, such as 90: a function of these numbers
/// alone.
pub fn ttgir(seed: u64, index: u64, capability: u32) -> TtgirCase {
    // Not the bytes of the kernel of that number.
    let bytes = random(!seed, index);
    let mut unstructured = Unstructured::new(&bytes);
    let mut choice = Choice::new(&mut unstructured);
    let machine = Machine { capability, warps: choice.pick(&[4, 1, 2, 8]) };
    let mut builder = Builder::new(choice, machine);
    let mut all = Vec::new();
    for number in 0..builder.choice.between(1, 2) {
        all.extend(line(&mut builder, number));
    }
    TtgirCase {
        schema: TTGIR_SCHEMA,
        name: format!("s{seed}-t{index}-sm{capability}"),
        function: FUNCTION.to_owned(),
        capability,
        num_warps: machine.warps,
        families: all.into_iter().map(str::to_owned).collect(),
        text: builder.text(FUNCTION),
        buffers: builder.buffers,
    }
}

/// Writes one line; what it is made of, which the buffer that it ends in is named after.
fn line(builder: &mut Builder<'_, '_>, number: i64) -> Vec<&'static str> {
    let drawn = (0..TRIES).find_map(|_| {
        let origin = builder.choice.pick_ref(ORIGINS);
        Some((origin.name, (origin.make)(builder)?))
    });
    let Some((name, mut value)) = drawn else { return Vec::new() };
    let mut path = vec![name];
    for _ in 0..builder.choice.between(1, 4) {
        let step = builder.choice.pick_ref(STEPS);
        if let Some(next) = (step.take)(builder, value.clone()) {
            value = next;
            path.push(step.name);
        }
    }
    let words: Vec<_> = path.iter().map(|word| word.replace('-', "_")).collect();
    builder.store(value, format!("o{number}_{}", words.join("_")));
    path
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_every_family_occurs() {
        let names: Vec<_> = families().collect();
        let unique: BTreeSet<_> = names.iter().copied().collect();
        assert_eq!(unique.len(), names.len());
        let made = (0..300).flat_map(|index| ttgir(1, index, 90).families);
        let made: BTreeSet<String> = made.collect();
        let missing: Vec<_> = unique.iter().filter(|name| !made.contains(**name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn every_layout_occurs() {
        let text: String = (0..200).map(|index| ttgir(2, index, 90).text).collect();
        let layouts = [
            "#ttg.blocked<",
            "#ttg.slice<",
            "#ttg.linear<",
            "#ttg.nvidia_mma<{versionMajor = 2",
            "#ttg.nvidia_mma<{versionMajor = 3",
            "#ttg.dot_op<",
            "#ttg.swizzled_shared<",
            "#ttg.nvmma_shared<",
            "#ttg.padded_shared<",
        ];
        let missing: Vec<_> = layouts.into_iter().filter(|name| !text.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn modules_keep_to_their_target() {
        for index in 0..200 {
            let case = ttgir(3, index, 80);
            assert_eq!(case.check(), Ok(()));
            assert!(case.text.contains("ttg.target = \"cuda:80\""));
            for hopper in ["versionMajor = 3", "ttng."] {
                assert!(!case.text.contains(hopper), "{}", case.text);
            }
        }
    }
}
