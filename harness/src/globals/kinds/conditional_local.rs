//! Kind `conditional_local`: a constexpr global that a variable hides only in a branch that is not
//! taken.
//!
//! Python would not find the variable there; the front end finds the global.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "conditional_local",
    about: "a constexpr global that a variable hides only in a branch that is not taken",
    support: Support::Unspecified,
    main: r#"{name}_flag = tl.constexpr(False)

{name}_v = tl.constexpr({value})

@triton.jit
def {name}():
    if {name}_flag:
        {name}_v = 0
    return {name}_v"#,
    read: "{name}()",
    mutations: &[
        changes("rebind", "{name}_v = tl.constexpr({value})"),
        keeps("rebind_equal", "{name}_v = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
