//! Kind `dataclass_argument`: a constexpr argument that is a frozen dataclass.

use super::super::{Kind, Support};

pub(super) const KIND: Kind = Kind {
    name: "dataclass_argument",
    about: "a constexpr argument that is a frozen dataclass",
    support: Support::Unspecified,
    main: r#"import dataclasses

@dataclasses.dataclass(frozen=True)
class {name}_Type:
    k: int"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={name}_Type({value})",
    read: "{name}.value.k",
    ..Kind::EMPTY
};
