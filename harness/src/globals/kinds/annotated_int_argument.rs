//! Kind `annotated_int_argument`: an integer argument that is declared `tl.int64`.

use super::super::{Kind, Support, Values};

pub(super) const KIND: Kind = Kind {
    name: "annotated_int_argument",
    about: "an integer argument that is declared `tl.int64`",
    // Nothing says that a declared type keeps 1 from being told apart.
    support: Support::Unspecified,
    parameter: "{name}: tl.int64",
    argument: "{name}={value}",
    read: "tl.cast({name} + tl.program_id(0), tl.int32)",
    values: Values::Listed(&[("1", 1), ("16", 16), ("17", 17), ("32", 32), ("4294967297", 1)]),
    shares: &[0, 1, 0, 1, 0],
    ..Kind::EMPTY
};
