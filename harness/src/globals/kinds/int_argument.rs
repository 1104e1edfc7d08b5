//! Kind `int_argument`: an integer argument, which Triton specializes to 1, multiples of 16 and others.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "int_argument",
    about: "an integer argument, which Triton specializes to 1, multiples of 16 and others",
    parameter: "{name}",
    argument: "{name}={value}",
    values: Values::Listed(&[
        ("1", 1),
        ("16", 16),
        ("17", 17),
        ("32", 32),
        ("0", 0),
        ("2147483632", 2147483632),
        ("-16", -16),
    ]),
    shares: &[0, 1, 2, 1, 1, 1, 1],
    ..Kind::EMPTY
};
