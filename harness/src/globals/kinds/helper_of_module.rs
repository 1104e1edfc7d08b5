//! Kind `helper_of_module`: a helper function of another module.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "helper_of_module",
    about: "a helper function of another module",
    side: "@triton.jit\ndef {name}():\n    return {value}",
    read: "ts_side.{name}()",
    mutations: &[changes(
        "replace",
        r#"ts.define("""@triton.jit
def {name}_new():
    return {value}
""")
ts_side.{name} = {name}_new"#,
    )],
    ..Kind::EMPTY
};
