//! Kind `int_enum_argument`: a member of an IntEnum that is a constexpr argument.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "int_enum_argument",
    about: "a member of an IntEnum that is a constexpr argument",
    main: r#"import enum

class {name}_E(enum.IntEnum):
    A = 231
    B = 232"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    values: Values::Listed(&[
        ("{name}_E.A", 231),
        ("{name}_E.B", 232),
        ("231", 231),
        ("232.0", 232),
    ]),
    ..Kind::EMPTY
};
