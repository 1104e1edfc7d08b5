//! Kind `redefined_enum`: a constexpr global that holds a member of an Enum, whose value changes.
//!
//! The key takes constexpr globals as `repr` gives them, and that names the member, not its value.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "redefined_enum",
    about: "a constexpr global that holds a member of an Enum, whose value changes",
    main: r#"import enum

{name}_E = enum.Enum("E", {"A": {value}})
{name} = tl.constexpr({name}_E.A)"#,
    read: "{name}.value.value",
    mutations: &[changes(
        "redefine_class",
        r#"{name}_E = enum.Enum("E", {"A": {value}})
{name} = tl.constexpr({name}_E.A)"#,
    )],
    ..Kind::EMPTY
};
