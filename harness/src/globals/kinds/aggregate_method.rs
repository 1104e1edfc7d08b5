//! Kind `aggregate_method`: the body of a method of an aggregate.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "aggregate_method",
    about: "the body of a method of an aggregate",
    support: Support::Unspecified,
    main: r#"@triton.language.core._aggregate
class {name}_Agg:
    k: tl.constexpr

    @triton.constexpr_function
    def __init__(self):
        self.k = tl.constexpr(0)

    @triton.jit
    def get(self):
        return {value}

@triton.jit
def {name}():
    a = {name}_Agg()
    return a.get()"#,
    read: "{name}()",
    needs: r#"hasattr(triton.language.core, "_aggregate")"#,
    mutations: &[changes(
        "redefine",
        r#"ts.define("""@triton.language.core._aggregate
class {name}_Agg:
    k: tl.constexpr

    @triton.constexpr_function
    def __init__(self):
        self.k = tl.constexpr(0)

    @triton.jit
    def get(self):
        return {value}
""")"#,
    )],
    ..Kind::EMPTY
};
