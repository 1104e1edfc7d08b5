//! Kind `late_int`: an int global that is created after the first launch.

use super::super::{Kind, Support, changes, removes};

pub(super) const KIND: Kind = Kind {
    name: "late_int",
    about: "an int global that is created after the first launch",
    support: Support::Permitted,
    main: "{name}_other = 0",
    absent: true,
    mutations: &[changes("bind", "{name} = {value}"), removes("delete", "del {name}")],
    ..Kind::EMPTY
};
