//! Kind `constexpr_function_dict`: a dict in a dict that a constexpr function reads.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_dict",
    about: "a dict in a dict that a constexpr function reads",
    support: Support::Unspecified,
    main: r#"{name}_v = {"a": {"k": {value}}}

@triton.constexpr_function
def {name}():
    return {name}_v["a"]["k"]"#,
    read: "{name}()",
    needs: r#"hasattr(triton, "constexpr_function")"#,
    mutations: &[
        changes("in_place", r#"{name}_v["a"]["k"] = {value}"#),
        changes("rebind", r#"{name}_v = {"a": {"k": {value}}}"#),
        keeps("rebind_equal", r#"{name}_v = {"a": {"k": {value}}}"#),
    ],
    ..Kind::EMPTY
};
