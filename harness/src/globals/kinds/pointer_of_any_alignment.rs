//! Kind `pointer_of_any_alignment`: a pointer argument of a kernel that is not to specialize on its alignment.

use super::super::{Kind, Unspecialized, Values};

pub(super) const KIND: Kind = Kind {
    name: "pointer_of_any_alignment",
    about: "a pointer argument of a kernel that is not to specialize on its alignment",
    parameter: "{name}",
    argument: "{name}=ts.pointer_at({value})",
    unspecialized: Unspecialized::Alignment,
    read: "({name}.to(tl.int64) - 0x20000).to(tl.int32)",
    values: Values::Listed(&[("0x20000", 0), ("0x20004", 4), ("0x20010", 16)]),
    shares: &[0, 0, 0],
    ..Kind::EMPTY
};
