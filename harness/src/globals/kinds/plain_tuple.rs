//! Kind `plain_tuple`: a global tuple of ints.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_tuple",
    about: "a global tuple of ints",
    support: Support::Permitted,
    main: "{name} = (0, {value})",
    read: "{name}[1]",
    mutations: &[
        changes("rebind", "{name} = (0, {value})"),
        keeps("rebind_equal", "{name} = (0, {value})"),
    ],
    ..Kind::EMPTY
};
