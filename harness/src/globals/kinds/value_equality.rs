//! Kind `value_equality`: an attribute of an object that is compared by value.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "value_equality",
    about: "an attribute of an object that is compared by value",
    support: Support::Permitted,
    main: "class {name}_Type:\n    def __init__(self, k):\n        self.k = k\n\n    def __eq__(self, other):\n        return self.k == other.k\n\n{name} = {name}_Type({value})",
    read: "{name}.k",
    mutations: &[
        changes("set", "{name}.k = {value}"),
        changes("rebind", "{name} = {name}_Type({value})"),
        keeps("rebind_equal", "{name} = {name}_Type({value})"),
    ],
    ..Kind::EMPTY
};
