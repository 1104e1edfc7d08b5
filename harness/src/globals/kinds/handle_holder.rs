//! Kind `handle_holder`: an object that cannot be copied: it holds a native pointer.
//!
//! An object with such a field cannot be deep-copied, which `JITFunction` does to remember a
//! global.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "handle_holder",
    about: "an object that cannot be copied: it holds a native pointer",
    support: Support::Permitted,
    main: r#"import ctypes

class {name}_Type:
    def __init__(self, k):
        self.k, self.handle = k, ctypes.pointer(ctypes.c_int(k))

{name} = {name}_Type({value})"#,
    read: "{name}.k",
    mutations: &[changes("set", "{name}.k = {value}"), keeps("nothing", "pass")],
    ..Kind::EMPTY
};
