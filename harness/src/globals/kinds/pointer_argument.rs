//! Kind `pointer_argument`: a pointer argument, which Triton specializes to multiples of 16 bytes.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "pointer_argument",
    about: "a pointer argument, which Triton specializes to multiples of 16 bytes",
    parameter: "{name}",
    argument: "{name}=ts.pointer_at({value})",
    read: "({name}.to(tl.int64) - 0x20000).to(tl.int32)",
    values: Values::Listed(&[
        ("0x20000", 0),
        ("0x20004", 4),
        ("0x20008", 8),
        ("0x2000c", 12),
        ("0x20010", 16),
        ("0x20100", 256),
        ("0x20fff", 4095),
    ]),
    shares: &[0, 1, 1, 1, 0, 0, 1],
    ..Kind::EMPTY
};
