//! Kind `constexpr_dtype`: a constexpr global that holds a dtype.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_dtype",
    about: "a constexpr global that holds a dtype",
    main: "{name} = tl.constexpr({value})",
    read: "tl.full((), 65792, tl.int32).to({name}).to(tl.int32)",
    values: Values::Listed(&[("tl.int8", 0), ("tl.int16", 256), ("tl.int32", 65792)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
