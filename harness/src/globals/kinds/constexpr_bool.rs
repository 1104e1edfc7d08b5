//! Kind `constexpr_bool`: a constexpr global that holds a bool.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_bool",
    about: "a constexpr global that holds a bool",
    main: "{name} = tl.constexpr({value})",
    read: "(71 if {name} else 70)",
    values: Values::Listed(&[("False", 70), ("True", 71)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
