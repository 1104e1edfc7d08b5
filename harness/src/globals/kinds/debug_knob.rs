//! Kind `debug_knob`: whether code is for debugging, by `triton.knobs.runtime.debug`.
//!
//! As `debug_variable`.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "debug_knob",
    about: "whether code is for debugging, by `triton.knobs.runtime.debug`",
    process_wide: true,
    main: r#"@tl.core.builtin
def {name}(_semantic=None):
    return tl.constexpr({cases:_semantic.builder.options.debug})

triton.knobs.runtime.debug = {value}"#,
    read: "{name}()",
    needs: "hasattr(triton, 'knobs') and hasattr(triton.knobs.runtime, 'debug')",
    values: Values::Listed(&[("False", 1), ("True", 2)]),
    mutations: &[
        changes("set", "triton.knobs.runtime.debug = {value}"),
        keeps("set_equal", "triton.knobs.runtime.debug = {value}"),
    ],
    ..Kind::EMPTY
};
