//! Kind `tuple_with_list`: a list in a global tuple.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "tuple_with_list",
    about: "a list in a global tuple",
    support: Support::Permitted,
    main: "{name} = (0, [{value}])",
    read: "{name}[1][0]",
    mutations: &[
        changes("in_place", "{name}[1][0] = {value}"),
        keeps("rebind_equal", "{name} = (0, [{value}])"),
    ],
    ..Kind::EMPTY
};
