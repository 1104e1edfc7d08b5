//! Kinds of Python state that a kernel's code is compiled from, what may be done to each, and what
//! that does to the value that a kernel reads.
//!
//! A *binding* is one object of a kind, under a name of its own, in one of the versions 0, 1, 2, ...
//! Each kind is one file and one registry line. Nothing here knows how Triton decides whether
//! compiled code may run again: only what would be right.

mod contained;
mod kinds;
mod text;

pub use kinds::{KINDS, find};
pub use text::Place;

/// Who promises that a use works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    /// Triton's documentation: constexpr globals, arguments, helper functions.
    Promised,
    /// Nothing says so, and nothing says no: functions that are defined anew or replaced while the
    /// program runs.
    Unspecified,
    /// Only with `TRITON_ALLOW_NON_CONSTEXPR_GLOBALS=1`, at the user's own risk.
    Permitted,
}

impl Support {
    /// In words, for reports.
    pub fn words(self) -> &'static str {
        match self {
            Support::Promised => "promised",
            Support::Unspecified => "not specified",
            Support::Permitted => "by permission only",
        }
    }
}

/// What the versions of a kind are: how each is written, and what a kernel that reads it stores.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Integers of a binding's own range, so that a value tells where it comes from.
    Ints,
    /// The same as floats.
    Floats,
    /// The same as strings: `"v1000"`.
    Strings,
    /// These, with the integer that is stored for each.
    Listed(&'static [(&'static str, i64)]),
}

/// What launches are told not to specialize on, in the options of `triton.jit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unspecialized {
    /// Nothing.
    Nothing,
    /// `do_not_specialize`
    Value,
    /// `do_not_specialize_on_alignment`
    Alignment,
}

/// What a mutation does to what kernels read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// They read another version.
    Changes,
    /// They read another version, from the same code: an argument of the same specialization.
    Shares,
    /// They read the same.
    Keeps,
    /// They read the same from another text or place: compiling anew is right, though not needed.
    Moves,
    /// There is nothing to read any more.
    Removes,
    /// They read the same, but what was compiled may be lost or damaged, for any kernel and from now
    /// on: compiling anew is right, and so is failing; other code is not.
    Spoils,
}

/// Something that can be done to a binding.
#[derive(Clone, Copy, Debug)]
pub struct Mutation {
    /// Its name, unique in its kind.
    pub name: &'static str,
    /// Python statements in the main module: a template as [`Kind::main`].
    pub code: &'static str,
    /// What it does to what kernels read.
    pub effect: Effect,
    /// Whether the runtime may record, as a launch does, what kernels read before or after it.
    pub records: bool,
}

impl Mutation {
    /// The same, where the runtime may record what kernels read.
    pub(in crate::globals) const fn recording(self) -> Mutation {
        Mutation { records: true, ..self }
    }

    /// Whether it makes what is gone.
    pub fn creates(&self) -> bool {
        let target = self.code.split(" = ").next().unwrap_or_default();
        self.effect == Effect::Changes && matches!(target, "{name}" | "ts_side.{name}")
    }

    /// Whether it defines functions anew, so that the same text stands elsewhere.
    pub fn redefines(&self) -> bool {
        self.code.contains("ts.define(")
    }
}

/// A kind of state. The texts are templates: `{name}` is the binding, `{value}` the version's
/// literal, and `{cases:EXPRESSION}` the stored integer of the version that the expression equals.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Who promises that it works.
    pub support: Support,
    /// Definitions in the main module.
    pub main: &'static str,
    /// Definitions in a module that the main one imports as `ts_side`.
    pub side: &'static str,
    /// A parameter of each kernel that reads it.
    pub parameter: &'static str,
    /// What a launch passes for the parameter; empty where a wrapper of the kernel does.
    pub argument: &'static str,
    /// A decorator of each kernel that reads it, above `@triton.jit`; `{kernel}` is the kernel.
    ///
    /// Wrappers (`triton.autotune`, hooks, copies) are kinds like the others, and not a property of
    /// kernels: each has state of its own, things that can be done to it, and an effect on what a
    /// launch reads, so that the generator, the table, the reducer and the judgement take them as
    /// they are.
    pub decorator: &'static str,
    /// Whether the decorator launches several kernels of the runtime in turns, each of which records
    /// what it reads on its own.
    pub several: bool,
    /// What a launch of the kernel without its decorator passes, so that it stores what is due; empty
    /// where that is [`Kind::argument`].
    pub undecorated: &'static str,
    /// Whether it is a setting of the whole process: two of them would be one, and each change is a
    /// reason to compile any kernel anew.
    pub process_wide: bool,
    /// What the launch is told not to specialize on.
    pub unspecialized: Unspecialized,
    /// For each version the first that has the same specialization, whose code it must share;
    /// empty: each version has code of its own.
    pub shares: &'static [u32],
    /// The expression that a kernel stores.
    pub read: &'static str,
    /// The versions.
    pub values: Values,
    /// Whether loading the side module again leaves it as it is.
    pub survives_reload: bool,
    /// Whether there is nothing to read at first.
    pub absent: bool,
    /// A Python expression that is true where Triton has what it needs; where it is not, the version
    /// does not support the kind. Empty for what all versions have.
    pub needs: &'static str,
    /// What can be done.
    pub mutations: &'static [Mutation],
}

