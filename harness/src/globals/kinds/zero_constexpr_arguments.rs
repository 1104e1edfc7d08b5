//! Kind `zero_constexpr_arguments`: constexpr arguments that are equal and differ: 0.0, -0.0.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "zero_constexpr_arguments",
    about: "constexpr arguments that are equal and differ: 0.0, -0.0",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "(tl.full((), {name}, tl.float32).to(tl.int32, bitcast=True) >> 31)",
    values: Values::Listed(&[("0.0", 0), ("-0.0", -1)]),
    ..Kind::EMPTY
};
