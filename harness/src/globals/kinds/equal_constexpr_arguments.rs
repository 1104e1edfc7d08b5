//! Kind `equal_constexpr_arguments`: constexpr arguments that are equal and differ: 1, 1.0, True.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "equal_constexpr_arguments",
    about: "constexpr arguments that are equal and differ: 1, 1.0, True",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "(81 if (tl.program_id(0) * {name}).dtype == tl.float32 else 80)",
    values: Values::Listed(&[("1", 80), ("1.0", 81), ("True", 80)]),
    ..Kind::EMPTY
};
