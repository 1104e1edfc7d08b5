//! Kind `object_argument`: a constexpr argument that is an object compared by identity, printed
//! without its field.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "object_argument",
    about: "a constexpr argument that is an object compared by identity, printed without its field",
    support: Support::Unspecified,
    main: r#"class {name}_Type:
    def __init__(self, k):
        self.k = k

    def __repr__(self):
        return "an object"

{name}_object = {name}_Type({value})"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={name}_object",
    read: "{name}.value.k",
    mutations: &[
        changes("set", "{name}_object.k = {value}"),
        changes("rebind", "{name}_object = {name}_Type({value})"),
    ],
    ..Kind::EMPTY
};
