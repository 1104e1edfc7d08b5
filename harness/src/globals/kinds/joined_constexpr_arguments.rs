//! Kind `joined_constexpr_arguments`: two strings that are constexpr arguments, and are the same when joined.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "joined_constexpr_arguments",
    about: "two strings that are constexpr arguments, and are the same when joined",
    parameter: "{name}_a: tl.constexpr, {name}_b: tl.constexpr",
    argument: "{name}_a={value}[0], {name}_b={value}[1]",
    read: "(93 if {name}_a == 'x' else 94)",
    values: Values::Listed(&[(r#"("x", "y-z")"#, 93), (r#"("x-y", "z")"#, 94)]),
    ..Kind::EMPTY
};
