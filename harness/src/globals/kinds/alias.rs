//! Kind `alias`: a constexpr global that is another name of one.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "alias",
    about: "a constexpr global that is another name of one",
    main: r#"{name}_origin = tl.constexpr({value})
{name} = {name}_origin"#,
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_origin", "{name}_origin = tl.constexpr(0)"),
    ],
    ..Kind::EMPTY
};
