//! Kind `partial_equality`: an attribute that its object leaves out when it is compared.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "partial_equality",
    about: "an attribute that its object leaves out when it is compared",
    support: Support::Permitted,
    main: "class {name}_Type:\n    def __init__(self, k):\n        self.k = k\n\n    def __eq__(self, other):\n        return isinstance(other, {name}_Type)\n\n{name} = {name}_Type({value})",
    read: "{name}.k",
    mutations: &[
        changes("set", "{name}.k = {value}"),
        changes("rebind", "{name} = {name}_Type({value})"),
    ],
    ..Kind::EMPTY
};
