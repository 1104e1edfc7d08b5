//! Kind `generator_holder`: an object that cannot be copied: it holds a generator.
//!
//! An object with such a field cannot be deep-copied, which `JITFunction` does to remember a
//! global.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "generator_holder",
    about: "an object that cannot be copied: it holds a generator",
    support: Support::Permitted,
    main: r#"class {name}_Type:
    def __init__(self, k):
        self.k, self.items = k, (i for i in range(3))

{name} = {name}_Type({value})"#,
    read: "{name}.k",
    mutations: &[changes("set", "{name}.k = {value}"), keeps("nothing", "pass")],
    ..Kind::EMPTY
};
