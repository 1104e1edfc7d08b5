//! Kind `file_holder`: an object that cannot be copied: it holds an open file.
//!
//! An object with such a field cannot be deep-copied, which `JITFunction` does to remember a
//! global.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "file_holder",
    about: "an object that cannot be copied: it holds an open file",
    support: Support::Permitted,
    main: r#"import os

class {name}_Type:
    def __init__(self, k):
        self.k, self.file = k, open(os.devnull)

{name} = {name}_Type({value})"#,
    read: "{name}.k",
    mutations: &[changes("set", "{name}.k = {value}"), keeps("nothing", "pass")],
    ..Kind::EMPTY
};
