//! Kind `enum_constexpr`: a constexpr global that holds a member of an Enum.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "enum_constexpr",
    about: "a constexpr global that holds a member of an Enum",
    main: r#"import enum

class {name}_E(enum.Enum):
    A = 201
    B = 202
    C = 203

{name} = tl.constexpr({value})"#,
    read: "{name}.value.value",
    values: Values::Listed(&[("{name}_E.A", 201), ("{name}_E.B", 202), ("{name}_E.C", 203)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
