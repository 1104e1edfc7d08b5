//! Kind `helper_alias`: another name of a helper.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "helper_alias",
    about: "another name of a helper",
    support: Support::Unspecified,
    main: r#"@triton.jit
def {name}_origin():
    return {value}

{name} = {name}_origin"#,
    read: "{name}()",
    mutations: &[
        keeps(
            "redefine_origin",
            r#"ts.define("""@triton.jit
def {name}_origin():
    return 0
""")"#,
        ),
        changes(
            "rebind",
            r#"ts.define("""@triton.jit
def {name}():
    return {value}
""")"#,
        ),
    ],
    ..Kind::EMPTY
};
