//! Kind `tuple_argument`: a tuple argument, whose elements Triton specializes one by one.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "tuple_argument",
    about: "a tuple argument, whose elements Triton specializes one by one",
    parameter: "{name}",
    argument: "{name}={value}",
    read: "tl.cast({name}[0] * 100 + {name}[1] + tl.program_id(0), tl.int32)",
    values: Values::Listed(&[
        ("(1, 16)", 116),
        ("(16, 1)", 1601),
        ("(17, 1)", 1701),
        ("(16, 16)", 1616),
        ("(17, 17)", 1717),
        ("(32, 16)", 3216),
        ("(1, 48)", 148),
    ]),
    shares: &[0, 1, 2, 3, 4, 3, 0],
    ..Kind::EMPTY
};
