//! Kind `never_equal`: an object that is never equal to itself, as NaN.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "never_equal",
    about: "an object that is never equal to itself, as NaN",
    support: Support::Permitted,
    main: "class {name}_Type:\n    def __init__(self, k):\n        self.k = k\n\n    def __eq__(self, other):\n        return False\n\n{name} = {name}_Type({value})",
    read: "{name}.k",
    mutations: &[changes("set", "{name}.k = {value}"), keeps("nothing", "pass")],
    ..Kind::EMPTY
};
