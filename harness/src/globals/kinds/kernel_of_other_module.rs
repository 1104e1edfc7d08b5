//! Kind `kernel_of_other_module`: a constexpr global of kernels of one name and text in several
//! modules, as when one file is loaded as each of them.
//!
//! They stand on the same line too: what tells them apart is the global alone.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "kernel_of_other_module",
    about: "a constexpr global of kernels of one name and text in several modules",
    main: r#"{name}, {name}_now = tl.constexpr({value}), {value}

def {name}_copy(one, space):
    copy = type(one.fn)(one.fn.__code__, space)
    copy.__annotations__ = one.fn.__annotations__
    return triton.jit(copy, **{o: getattr(one, o) for o in ("do_not_specialize", "do_not_specialize_on_alignment")})

class {name}_Modules(triton.runtime.jit.KernelInterface):
    def __init__(self, kernel):
        self.fn, self.parts, self.modules = kernel, [*[f for n, f in globals().items() if n.startswith(kernel.__name__ + "_read")], kernel], {}

    def run(self, *arguments, **keywords):
        space, own = self.modules.setdefault({name}_now, ({}, {"__name__": f"ts_{{name}_now}", "{name}": tl.constexpr({name}_now)}))
        space.clear(), space.update(globals(), **own)  # what else there is they share
        for one in self.parts: own[one.__name__] = space[one.__name__] = own.get(one.__name__) or {name}_copy(one, space)
        self.fn = own[one.__name__] if {name}_now != {value} else one
        return self.fn.run(*arguments, **keywords)"#,
    decorator: "@{name}_Modules",
    several: true,
    mutations: &[
        changes("other_module", "{name}_now = {value}"),
        keeps("same_module", "{name}_now = {value}"),
    ],
    ..Kind::EMPTY
};
