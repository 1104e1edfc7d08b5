//! Kind `bool_argument`: a bool argument.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "bool_argument",
    about: "a bool argument",
    parameter: "{name}",
    argument: "{name}={value}",
    read: "tl.where({name}, 83, 84)",
    values: Values::Listed(&[("True", 83), ("False", 84)]),
    shares: &[0, 0],
    ..Kind::EMPTY
};
