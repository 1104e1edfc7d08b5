//! Kind `constexpr_int`: a constexpr global.

use super::super::{Kind, changes, keeps, removes};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_int",
    about: "a constexpr global",
    main: "{name} = tl.constexpr({value})",
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
        removes("delete", "del {name}"),
    ],
    ..Kind::EMPTY
};
