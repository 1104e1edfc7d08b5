//! Kind `preload`: an integer argument of a kernel whose code is loaded from specialization data.
//!
//! What is preloaded serves launches of that specialization, and no others.

use super::super::{Kind, Support, Values, keeps};

pub(super) const KIND: Kind = Kind {
    name: "preload",
    about: "an integer argument of a kernel whose code is loaded from specialization data",
    support: Support::Unspecified,
    main: r#"{name}_kernels = []

def {name}_known(kernel):
    {name}_kernels.append(kernel)
    return kernel

{name}_data = {}

def {name}_hook(fn, compile, **information):
    if fn.jit_function in {name}_kernels:
        {name}_data.setdefault(id(fn.jit_function), []).append(compile["specialization_data"])

triton.knobs.runtime.jit_cache_hook = {name}_hook

def {name}_preload(kernel):
    data, {name}_data[id(kernel)] = {name}_data.get(id(kernel), []), []
    kernel.device_caches.clear()
    for one in data:
        kernel.preload(one)"#,
    decorator: "@{name}_known",
    needs: "hasattr(triton, 'knobs') and hasattr(triton.knobs.runtime, 'jit_cache_hook')",
    parameter: "{name}",
    argument: "{name}={value}",
    values: Values::Listed(&[("1", 1), ("16", 16), ("17", 17), ("32", 32), ("33", 33)]),
    shares: &[0, 1, 2, 1, 2],
    mutations: &[keeps(
        "preload",
        r#"for kernel in {name}_kernels:
    {name}_preload(kernel)"#,
    )],
    ..Kind::EMPTY
};
