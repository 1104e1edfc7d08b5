//! Kind `dot_precision_knob`: the default precision of `tl.dot`, by `triton.knobs.language.fp32_default`.
//!
//! As `dot_precision_variable`. A knob sets its variable too, from which the key on disk is made,
//! unless `propagate_env` is off.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "dot_precision_knob",
    about: "the default precision of `tl.dot`, by `triton.knobs.language.fp32_default`",
    support: Support::Unspecified,
    process_wide: true,
    main: r#"@tl.core.builtin
def {name}(_semantic=None):
    return tl.constexpr({cases:triton.knobs.language.fp32_default})

triton.knobs.language.fp32_default = {value}"#,
    read: "{name}()",
    needs: "hasattr(triton, 'knobs') and hasattr(triton.knobs, 'propagate_env')",
    values: Values::Listed(&[("\"ieee\"", 1), ("\"tf32\"", 2), ("\"tf32x3\"", 3)]),
    mutations: &[
        changes("set", "triton.knobs.language.fp32_default = {value}"),
        changes(
            "set_without_variable",
            r#"triton.knobs.propagate_env = False
triton.knobs.language.fp32_default = {value}
triton.knobs.propagate_env = True"#,
        ),
        keeps("set_equal", "triton.knobs.language.fp32_default = {value}"),
    ],
    ..Kind::EMPTY
};
