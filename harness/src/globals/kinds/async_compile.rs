//! Kind `async_compile`: a constexpr global of a kernel that is compiled by a thread before it is launched.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "async_compile",
    about: "a constexpr global of a kernel that is compiled by a thread before it is launched",
    support: Support::Unspecified,
    main: r#"from concurrent.futures import ThreadPoolExecutor
from triton.runtime.jit import KernelInterface

class {name}_Async(KernelInterface):
    def __init__(self, kernel):
        self.fn = kernel

    def run(self, *arguments, **keywords):
        mode = triton.runtime._async_compile.AsyncCompileMode
        with ThreadPoolExecutor(2) as pool, mode(pool):
            self.fn.run(*arguments, **{**keywords, "warmup": True})
        return self.fn.run(*arguments, **keywords)

{name} = tl.constexpr({value})"#,
    decorator: "@{name}_Async",
    needs: "hasattr(triton.runtime, '_async_compile')",
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
