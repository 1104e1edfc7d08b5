//! Kind `patched_helper`: a helper that another module replaces.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "patched_helper",
    about: "a helper that another module replaces",
    support: Support::Unspecified,
    main: r#"@triton.jit
def {name}():
    return {value}"#,
    read: "{name}()",
    mutations: &[
        changes(
            "patch",
            r#"ts.define("""@triton.jit
def {name}_patch():
    return {value}
""")
import sys
setattr(sys.modules[__name__], "{name}", {name}_patch)"#,
        ),
        keeps(
            "patch_by_itself",
            r#"import sys
setattr(sys.modules[__name__], "{name}", {name})"#,
        ),
    ],
    ..Kind::EMPTY
};
