//! Kind `plain_list`: a global list.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_list",
    about: "a global list",
    support: Support::Permitted,
    main: "{name} = [0, {value}]",
    read: "{name}[1]",
    mutations: &[
        changes("rebind", "{name} = [0, {value}]"),
        changes("in_place", "{name}[1] = {value}"),
        keeps("rebind_equal", "{name} = [0, {value}]"),
        keeps("append", "{name}.append(7)"),
    ],
    ..Kind::EMPTY
};
