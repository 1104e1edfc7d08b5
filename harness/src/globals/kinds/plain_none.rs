//! Kind `plain_none`: a global that may be None.

use super::super::{Kind, Support, Values, changes};

pub(super) const KIND: Kind = Kind {
    name: "plain_none",
    about: "a global that may be None",
    support: Support::Permitted,
    main: "{name} = {value}",
    read: "(109 if {name} is None else 110)",
    values: Values::Listed(&[("None", 109), ("0", 110), ("False", 110)]),
    mutations: &[changes("rebind", "{name} = {value}")],
    ..Kind::EMPTY
};
