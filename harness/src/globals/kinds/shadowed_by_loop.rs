//! Kind `shadowed_by_loop`: a helper's loop variable that hides a global.
//!
//! The name is local there, so the global does not matter.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "shadowed_by_loop",
    about: "a helper's loop variable that hides a global",
    support: Support::Promised,
    main: r#"{name}_v = tl.constexpr(0)

{name}_w = tl.constexpr({value})

@triton.jit
def {name}():
    total = {name}_w + 0
    for {name}_v in tl.static_range(2):
        total += {name}_v - {name}_v
    return total"#,
    read: "{name}()",
    mutations: &[
        changes("rebind", "{name}_w = tl.constexpr({value})"),
        keeps("rebind_shadowed", "{name}_v = tl.constexpr(5)"),
    ],
    ..Kind::EMPTY
};
