//! Kind `autotune_of_global`: a constexpr global of a kernel that is tuned by something else.
//!
//! The choice may be old, by design: the global is in no key. The code may not.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "autotune_of_global",
    about: "a constexpr global of a kernel that is tuned by something else",
    main: r#"{name} = tl.constexpr({value})

def {name}_bench(call, quantiles=None):
    call()
    return [1.0] * 3"#,
    decorator: "@triton.autotune(configs=[triton.Config({}, num_warps=n) for n in (1, 2)], key=[], do_bench={name}_bench)",
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
