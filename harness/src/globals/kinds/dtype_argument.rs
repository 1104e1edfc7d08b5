//! Kind `dtype_argument`: a dtype that is a constexpr argument, once made anew.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "dtype_argument",
    about: "a dtype that is a constexpr argument, once made anew",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "tl.full((), 65792, tl.int32).to({name}).to(tl.int32)",
    values: Values::Listed(&[
        ("tl.int8", 0),
        ("tl.int16", 256),
        (r#"tl.dtype("int16")"#, 256),
        ("tl.int32", 65792),
    ]),
    ..Kind::EMPTY
};
