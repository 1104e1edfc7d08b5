//! Kind `shadowed_by_comprehension`: a variable of a comprehension that hides a global.
//!
//! The name is local there, so the global does not matter.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "shadowed_by_comprehension",
    about: "a variable of a comprehension that hides a global",
    support: Support::Unspecified,
    main: r#"{name}_v = tl.constexpr(0)

{name}_w = tl.constexpr({value})

@triton.jit
def {name}():
    items = [{name}_v for {name}_v in ({name}_w, {name}_w)]
    return items[0]"#,
    read: "{name}()",
    mutations: &[
        changes("rebind", "{name}_w = tl.constexpr({value})"),
        keeps("rebind_shadowed", "{name}_v = tl.constexpr(5)"),
    ],
    ..Kind::EMPTY
};
