//! Kind `joined_arguments`: two constexpr strings that, joined by a hyphen, give the same.
//!
//! The key on disk joins constexpr arguments by hyphens, so "a-b", "c" and "a", "b-c" are one.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "joined_arguments",
    about: "two constexpr strings that, joined by a hyphen, give the same",
    parameter: "{name}_x: tl.constexpr, {name}_y: tl.constexpr",
    argument: "**{value}",
    read: r#"(107 if {name}_y == "c" else 108)"#,
    values: Values::Listed(&[
        (r#"dict({name}_x="a-b", {name}_y="c")"#, 107),
        (r#"dict({name}_x="a", {name}_y="b-c")"#, 108),
    ]),
    ..Kind::EMPTY
};
