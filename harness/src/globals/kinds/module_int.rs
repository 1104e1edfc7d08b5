//! Kind `module_int`: an int that is an attribute of a module.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "module_int",
    about: "an int that is an attribute of a module",
    support: Support::Permitted,
    side: "{name} = {value}",
    read: "ts_side.{name}",
    mutations: &[
        changes("set", "ts_side.{name} = {value}"),
        keeps("set_equal", "ts_side.{name} = {value}"),
    ],
    ..Kind::EMPTY
};
