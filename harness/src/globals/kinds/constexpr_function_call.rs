//! Kind `constexpr_function_call`: a Python function that a constexpr function calls.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_call",
    about: "a Python function that a constexpr function calls",
    support: Support::Unspecified,
    main: r#"def {name}_python():
    return {value}

@triton.constexpr_function
def {name}():
    return {name}_python()"#,
    read: "{name}()",
    needs: r#"hasattr(triton, "constexpr_function")"#,
    mutations: &[
        changes(
            "redefine",
            r#"ts.define("""def {name}_python():
    return {value}
""")"#,
        ),
        keeps("nothing", "pass"),
    ],
    ..Kind::EMPTY
};
