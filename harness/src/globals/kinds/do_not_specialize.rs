//! Kind `do_not_specialize`: an integer argument of a kernel that is not to specialize on it.

use super::super::{Kind, Unspecialized, Values};

pub(super) const KIND: Kind = Kind {
    name: "do_not_specialize",
    about: "an integer argument of a kernel that is not to specialize on it",
    parameter: "{name}",
    argument: "{name}={value}",
    unspecialized: Unspecialized::Value,
    read: "tl.cast({name} + tl.program_id(0), tl.int32)",
    values: Values::Listed(&[
        ("1", 1),
        ("16", 16),
        ("17", 17),
        ("2147483648", -2147483648),
        ("0", 0),
        ("-1", -1),
    ]),
    shares: &[0, 0, 0, 3, 0, 0],
    ..Kind::EMPTY
};
