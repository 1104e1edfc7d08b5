//! Kind `redefined_enum`: a constexpr global that holds a member of an Enum, whose value changes.
//!
//! The key takes constexpr globals as `repr` gives them, and that names the member, not its value.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "redefined_enum",
    about: "a constexpr global that holds a member of an Enum, whose value changes",
    support: Support::Unspecified,
    main: r#"import enum

class {name}_E(enum.Enum):
    A = {value}

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)

{name} = tl.constexpr({name}_E.A)"#,
    read: "{name}.value.value",
    mutations: &[changes(
        "redefine_class",
        r#"class {name}_E(enum.Enum):
    A = {value}

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)

{name} = tl.constexpr({name}_E.A)"#,
    )],
    ..Kind::EMPTY
};
