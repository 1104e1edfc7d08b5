//! Kind `aggregate_default`: the default of an aggregate's field.
//!
//! The key takes the annotations of an aggregate and not its defaults.

use super::super::{Kind, Support, changes};

pub(super) const KIND: Kind = Kind {
    name: "aggregate_default",
    about: "the default of an aggregate's field",
    support: Support::Unspecified,
    main: r#"@triton.language.core._aggregate
class {name}_Agg:
    k: tl.constexpr = tl.constexpr({value})

@triton.jit
def {name}():
    a = {name}_Agg()
    return a.k"#,
    read: "{name}()",
    needs: r#"hasattr(triton.language.core, "_aggregate") and hasattr(triton.language.core, "_resolve_aggregate_fields")"#,
    mutations: &[changes(
        "redefine",
        r#"ts.define("""@triton.language.core._aggregate
class {name}_Agg:
    k: tl.constexpr = tl.constexpr({value})
""")"#,
    )],
    ..Kind::EMPTY
};
