//! Kind `helper_body`: the body of a helper function.

use super::super::{Kind, changes, moves};

pub(super) const KIND: Kind = Kind {
    name: "helper_body",
    about: "the body of a helper function",
    main: "@triton.jit\ndef {name}():\n    return {value}",
    read: "{name}()",
    mutations: &[
        changes(
            "redefine",
            r#"ts.define("""@triton.jit
def {name}():
    return {value}
""")"#,
        ),
        moves(
            "redefine_same",
            r#"ts.define("""@triton.jit
def {name}():
    return {value}
""")"#,
        ),
        moves(
            "redefine_comment",
            r##"ts.define("""# A comment.
@triton.jit
def {name}():
    return {value}
""")"##,
        ),
    ],
    ..Kind::EMPTY
};
