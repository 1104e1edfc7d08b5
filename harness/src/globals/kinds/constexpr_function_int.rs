//! Kind `constexpr_function_int`: an int global that a constexpr function reads.
//!
//! Such a function is plain Python, and reads it without permission.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_int",
    about: "an int global that a constexpr function reads",
    support: Support::Unspecified,
    main: r#"{name}_v = {value}

@triton.constexpr_function
def {name}():
    return {name}_v"#,
    read: "{name}()",
    needs: r#"hasattr(triton, "constexpr_function")"#,
    mutations: &[
        changes("rebind", "{name}_v = {value}"),
        keeps("rebind_equal", "{name}_v = {value}"),
    ],
    ..Kind::EMPTY
};
