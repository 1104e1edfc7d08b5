//! Kind `closure_constexpr`: a constexpr variable of the function in which a helper is defined.
//!
//! `JITFunction` looks into closures; its documentation does not name them.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "closure_constexpr",
    about: "a constexpr variable of the function in which a helper is defined",
    support: Support::Unspecified,
    main: r#"def {name}_make(k):
    @triton.jit
    def read():
        return k

    def set(value):
        nonlocal k
        k = value

    return read, set

{name}, {name}_set = {name}_make(tl.constexpr({value}))"#,
    read: "{name}()",
    mutations: &[
        changes("set", "{name}_set(tl.constexpr({value}))"),
        changes("remake", "{name}, {name}_set = {name}_make(tl.constexpr({value}))"),
        keeps("set_equal", "{name}_set(tl.constexpr({value}))"),
    ],
    ..Kind::EMPTY
};
