//! Kind `zero_constexprs`: constexpr globals that are equal and differ: 0.0, -0.0.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "zero_constexprs",
    about: "constexpr globals that are equal and differ: 0.0, -0.0",
    main: "{name} = tl.constexpr({value})",
    read: "(tl.full((), {name}, tl.float32).to(tl.int32, bitcast=True) >> 31)",
    values: Values::Listed(&[("0.0", 0), ("-0.0", -1)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