impl Kind {
    /// A kind without parts, for the others to start from.
    pub(in crate::globals) const EMPTY: Kind = Kind {
        name: "",
        about: "",
        support: Support::Promised,
        main: "",
        side: "",
        parameter: "",
        argument: "",
        decorator: "",
        several: false,
        undecorated: "",
        process_wide: false,
        unspecialized: Unspecialized::Nothing,
        shares: &[],
        read: "{name}",
        values: Values::Ints,
        survives_reload: false,
        absent: false,
        needs: "",
        mutations: &[],
    };

    /// Whether a kernel gets it as an argument.
    pub fn is_argument(&self) -> bool {
        !self.parameter.is_empty()
    }

    /// Whether launches pass the version themselves.
    pub fn is_passed(&self) -> bool {
        self.argument.contains("{value}")
    }

    /// Whether a wrapper of the kernel passes it, so that one launch may try several values.
    pub fn is_tuned(&self) -> bool {
        self.is_argument() && !self.decorator.is_empty()
    }

    /// The version at first; `None` if there is nothing yet.
    pub fn first(&self) -> Option<u32> {
        if self.absent { None } else { Some(0) }
    }

    /// The first version whose code this one must share.
    pub fn code_of(&self, version: u32) -> u32 {
        self.shares.get(version as usize).copied().unwrap_or(version)
    }

    /// Whether loading the side module again brings version 0 back.
    pub fn is_reloaded(&self) -> bool {
        !self.side.is_empty() && !self.survives_reload
    }

    /// How many versions there are; at least 2.
    pub fn versions(&self) -> u32 {
        match self.values {
            Values::Listed(all) => all.len() as u32,
            _ => 4,
        }
    }
}

/// A mutation that makes kernels read another version.
pub(in crate::globals) const fn changes(name: &'static str, code: &'static str) -> Mutation {
    Mutation { name, code, effect: Effect::Changes, records: false }
}

/// A mutation after which kernels read the same.
pub(in crate::globals) const fn keeps(name: &'static str, code: &'static str) -> Mutation {
    Mutation { name, code, effect: Effect::Keeps, records: false }
}

/// A mutation after which kernels read the same from elsewhere.
pub(in crate::globals) const fn moves(name: &'static str, code: &'static str) -> Mutation {
    Mutation { name, code, effect: Effect::Moves, records: false }
}

/// A mutation after which there is nothing to read.
pub(in crate::globals) const fn removes(name: &'static str, code: &'static str) -> Mutation {
    Mutation { name, code, effect: Effect::Removes, records: false }
}

/// A mutation that damages what was compiled.
pub(in crate::globals) const fn spoils(name: &'static str, code: &'static str) -> Mutation {
    Mutation { name, code, effect: Effect::Spoils, records: false }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_every_kind_can_change() {
        let names: BTreeSet<_> = KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), KINDS.len());
        for kind in KINDS {
            assert!(std::ptr::eq(find(kind.name).unwrap(), *kind));
            assert!(!kind.about.is_empty() && kind.versions() >= 2, "{}", kind.name);
            let own: BTreeSet<_> = kind.mutations.iter().map(|mutation| mutation.name).collect();
            assert_eq!(own.len(), kind.mutations.len(), "{}", kind.name);
            let changes = kind.mutations.iter().any(|m| m.effect == Effect::Changes);
            assert!(changes || kind.is_passed(), "{}", kind.name);
            assert!(kind.is_argument() || kind.argument.is_empty(), "{}", kind.name);
            let wrapped = kind.undecorated.is_empty() && !kind.several;
            assert!(!kind.decorator.is_empty() || wrapped, "{}", kind.name);
            assert!(kind.shares.is_empty() || kind.shares.len() == kind.versions() as usize);
            assert!(
                kind.shares.iter().all(|first| kind.code_of(*first) == *first),
                "{}",
                kind.name
            );
        }
    }
}
