//! Kind `str_constexpr_argument`: a string that is a constexpr argument.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "str_constexpr_argument",
    about: "a string that is a constexpr argument",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "{cases:{name}}",
    values: Values::Strings,
    ..Kind::EMPTY
};
