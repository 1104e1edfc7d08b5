//! Kind `constexpr_function_global`: a constexpr global that a constexpr function reads.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_global",
    about: "a constexpr global that a constexpr function reads",
    main: r#"{name}_v = tl.constexpr({value})

@triton.constexpr_function
def {name}():
    return {name}_v.value"#,
    read: "{name}()",
    needs: r#"hasattr(triton, "constexpr_function")"#,
    mutations: &[
        changes("rebind", "{name}_v = tl.constexpr({value})"),
        keeps("rebind_equal", "{name}_v = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
