//! Kind `fp_fusion_variable`: whether products and sums may be fused, by `TRITON_DEFAULT_FP_FUSION`.
//!
//! It makes an option of the compiler where a launch gives none. The key on disk has that option, the
//! key in the process only what the launch gives. It shows after TTIR, so a builtin of ours shows the
//! option.

use super::super::{Kind, Support, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "fp_fusion_variable",
    about: "whether products and sums may be fused, by `TRITON_DEFAULT_FP_FUSION`",
    support: Support::Unspecified,
    process_wide: true,
    main: r#"import os

@tl.core.builtin
def {name}(_semantic=None, _builder=None):
    options = (_builder or _semantic.builder).options
    return tl.constexpr({cases:str(int(options.enable_fp_fusion))})

os.environ["TRITON_DEFAULT_FP_FUSION"] = {value}"#,
    read: "{name}()",
    // Intel's backend does not read it.
    needs: "triton.runtime.driver.active.get_current_target().backend != 'xpu'",
    values: Values::Listed(&[("\"1\"", 1), ("\"0\"", 2)]),
    mutations: &[
        changes("set", r#"os.environ["TRITON_DEFAULT_FP_FUSION"] = {value}"#),
        keeps("set_equal", r#"os.environ["TRITON_DEFAULT_FP_FUSION"] = {value}"#),
    ],
    ..Kind::EMPTY
};
