//! Kind `compile_hook`: a constexpr global that a hook sets between the key and the compiler.
//!
//! The hook runs before the compiler reads globals. Dropping the code makes the next launch ask for
//! it.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "compile_hook",
    about: "a constexpr global that a hook sets between the key and the compiler",
    support: Support::Unspecified,
    main: r#"{name}_kernels = []

def {name}_known(kernel):
    {name}_kernels.append(kernel)
    return kernel

{name}, {name}_next = tl.constexpr({value}), None

def {name}_hook(**information):
    global {name}
    if {name}_next is not None:
        {name} = tl.constexpr({name}_next)

triton.knobs.runtime.jit_cache_hook = {name}_hook"#,
    decorator: "@{name}_known",
    needs: "hasattr(triton, 'knobs') and hasattr(triton.knobs.runtime, 'jit_cache_hook')",
    mutations: &[changes(
        "arm",
        r#"{name}_next = {value}
for kernel in {name}_kernels:
    kernel.device_caches.clear()"#,
    )],
    ..Kind::EMPTY
};
