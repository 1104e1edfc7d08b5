//! Kind `warmup`: a constexpr global of a kernel that is warmed up before the global changes.
//!
//! A warm-up compiles without launching; what it recorded holds for launches.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "warmup",
    about: "a constexpr global of a kernel that is warmed up before the global changes",
    support: Support::Unspecified,
    main: r#"{name}_kernels = []

def {name}_known(kernel):
    {name}_kernels.append(kernel)
    return kernel

{name} = tl.constexpr({value})

def {name}_warm():
    for kernel in {name}_kernels:
        try:
            kernel.warmup(ts.pointer("out"), grid=(1,))
        except (RuntimeError, TypeError, NameError):
            pass  # changed since, or there are other arguments"#,
    decorator: "@{name}_known",
    mutations: &[
        changes(
            "warm_and_rebind",
            r#"{name}_warm()
{name} = tl.constexpr({value})"#,
        )
        .recording(),
        changes(
            "rebind_and_warm",
            r#"{name} = tl.constexpr({value})
{name}_warm()"#,
        )
        .recording(),
        keeps("warm", "{name}_warm()").recording(),
    ],
    ..Kind::EMPTY
};
