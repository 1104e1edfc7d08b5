//! Kind `module_constexpr`: a constexpr that is an attribute of a module.

use super::super::{Kind, changes, keeps, removes};

pub(super) const KIND: Kind = Kind {
    name: "module_constexpr",
    about: "a constexpr that is an attribute of a module",
    side: "{name} = tl.constexpr({value})",
    read: "ts_side.{name}",
    mutations: &[
        changes("set", "ts_side.{name} = tl.constexpr({value})"),
        keeps("set_equal", "ts_side.{name} = tl.constexpr({value})"),
        removes("delete", "del ts_side.{name}"),
    ],
    ..Kind::EMPTY
};
