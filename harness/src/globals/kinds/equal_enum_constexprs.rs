//! Kind `equal_enum_constexprs`: constexpr globals of two IntEnums that are equal and differ.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "equal_enum_constexprs",
    about: "constexpr globals of two IntEnums that are equal and differ",
    support: Support::Unspecified,
    main: r#"import enum

class {name}_E(enum.IntEnum):
    A = 1
    k = property(lambda self: 243)

class {name}_F(enum.IntEnum):
    A = 1
    k = property(lambda self: 244)

{name} = tl.constexpr({value})"#,
    read: "{name}.value.k",
    values: Values::Listed(&[("{name}_E.A", 243), ("{name}_F.A", 244)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
