//! Kind `plain_dict`: a global dict.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "plain_dict",
    about: "a global dict",
    support: Support::Permitted,
    main: r#"{name} = {"k": {value}}"#,
    read: r#"{name}["k"]"#,
    mutations: &[
        changes("rebind", r#"{name} = {"k": {value}}"#),
        changes("in_place", r#"{name}["k"] = {value}"#),
        keeps("rebind_equal", r#"{name} = {"k": {value}}"#),
        keeps("other_key", r#"{name}["other"] = 1"#),
    ],
    ..Kind::EMPTY
};
