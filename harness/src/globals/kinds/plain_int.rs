//! Kind `plain_int`: a global that is an int.

use super::super::{Kind, Support, changes, keeps, removes};

pub(super) const KIND: Kind = Kind {
    name: "plain_int",
    about: "a global that is an int",
    support: Support::Permitted,
    main: "{name} = {value}",
    mutations: &[
        changes("rebind", "{name} = {value}"),
        keeps("rebind_equal", "{name} = {value}"),
        removes("delete", "del {name}"),
    ],
    ..Kind::EMPTY
};
