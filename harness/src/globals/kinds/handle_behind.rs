//! Kind `handle_behind`: an object that reads memory through a native handle.
//!
//! Its fields stay the same, so no comparison and no copy can see the change: Triton cannot know.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "handle_behind",
    about: "an object that reads memory through a native handle",
    support: Support::Permitted,
    main: r#"import ctypes

class {name}_Type:
    def __init__(self, handle):
        self.handle = handle

    @property
    def k(self):
        return ctypes.c_int.from_address(self.handle).value

    def __eq__(self, other):
        return self.handle == other.handle

{name}_memory = ctypes.c_int({value})
{name} = {name}_Type(ctypes.addressof({name}_memory))"#,
    read: "{name}.k",
    mutations: &[
        changes("set", "{name}_memory.value = {value}"),
        keeps("set_equal", "{name}_memory.value = {value}"),
    ],
    ..Kind::EMPTY
};
