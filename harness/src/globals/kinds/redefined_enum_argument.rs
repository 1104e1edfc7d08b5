//! Kind `redefined_enum_argument`: a member of an Enum that is a constexpr argument, whose value
//! changes.
//!
//! The key on disk takes constexpr arguments as `str` gives them, and that names the member, not
//! its value.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "redefined_enum_argument",
    about: "a member of an Enum that is a constexpr argument, whose value changes",
    support: Support::Unspecified,
    main: r#"import enum

{name}_E = enum.Enum("E", {"A": {value}})"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={name}_E.A",
    read: "{name}.value.value",
    mutations: &[changes("redefine_class", r#"{name}_E = enum.Enum("E", {"A": {value}})"#)],
    ..Kind::EMPTY
};
