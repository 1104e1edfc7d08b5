//! Kind `property`: a property of an object.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "property",
    about: "a property of an object",
    support: Support::Permitted,
    main: "{name}_store = [{value}]\n\nclass {name}_Type:\n    @property\n    def k(self):\n        return {name}_store[0]\n\n    def __eq__(self, other):\n        return isinstance(other, {name}_Type)\n\n{name} = {name}_Type()",
    read: "{name}.k",
    mutations: &[changes("set_behind", "{name}_store[0] = {value}")],
    ..Kind::EMPTY
};
