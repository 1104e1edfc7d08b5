//! Kind `plain_float`: a global that is a float.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_float",
    about: "a global that is a float",
    support: Support::Permitted,
    main: "{name} = {value}",
    values: Values::Floats,
    mutations: &[changes("rebind", "{name} = {value}"), keeps("rebind_equal", "{name} = {value}")],
    ..Kind::EMPTY
};
