//! Kind `class_attribute`: an attribute of a class.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "class_attribute",
    about: "an attribute of a class",
    support: Support::Permitted,
    main: "class {name}:\n    K = {value}",
    read: "{name}.K",
    mutations: &[
        changes("set", "{name}.K = {value}"),
        keeps("set_equal", "{name}.K = {value}"),
        keeps("set_another", "{name}.L = 5"),
    ],
    ..Kind::EMPTY
};
