//! Kind `plain_bool`: a global that is a bool.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_bool",
    about: "a global that is a bool",
    support: Support::Permitted,
    main: "{name} = {value}",
    read: "(75 if {name} else 74)",
    values: Values::Listed(&[("False", 74), ("True", 75)]),
    mutations: &[changes("rebind", "{name} = {value}"), keeps("rebind_equal", "{name} = {value}")],
    ..Kind::EMPTY
};
