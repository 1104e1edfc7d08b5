//! Kind `module_alias`: a constexpr attribute of a module imported under another name.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "module_alias",
    about: "a constexpr attribute of a module imported under another name",
    main: "import ts_side as {name}_alias",
    side: "{name} = tl.constexpr({value})",
    read: "{name}_alias.{name}",
    mutations: &[changes("set", "ts_side.{name} = tl.constexpr({value})")],
    ..Kind::EMPTY
};
