//! Kind `instance_attribute`: an attribute of an object that is compared by identity.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "instance_attribute",
    about: "an attribute of an object that is compared by identity",
    support: Support::Permitted,
    main: "class {name}_Type:\n    def __init__(self, k):\n        self.k = k\n\n{name} = {name}_Type({value})",
    read: "{name}.k",
    mutations: &[
        changes("set", "{name}.k = {value}"),
        keeps("set_another", "{name}.other = 5"),
        keeps("rebind_equal", "{name} = {name}_Type({value})"),
    ],
    ..Kind::EMPTY
};
