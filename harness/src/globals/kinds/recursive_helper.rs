//! Kind `recursive_helper`: a constexpr global that a recursive helper reads.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "recursive_helper",
    about: "a constexpr global that a recursive helper reads",
    main: r#"{name}_v = tl.constexpr({value})

@triton.jit
def {name}(n: tl.constexpr):
    if n == 0:
        return {name}_v
    else:
        return {name}(n - 1)"#,
    read: "{name}(2)",
    mutations: &[
        changes("rebind", "{name}_v = tl.constexpr({value})"),
        keeps("rebind_equal", "{name}_v = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
