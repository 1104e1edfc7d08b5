//! Kind `equal_constexprs`: constexpr globals that are equal and differ: 1, 1.0, True.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "equal_constexprs",
    about: "constexpr globals that are equal and differ: 1, 1.0, True",
    main: "{name} = tl.constexpr({value})",
    read: "(87 if (tl.program_id(0) * {name}).dtype == tl.float32 else 88)",
    values: Values::Listed(&[("1", 88), ("1.0", 87), ("True", 88)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
