//! Kind `equal_enum_arguments`: constexpr arguments of two IntEnums that are equal and differ.
//!
//! Nothing says how an object of a type of the user's own is told from another.

use super::super::{Kind, Support, Values};

pub(super) const KIND: Kind = Kind {
    name: "equal_enum_arguments",
    about: "constexpr arguments of two IntEnums that are equal and differ",
    support: Support::Unspecified,
    main: r#"import enum

class {name}_E(enum.IntEnum):
    A = 1
    k = property(lambda self: 241)

class {name}_F(enum.IntEnum):
    A = 1
    k = property(lambda self: 242)"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "{name}.value.k",
    values: Values::Listed(&[("{name}_E.A", 241), ("{name}_F.A", 242)]),
    ..Kind::EMPTY
};
