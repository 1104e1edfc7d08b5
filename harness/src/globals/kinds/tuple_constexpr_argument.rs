//! Kind `tuple_constexpr_argument`: a tuple that is a constexpr argument.

use super::super::Kind;

pub(super) const KIND: Kind = Kind {
    name: "tuple_constexpr_argument",
    about: "a tuple that is a constexpr argument",
    parameter: "{name}: tl.constexpr",
    argument: "{name}=(0, {value})",
    read: "{name}[1]",
    ..Kind::EMPTY
};
