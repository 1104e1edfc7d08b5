//! Kind `nested_list`: a list in a global list.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "nested_list",
    about: "a list in a global list",
    support: Support::Permitted,
    main: "{name} = [[0, {value}]]",
    read: "{name}[0][1]",
    mutations: &[
        changes("in_place", "{name}[0][1] = {value}"),
        changes("rebind_inner", "{name}[0] = [0, {value}]"),
        keeps("rebind_equal", "{name} = [[0, {value}]]"),
    ],
    ..Kind::EMPTY
};
