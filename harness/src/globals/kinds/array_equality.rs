//! Kind `array_equality`: an object whose comparison gives an array and no bool.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "array_equality",
    about: "an object whose comparison gives an array and no bool",
    support: Support::Permitted,
    main: r#"class {name}_Array:
    def __bool__(self):
        raise ValueError("ambiguous")

class {name}_Type:
    def __init__(self, k):
        self.k = k

    def __eq__(self, other):
        return {name}_Array()

    __ne__ = __eq__

{name} = {name}_Type({value})"#,
    read: "{name}.k",
    mutations: &[changes("set", "{name}.k = {value}"), keeps("nothing", "pass")],
    ..Kind::EMPTY
};
