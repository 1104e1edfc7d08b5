//! Kind `constexpr_function_environment`: an environment variable that a constexpr function reads.
//!
//! No comparison of Python's state can see the change: Triton cannot know.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_environment",
    about: "an environment variable that a constexpr function reads",
    support: Support::Unspecified,
    main: r#"import os

os.environ["TS_{name}"] = "{value}"

@triton.constexpr_function
def {name}():
    return int(os.environ["TS_{name}"])"#,
    read: "{name}()",
    needs: r#"hasattr(triton, "constexpr_function")"#,
    mutations: &[
        changes("set", r#"os.environ["TS_{name}"] = "{value}""#),
        keeps("set_equal", r#"os.environ["TS_{name}"] = "{value}""#),
    ],
    ..Kind::EMPTY
};
