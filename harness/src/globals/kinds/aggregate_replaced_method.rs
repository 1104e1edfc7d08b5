//! Kind `aggregate_replaced_method`: a method of an aggregate that is replaced.
//!
//! `hash_attrs`, from which the key is made, keeps the method that was there first.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "aggregate_replaced_method",
    about: "a method of an aggregate that is replaced",
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
        "replace",
        r#"ts.define("""@triton.jit
def {name}_get(self):
    return {value}
""")
{name}_Agg.get = {name}_get"#,
    )],
    ..Kind::EMPTY
};
