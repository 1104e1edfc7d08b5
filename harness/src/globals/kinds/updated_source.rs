//! Kind `updated_source`: a helper whose source is replaced by `_unsafe_update_src`.
//!
//! As its documentation asks, the hash of all functions that may call it is reset too.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "updated_source",
    about: "a helper whose source is replaced by `_unsafe_update_src`",
    support: Support::Unspecified,
    main: r#"@triton.jit
def {name}():
    return {value}"#,
    read: "{name}()",
    needs: r#"hasattr(triton.JITFunction, "_unsafe_update_src")"#,
    mutations: &[changes(
        "update",
        r#"{name}._unsafe_update_src("def {name}():\n    return {value}\n")
for item in list(globals().values()):
    if isinstance(item, triton.JITFunction):
        item.hash = None"#,
    )],
    ..Kind::EMPTY
};
