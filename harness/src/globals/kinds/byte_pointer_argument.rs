//! Kind `byte_pointer_argument`: a pointer to bytes, at any address.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "byte_pointer_argument",
    about: "a pointer to bytes, at any address",
    parameter: "{name}",
    argument: "{name}=ts.pointer_at({value}, \"i8\")",
    read: "({name}.to(tl.int64) - 0x20000).to(tl.int32)",
    values: Values::Listed(&[
        ("0x20001", 1),
        ("0x2000f", 15),
        ("0x20010", 16),
        ("0x20020", 32),
        ("0x20008", 8),
    ]),
    shares: &[0, 0, 2, 2, 0],
    ..Kind::EMPTY
};
