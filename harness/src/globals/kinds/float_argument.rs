//! Kind `float_argument`: a float argument, on whose value Triton does not specialize.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "float_argument",
    about: "a float argument, on whose value Triton does not specialize",
    parameter: "{name}",
    argument: "{name}={value}",
    read: "tl.cast({name} * 4, tl.int32)",
    values: Values::Listed(&[("1.0", 4), ("16.0", 64), ("2.5", 10), ("0.0", 0), ("-0.25", -1)]),
    shares: &[0, 0, 0, 0, 0],
    ..Kind::EMPTY
};
