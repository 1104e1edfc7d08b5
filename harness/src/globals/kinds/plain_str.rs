//! Kind `plain_str`: a global that is a string.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_str",
    about: "a global that is a string",
    support: Support::Permitted,
    main: "{name} = {value}",
    read: "{cases:{name}}",
    values: Values::Strings,
    mutations: &[changes("rebind", "{name} = {value}"), keeps("rebind_equal", "{name} = {value}")],
    ..Kind::EMPTY
};
