//! Kinds of which nothing is left in a process when their modules are taken away and the environment
//! and the settings of Triton are put back.

use super::Kind;

/// Modules whose import leaves nothing behind and whose use changes nothing of the process but what is
/// put back.
const HARMLESS: &[&str] = &[
    "collections",
    "copy",
    "ctypes",
    "dataclasses",
    "enum",
    "glob",
    "importlib",
    "inspect",
    "linecache",
    "os",
    "sys",
    "threading",
    "triton.runtime.errors",
    "triton.runtime.jit",
    "ts_side",
    "types",
];

/// What belongs to the whole process, although no import shows it.
const OF_THE_PROCESS: &[&str] =
    &["_hook.add", "_async_compile", "seteuid", "sys.path", "sys.meta_path"];

impl Kind {
    /// Whether it is one of them, as far as its text tells.
    pub fn is_contained(&self) -> bool {
        let mutations = self.mutations.iter().map(|mutation| mutation.code);
        let own = [self.main, self.side, self.decorator, self.read, self.argument];
        own.into_iter().chain(mutations).all(is_harmless)
    }
}

fn is_harmless(text: &str) -> bool {
    let harmless = |module: &str| HARMLESS.contains(&module);
    text.lines().all(|line| imported(line).all(harmless))
        && !OF_THE_PROCESS.iter().any(|name| text.contains(name))
}

/// The modules that a line of Python imports.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim_start();
    let from = line.strip_prefix("from ").and_then(|rest| rest.split(" import ").next());
    let all = line.strip_prefix("import ").map(|rest| rest.split(", "));
    let parts = from.into_iter().chain(all.into_iter().flatten());
    parts.map(|part| part.split(" as ").next().unwrap_or(part).trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::globals::{KINDS, find};

    #[test]
    fn what_a_line_imports_is_read() {
        let of = |line| imported(line).collect::<Vec<_>>();
        assert_eq!(of("import inspect, os"), ["inspect", "os"]);
        assert_eq!(of("    import ts_side as other"), ["ts_side"]);
        assert_eq!(of("from triton.runtime.jit import KernelInterface"), ["triton.runtime.jit"]);
        assert!(of("important = 1").is_empty());
    }

    #[test]
    fn kinds_that_change_the_process_are_not_contained() {
        for name in ["async_compile", "disk_cache", "launch_hooks", "numpy_constexpr_arguments"] {
            assert!(!find(name).unwrap().is_contained(), "{name}");
        }
        for name in ["constexpr_int", "debug_knob", "file_behind", "autotune_by_key"] {
            assert!(find(name).unwrap().is_contained(), "{name}");
        }
        let contained = KINDS.iter().filter(|kind| kind.is_contained()).count();
        assert!(contained * 10 > KINDS.len() * 9, "{contained} of {}", KINDS.len());
    }
}
