//! Kind `do_not_specialize_on_alignment`: an integer argument of a kernel that is not to specialize on its divisibility.

use super::super::{Kind, Unspecialized, Values};

pub(super) const KIND: Kind = Kind {
    name: "do_not_specialize_on_alignment",
    about: "an integer argument of a kernel that is not to specialize on its divisibility",
    parameter: "{name}",
    argument: "{name}={value}",
    unspecialized: Unspecialized::Alignment,
    read: "tl.cast({name} + tl.program_id(0), tl.int32)",
    values: Values::Listed(&[
        ("1", 1),
        ("16", 16),
        ("17", 17),
        ("32", 32),
        ("2147483648", -2147483648),
    ]),
    shares: &[0, 1, 1, 1, 4],
    ..Kind::EMPTY
};
