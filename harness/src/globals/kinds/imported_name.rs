//! Kind `imported_name`: a constexpr imported by name from a module.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "imported_name",
    about: "a constexpr imported by name from a module",
    main: "from ts_side import {name}",
    side: "{name} = tl.constexpr({value})",
    survives_reload: true,
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("set_in_its_module", "ts_side.{name} = tl.constexpr(0)"),
    ],
    ..Kind::EMPTY
};
