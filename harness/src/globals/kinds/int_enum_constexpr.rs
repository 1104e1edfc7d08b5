//! Kind `int_enum_constexpr`: a constexpr global that holds a member of an IntEnum.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "int_enum_constexpr",
    about: "a constexpr global that holds a member of an IntEnum",
    main: r#"import enum

class {name}_E(enum.IntEnum):
    A = 211
    B = 212
    C = 213

{name} = tl.constexpr({value})"#,
    values: Values::Listed(&[("{name}_E.A", 211), ("{name}_E.B", 212), ("{name}_E.C", 213)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
        keeps("rebind_int", "{name} = tl.constexpr(int({name}.value))"),
    ],
    ..Kind::EMPTY
};
