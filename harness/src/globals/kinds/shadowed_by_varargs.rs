//! Kind `shadowed_by_varargs`: a helper's variable arguments that hide a global.
//!
//! The name is local there, so the global does not matter.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "shadowed_by_varargs",
    about: "a helper's variable arguments that hide a global",
    support: Support::Unspecified,
    main: r#"{name}_v = tl.constexpr(0)

{name}_w = tl.constexpr({value})

@triton.jit
def {name}_h(*{name}_v):
    return {name}_v[0]

@triton.jit
def {name}():
    return {name}_h({name}_w)"#,
    read: "{name}()",
    mutations: &[
        changes("rebind", "{name}_w = tl.constexpr({value})"),
        keeps("rebind_shadowed", "{name}_v = tl.constexpr(5)"),
    ],
    ..Kind::EMPTY
};
