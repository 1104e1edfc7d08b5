//! Kind `callable_argument`: a constexpr argument that can be called and is compared and printed by
//! value.

use super::super::{Kind, Support};

pub(super) const KIND: Kind = Kind {
    name: "callable_argument",
    about: "a constexpr argument that can be called and is compared and printed by value",
    support: Support::Unspecified,
    main: r#"import dataclasses

@dataclasses.dataclass(frozen=True)
class {name}_Type:
    k: int

    def __call__(self):
        return self.k"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={name}_Type({value})",
    read: "{name}()",
    ..Kind::EMPTY
};
