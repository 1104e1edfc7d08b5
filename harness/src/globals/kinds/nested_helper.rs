//! Kind `nested_helper`: the body of a function that a helper calls.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "nested_helper",
    about: "the body of a function that a helper calls",
    main: "@triton.jit\ndef {name}_inner():\n    return {value}\n\n@triton.jit\ndef {name}():\n    return {name}_inner()",
    read: "{name}()",
    mutations: &[changes(
        "redefine",
        r#"ts.define("""@triton.jit
def {name}_inner():
    return {value}
""")"#,
    )],
    ..Kind::EMPTY
};
