//! Kind `dot_precision_variable`: the default precision of `tl.dot`, by `TRITON_F32_DEFAULT`.
//!
//! The front end reads it when it compiles. The key on disk has it (`get_cache_invalidating_env_vars`
//! lists it), the key in the process does not. What a dot in tf32 rounds is nowhere laid down, so a
//! builtin of ours reads it as `tl.dot` does, and not a dot.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "dot_precision_variable",
    about: "the default precision of `tl.dot`, by `TRITON_F32_DEFAULT`",
    support: Support::Unspecified,
    process_wide: true,
    main: r#"import os

def {name}_default():
    if hasattr(triton, "knobs"):
        return triton.knobs.language.fp32_default
    return os.environ["TRITON_F32_DEFAULT"]

@tl.core.builtin
def {name}(_semantic=None, _builder=None):
    return tl.constexpr({cases:{name}_default()})

os.environ["TRITON_F32_DEFAULT"] = {value}"#,
    read: "{name}()",
    values: Values::Listed(&[("\"ieee\"", 1), ("\"tf32\"", 2), ("\"tf32x3\"", 3)]),
    mutations: &[
        changes("set", r#"os.environ["TRITON_F32_DEFAULT"] = {value}"#),
        keeps("set_equal", r#"os.environ["TRITON_F32_DEFAULT"] = {value}"#),
    ],
    ..Kind::EMPTY
};
