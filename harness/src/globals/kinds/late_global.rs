//! Kind `late_global`: a constexpr global that is created after the first launch.

use super::super::{Kind, changes, removes};

pub(super) const KIND: Kind = Kind {
    name: "late_global",
    about: "a constexpr global that is created after the first launch",
    main: "{name}_other = tl.constexpr(0)",
    absent: true,
    mutations: &[
        changes("bind", "{name} = tl.constexpr({value})"),
        removes("delete", "del {name}"),
    ],
    ..Kind::EMPTY
};
