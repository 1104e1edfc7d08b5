//! Kind `debug_variable`: whether code is for debugging, by `TRITON_DEBUG`.
//!
//! Where Triton has knobs it reads the variable when it is imported and in `refresh_knobs`. Each
//! launch passes the option on, so it is in every key. A builtin of ours shows it, as
//! `tl.device_assert` does by what it leaves out.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "debug_variable",
    about: "whether code is for debugging, by `TRITON_DEBUG`",
    process_wide: true,
    main: r#"import os

@tl.core.builtin
def {name}(_semantic=None, _builder=None):
    options = (_builder or _semantic.builder).options
    return tl.constexpr({cases:str(int(options.debug))})

def {name}_set(debug):
    os.environ["TRITON_DEBUG"] = debug
    if hasattr(triton, "knobs"):
        triton.knobs.refresh_knobs()

{name}_set({value})"#,
    read: "{name}()",
    needs: "not hasattr(triton, 'knobs') or hasattr(triton.knobs, 'refresh_knobs')",
    values: Values::Listed(&[("\"0\"", 1), ("\"1\"", 2)]),
    mutations: &[changes("set", "{name}_set({value})"), keeps("set_equal", "{name}_set({value})")],
    ..Kind::EMPTY
};
