//! Kind `int_enum_plain_argument`: a member of an IntEnum that is an argument and no constexpr.

use super::super::{Kind, Support, Values};

pub(super) const KIND: Kind = Kind {
    name: "int_enum_plain_argument",
    about: "a member of an IntEnum that is an argument and no constexpr",
    support: Support::Unspecified,
    main: r#"import enum

class {name}_E(enum.IntEnum):
    A = 1
    B = 16
    C = 17"#,
    parameter: "{name}",
    argument: "{name}={value}",
    values: Values::Listed(&[
        ("{name}_E.A", 1),
        ("{name}_E.B", 16),
        ("{name}_E.C", 17),
        ("16", 16),
    ]),
    ..Kind::EMPTY
};
