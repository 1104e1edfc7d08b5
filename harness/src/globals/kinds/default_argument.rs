//! Kind `default_argument`: the default of a helper's constexpr argument.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "default_argument",
    about: "the default of a helper's constexpr argument",
    main: "{name}_value = tl.constexpr({value})\n\n@triton.jit\ndef {name}(k: tl.constexpr = {name}_value):\n    return k",
    read: "{name}()",
    mutations: &[
        keeps("rebind", "{name}_value = tl.constexpr(0)"),
        changes(
            "redefine",
            r#"ts.define("""@triton.jit
def {name}(k: tl.constexpr = {value}):
    return k
""")"#,
        ),
    ],
    ..Kind::EMPTY
};
