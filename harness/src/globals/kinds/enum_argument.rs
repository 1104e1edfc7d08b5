//! Kind `enum_argument`: a member of an Enum that is a constexpr argument.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "enum_argument",
    about: "a member of an Enum that is a constexpr argument",
    main: r#"import enum

class {name}_E(enum.Enum):
    A = 221
    B = 222
    C = 223"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "{name}.value.value",
    values: Values::Listed(&[("{name}_E.A", 221), ("{name}_E.B", 222), ("{name}_E.C", 223)]),
    ..Kind::EMPTY
};
