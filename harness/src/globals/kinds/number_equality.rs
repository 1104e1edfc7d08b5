//! Kind `number_equality`: an object whose comparison gives a number and no bool.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "number_equality",
    about: "an object whose comparison gives a number and no bool",
    support: Support::Permitted,
    main: r#"class {name}_Type:
    def __init__(self, k):
        self.k = k

    def __eq__(self, other):
        return 2 if self.k == other.k else 0

    def __ne__(self, other):
        return 0 if self.k == other.k else 2

{name} = {name}_Type({value})"#,
    read: "{name}.k",
    mutations: &[
        changes("set", "{name}.k = {value}"),
        changes("rebind", "{name} = {name}_Type({value})"),
        keeps("rebind_equal", "{name} = {name}_Type({value})"),
    ],
    ..Kind::EMPTY
};
