//! Kind `raising_equality`: an object whose comparison raises.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "raising_equality",
    about: "an object whose comparison raises",
    support: Support::Permitted,
    main: r#"class {name}_Type:
    def __init__(self, k):
        self.k = k

    def __eq__(self, other):
        raise ValueError("not comparable")

{name} = {name}_Type({value})"#,
    read: "{name}.k",
    mutations: &[changes("set", "{name}.k = {value}"), keeps("nothing", "pass")],
    ..Kind::EMPTY
};
