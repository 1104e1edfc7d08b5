//! Kind `constexpr_argument`: an int constexpr argument.

use super::super::Kind;

pub(super) const KIND: Kind = Kind {
    name: "constexpr_argument",
    about: "an int constexpr argument",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    ..Kind::EMPTY
};
