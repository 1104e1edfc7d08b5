//! Kind `plain_enum`: a global that is a member of an Enum.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_enum",
    about: "a global that is a member of an Enum",
    support: Support::Permitted,
    main: r#"import enum

class {name}_E(enum.Enum):
    A = 251
    B = 252

{name} = {value}"#,
    read: "{name}.value",
    values: Values::Listed(&[("{name}_E.A", 251), ("{name}_E.B", 252)]),
    mutations: &[changes("rebind", "{name} = {value}"), keeps("rebind_equal", "{name} = {value}")],
    ..Kind::EMPTY
};
