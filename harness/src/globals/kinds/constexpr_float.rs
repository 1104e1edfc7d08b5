//! Kind `constexpr_float`: a constexpr global that holds a float.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_float",
    about: "a constexpr global that holds a float",
    main: "{name} = tl.constexpr({value})",
    values: Values::Floats,
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
