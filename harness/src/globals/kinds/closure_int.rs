//! Kind `closure_int`: an int variable of the function in which a helper is defined.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "closure_int",
    about: "an int variable of the function in which a helper is defined",
    support: Support::Permitted,
    main: r#"def {name}_make(k):
    @triton.jit
    def read():
        return tl.to_tensor(k)

    def set(value):
        nonlocal k
        k = value

    return read, set

{name}, {name}_set = {name}_make({value})"#,
    read: "{name}()",
    needs: r#"hasattr(tl, "to_tensor")"#,
    mutations: &[
        changes("set", "{name}_set({value})"),
        changes("remake", "{name}, {name}_set = {name}_make({value})"),
        keeps("set_equal", "{name}_set({value})"),
    ],
    ..Kind::EMPTY
};
