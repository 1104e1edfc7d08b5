//! Kind `tuple_of_constexprs`: a global tuple of constexprs.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "tuple_of_constexprs",
    about: "a global tuple of constexprs",
    support: Support::Permitted,
    main: "{name} = (tl.constexpr(0), tl.constexpr({value}))",
    read: "{name}[1]",
    mutations: &[
        changes("rebind", "{name} = (tl.constexpr(0), tl.constexpr({value}))"),
        keeps("rebind_equal", "{name} = (tl.constexpr(0), tl.constexpr({value}))"),
    ],
    ..Kind::EMPTY
};
