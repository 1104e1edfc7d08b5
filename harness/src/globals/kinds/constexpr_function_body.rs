//! Kind `constexpr_function_body`: the body of a constexpr function.

use super::super::{Kind, Support, changes, moves};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_body",
    about: "the body of a constexpr function",
    support: Support::Unspecified,
    main: r#"@triton.constexpr_function
def {name}():
    return {value}"#,
    read: "{name}()",
    needs: r#"hasattr(triton, "constexpr_function")"#,
    mutations: &[
        changes(
            "redefine",
            r#"ts.define("""@triton.constexpr_function
def {name}():
    return {value}
""")"#,
        ),
        moves(
            "redefine_same",
            r#"ts.define("""@triton.constexpr_function
def {name}():
    return {value}
""")"#,
        ),
    ],
    ..Kind::EMPTY
};
