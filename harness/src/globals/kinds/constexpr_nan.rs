//! Kind `constexpr_nan`: a constexpr global that may be NaN.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_nan",
    about: "a constexpr global that may be NaN",
    main: "{name} = tl.constexpr({value})",
    read: "(89 if {name} != {name} else 90)",
    values: Values::Listed(&[(r#"float("nan")"#, 89), ("1.0", 90)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
        keeps("nothing", "pass"),
    ],
    ..Kind::EMPTY
};
