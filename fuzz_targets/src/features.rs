//! What is told of the compiler: which operations follow which in the IR after each stage.
//!
//! libFuzzer keeps an input that sets a counter that none has set before. It takes counters of its own from
//! code that is compiled for it, which Triton is not; these are extra ones, in the section that it looks
//! for on Linux.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU8, Ordering};

/// A power of two, many times the features that are seen.
const SLOTS: usize = 1 << 16;

#[cfg_attr(target_os = "linux", unsafe(link_section = "__libfuzzer_extra_counters"))]
static COUNTERS: [AtomicU8; SLOTS] = [const { AtomicU8::new(0) }; SLOTS];

/// Counts what is in the text that a stage left.
pub fn observe(stage: &str, text: &str) {
    for pair in pairs(text) {
        count(&(stage, pair));
    }
}

/// Counts one feature.
pub fn count(feature: &impl Hash) {
    let mut hasher = DefaultHasher::new(); // the same in every process
    feature.hash(&mut hasher);
    let slot = usize::try_from(hasher.finish() % SLOTS as u64).unwrap_or(0);
    COUNTERS[slot].store(1, Ordering::Relaxed);
}

/// Operations that follow each other in an IR text.
fn pairs(text: &str) -> BTreeSet<(&str, &str)> {
    let names: Vec<&str> = text.lines().filter_map(operation).collect();
    names.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The operation that a line begins with, after the names of its results.
fn operation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.starts_with('%') {
        true => line.split_once(" = ")?.1,
        false => line,
    };
    let line = line.trim_start_matches('"');
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
    let name = &line[..end.unwrap_or(line.len())];
    let dialect = name.split_once('.')?.0;
    dialect.starts_with(|c: char| c.is_ascii_lowercase()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_told_from_the_rest() {
        let text = "#loc = loc(\"a.py\":1:2)\nmodule {\n  tt.func @k(%a: i32) {\n    \
                    %0, %1 = \"tt.reduce\"(%a) ({\n    %c:2 = scf.for %i = %a to %a {\n    \
                    tt.return loc(#loc)\n  }\n}\n";
        let expected =
            [("scf.for", "tt.return"), ("tt.func", "tt.reduce"), ("tt.reduce", "scf.for")];
        assert_eq!(pairs(text), BTreeSet::from(expected));
        let set = || COUNTERS.iter().filter(|slot| slot.load(Ordering::Relaxed) > 0).count();
        observe("ttir", text);
        assert_eq!(set(), 3);
        observe("ttgir", text);
        assert_eq!(set(), 6, "another stage is another feature");
    }
}
