//! Kind `constexpr_none`: a constexpr global that may be None.

use super::super::{Kind, Values, changes};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_none",
    about: "a constexpr global that may be None",
    main: "{name} = tl.constexpr({value})",
    read: "(72 if {name} is None else 73)",
    values: Values::Listed(&[("None", 72), ("0", 73), ("False", 73)]),
    mutations: &[changes("rebind", "{name} = tl.constexpr({value})")],
    ..Kind::EMPTY
};
