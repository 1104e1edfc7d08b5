//! Kind `mutual_recursion`: a constexpr global that one of two helpers reads which call each other.
//!
//! The walk over dependencies stops where it meets a function that it is in, and what it leaves out
//! then is left out for good.

use super::super::{Kind, changes, keeps, moves};

pub(super) const KIND: Kind = Kind {
    name: "mutual_recursion",
    about: "a constexpr global that one of two helpers reads which call each other",
    main: r#"{name}_v = tl.constexpr({value})

@triton.jit
def {name}_a(n: tl.constexpr):
    if n == 0:
        return {name}_v
    else:
        return {name}_b(n - 1)

@triton.jit
def {name}_b(n: tl.constexpr):
    if n == 0:
        return 0
    else:
        return {name}_a(n - 1)

@triton.jit
def {name}_other(out):
    tl.store(out, {name}_a(2))"#,
    read: "{name}_b(1)",
    mutations: &[
        changes("rebind", "{name}_v = tl.constexpr({value})"),
        keeps("rebind_equal", "{name}_v = tl.constexpr({value})"),
        moves("walk_from_another", "try: {name}_other.cache_key\nexcept RecursionError: pass"),
    ],
    ..Kind::EMPTY
};
