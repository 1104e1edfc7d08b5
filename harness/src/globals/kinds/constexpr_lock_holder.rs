//! Kind `constexpr_lock_holder`: a constexpr global that holds an object that cannot be copied.
//!
//! An object with such a field cannot be deep-copied, which `JITFunction` does to remember a
//! global.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_lock_holder",
    about: "a constexpr global that holds an object that cannot be copied",
    support: Support::Unspecified,
    main: r#"import threading

class {name}_Type:
    def __init__(self, k):
        self.k, self.lock = k, threading.Lock()

    def __repr__(self):
        return f"{self.k}"

{name} = tl.constexpr({name}_Type({value}))"#,
    read: "{name}.value.k",
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({name}_Type({value}))"),
        keeps("nothing", "pass"),
    ],
    ..Kind::EMPTY
};
