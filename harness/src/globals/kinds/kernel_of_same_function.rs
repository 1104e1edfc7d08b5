//! Kind `kernel_of_same_function`: a constexpr global of two kernels of one function, launched in turns.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "kernel_of_same_function",
    about: "a constexpr global of two kernels of one function, launched in turns",
    support: Support::Unspecified,
    main: r#"from triton.runtime.jit import KernelInterface

class {name}_Turns(KernelInterface):
    def __init__(self, kernel):
        options = {o: getattr(kernel, o) for o in ("do_not_specialize", "do_not_specialize_on_alignment")}
        self.fn, self.kernels = kernel, [triton.jit(kernel.fn, **options), kernel]

    def run(self, *arguments, **keywords):
        self.kernels.reverse()
        return self.kernels[0].run(*arguments, **keywords)

{name} = tl.constexpr({value})"#,
    decorator: "@{name}_Turns",
    several: true,
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
