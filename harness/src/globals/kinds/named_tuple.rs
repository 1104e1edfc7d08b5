//! Kind `named_tuple`: a field of a named tuple of constexprs.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "named_tuple",
    about: "a field of a named tuple of constexprs",
    support: Support::Permitted,
    main: r#"import collections

{name}_Type = collections.namedtuple("{name}_Type", ["k", "l"])
{name} = {name}_Type(tl.constexpr({value}), tl.constexpr(0))"#,
    read: "{name}.k",
    mutations: &[
        changes("rebind", "{name} = {name}_Type(tl.constexpr({value}), tl.constexpr(0))"),
        keeps("rebind_equal", "{name} = {name}_Type(tl.constexpr({value}), tl.constexpr(0))"),
    ],
    ..Kind::EMPTY
};
