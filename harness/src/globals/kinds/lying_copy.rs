//! Kind `lying_copy`: an object whose copy is itself.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "lying_copy",
    about: "an object whose copy is itself",
    support: Support::Permitted,
    main: "class {name}_Type:\n    def __init__(self, k):\n        self.k = k\n\n    def __eq__(self, other):\n        return self.k == other.k\n\n    def __deepcopy__(self, memo):\n        return self\n\n{name} = {name}_Type({value})",
    read: "{name}.k",
    mutations: &[
        changes("set", "{name}.k = {value}"),
        changes("rebind", "{name} = {name}_Type({value})"),
    ],
    ..Kind::EMPTY
};
