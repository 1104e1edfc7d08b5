//! Kind `shadowed_by_walrus`: a helper's variable, assigned within an expression, that hides a
//! global.
//!
//! The name is local there, so the global does not matter.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "shadowed_by_walrus",
    about: "a helper's variable, assigned within an expression, that hides a global",
    support: Support::Unspecified,
    main: r#"{name}_v = tl.constexpr(0)

{name}_w = tl.constexpr({value})

@triton.jit
def {name}():
    return ({name}_v := {name}_w) + {name}_v - {name}_v"#,
    read: "{name}()",
    mutations: &[
        changes("rebind", "{name}_w = tl.constexpr({value})"),
        keeps("rebind_shadowed", "{name}_v = tl.constexpr(5)"),
    ],
    ..Kind::EMPTY
};
