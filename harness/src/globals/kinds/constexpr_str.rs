//! Kind `constexpr_str`: a constexpr global that holds a string.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_str",
    about: "a constexpr global that holds a string",
    main: "{name} = tl.constexpr({value})",
    read: "{cases:{name}}",
    values: Values::Strings,
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", r#"{name} = tl.constexpr("".join({value}))"#),
    ],
    ..Kind::EMPTY
};
