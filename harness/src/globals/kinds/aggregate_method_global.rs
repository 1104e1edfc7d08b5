//! Kind `aggregate_method_global`: a constexpr global that a method of an aggregate reads.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "aggregate_method_global",
    about: "a constexpr global that a method of an aggregate reads",
    support: Support::Unspecified,
    main: r#"{name}_v = tl.constexpr({value})

@triton.language.core._aggregate
class {name}_Agg:
    k: tl.constexpr

    @triton.constexpr_function
    def __init__(self):
        self.k = tl.constexpr(0)

    @triton.jit
    def get(self):
        return {name}_v

@triton.jit
def {name}():
    a = {name}_Agg()
    return a.get()"#,
    read: "{name}()",
    needs: r#"hasattr(triton.language.core, "_aggregate")"#,
    mutations: &[
        changes("rebind", "{name}_v = tl.constexpr({value})"),
        keeps("rebind_equal", "{name}_v = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
