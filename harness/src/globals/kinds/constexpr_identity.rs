//! Kind `constexpr_identity`: a constexpr global that holds an object which is compared by
//! identity.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_identity",
    about: "a constexpr global that holds an object which is compared by identity",
    support: Support::Unspecified,
    main: r#"class {name}_Type:
    def __init__(self, k):
        self.k = k

    def __repr__(self):
        return f"{self.k}"

{name} = tl.constexpr({name}_Type({value}))"#,
    read: "{name}.value.k",
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({name}_Type({value}))"),
        changes("set", "{name}.value.k = {value}"),
        keeps("nothing", "pass"),
    ],
    ..Kind::EMPTY
};
