//! Kind `numpy_constexpr_arguments`: constexpr arguments that are equal and differ, some of them
//! numpy scalars.

use super::super::{Kind, Support, Values};

pub(super) const KIND: Kind = Kind {
    name: "numpy_constexpr_arguments",
    about: "constexpr arguments that are equal and differ, some of them numpy scalars",
    support: Support::Unspecified,
    main: "import numpy",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "(85 if (tl.program_id(0) * {name}).dtype == tl.float32 else 86)",
    values: Values::Listed(&[("1", 86), ("numpy.float64(1)", 85), ("1.0", 85)]),
    ..Kind::EMPTY
};
