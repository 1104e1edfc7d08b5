//! Kind `constexpr_function_attribute`: a module attribute that a constexpr function reads.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_attribute",
    about: "a module attribute that a constexpr function reads",
    support: Support::Unspecified,
    main: r#"@triton.constexpr_function
def {name}():
    return ts_side.{name}_v"#,
    side: "{name}_v = {value}",
    read: "{name}()",
    needs: r#"hasattr(triton, "constexpr_function")"#,
    mutations: &[
        changes("set", "ts_side.{name}_v = {value}"),
        keeps("set_equal", "ts_side.{name}_v = {value}"),
    ],
    ..Kind::EMPTY
};
