//! Kind `constexpr_tuple`: a constexpr global that holds a tuple.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_tuple",
    about: "a constexpr global that holds a tuple",
    main: "{name} = tl.constexpr((0, {value}))",
    read: "{name}[1]",
    mutations: &[
        changes("rebind", "{name} = tl.constexpr((0, {value}))"),
        keeps("rebind_equal", "{name} = tl.constexpr((0, {value}))"),
    ],
    ..Kind::EMPTY
};
