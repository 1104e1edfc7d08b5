//! Kind `function_argument_global`: a constexpr global that a helper reads which is a constexpr
//! argument.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "function_argument_global",
    about: "a constexpr global that a helper reads which is a constexpr argument",
    main: r#"{name}_v = tl.constexpr({value})

@triton.jit
def {name}_a():
    return {name}_v"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={name}_a",
    read: "{name}()",
    mutations: &[
        changes("rebind", "{name}_v = tl.constexpr({value})"),
        keeps("rebind_equal", "{name}_v = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
