//! Kind `function_argument`: a helper function that is a constexpr argument.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "function_argument",
    about: "a helper function that is a constexpr argument",
    main: "@triton.jit\ndef {name}_a():\n    return {value}\n\n@triton.jit\ndef {name}_b():\n    return {value}",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={name}_a",
    read: "{name}()",
    mutations: &[changes(
        "redefine",
        r#"ts.define("""@triton.jit
def {name}_a():
    return {value}
""")"#,
    )],
    ..Kind::EMPTY
};
