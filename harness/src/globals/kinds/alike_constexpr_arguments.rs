//! Kind `alike_constexpr_arguments`: constexpr arguments that differ and are written alike: 1, "1".

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "alike_constexpr_arguments",
    about: "constexpr arguments that differ and are written alike: 1, \"1\"",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "(91 if {name} == 1 else 92)",
    values: Values::Listed(&[("1", 91), (r#""1""#, 92)]),
    ..Kind::EMPTY
};
