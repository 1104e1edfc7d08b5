//! Kind `arch_variable`: the architecture that code is made for, by `TRITON_OVERRIDE_ARCH`.
//!
//! It makes an option of the compiler where a launch gives none. The key on disk has that option, the
//! key in the process only what the launch gives. A builtin of ours shows the option, as conversions
//! of 8-bit floats do by what they become.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "arch_variable",
    about: "the architecture that code is made for, by `TRITON_OVERRIDE_ARCH`",
    support: Support::Unspecified,
    process_wide: true,
    main: r#"import os

@tl.core.builtin
def {name}(_semantic=None, _builder=None):
    options = (_builder or _semantic.builder).options
    return tl.constexpr({cases:options.arch})

os.environ["TRITON_OVERRIDE_ARCH"] = {value}"#,
    read: "{name}()",
    // The other backends have names of their own, or do not read it.
    needs: "triton.runtime.driver.active.get_current_target().backend == 'cuda'",
    values: Values::Listed(&[("\"sm90\"", 1), ("\"sm80\"", 2), ("\"sm75\"", 3)]),
    mutations: &[
        changes("set", r#"os.environ["TRITON_OVERRIDE_ARCH"] = {value}"#),
        keeps("set_equal", r#"os.environ["TRITON_OVERRIDE_ARCH"] = {value}"#),
    ],
    ..Kind::EMPTY
};
