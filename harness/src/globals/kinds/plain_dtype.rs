//! Kind `plain_dtype`: a global that is a dtype and no constexpr.
//!
//! The front end takes dtypes without permission, though its message says that only constexprs are
//! taken.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_dtype",
    about: "a global that is a dtype and no constexpr",
    support: Support::Unspecified,
    main: "{name} = {value}",
    read: "tl.full((), 65792, tl.int32).to({name}).to(tl.int32)",
    values: Values::Listed(&[("tl.int8", 0), ("tl.int16", 256), ("tl.int32", 65792)]),
    mutations: &[
        changes("rebind", "{name} = {value}"),
        keeps("rebind_equal", "{name} = tl.dtype({value}.name)"),
    ],
    ..Kind::EMPTY
};
