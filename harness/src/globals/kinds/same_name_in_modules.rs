//! Kind `same_name_in_modules`: a constexpr global of a helper's module, with a namesake in the
//! kernel's.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "same_name_in_modules",
    about: "a constexpr global of a helper's module, with a namesake in the kernel's",
    main: r#"{name}_v = tl.constexpr(0)

@triton.jit
def {name}():
    return ts_side.{name}() + {name}_v"#,
    side: r#"{name}_v = tl.constexpr({value})

@triton.jit
def {name}():
    return {name}_v"#,
    read: "{name}()",
    mutations: &[
        changes("rebind_there", "ts_side.{name}_v = tl.constexpr({value})"),
        keeps("rebind_here", "{name}_v = tl.constexpr(0)"),
        keeps("rebind_there_equal", "ts_side.{name}_v = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
