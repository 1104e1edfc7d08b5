//! Kind `mixed_argument`: an argument that is None, an integer, a bool or a float.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "mixed_argument",
    about: "an argument that is None, an integer, a bool or a float",
    parameter: "{name}",
    argument: "{name}={value}",
    read: "(70 if {name} is None else tl.cast({name} * 2 + tl.program_id(0), tl.int32))",
    values: Values::Listed(&[
        ("None", 70),
        ("1", 2),
        ("16", 32),
        ("2.5", 5),
        ("17", 34),
        ("1.0", 2),
        ("True", 2),
    ]),
    shares: &[0, 1, 2, 3, 4, 3, 6],
    ..Kind::EMPTY
};
