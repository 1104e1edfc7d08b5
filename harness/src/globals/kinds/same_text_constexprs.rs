//! Kind `same_text_constexprs`: constexpr globals that differ and print the same.
//!
//! The key takes constexpr globals as `repr` gives them, and that prints 1 and "1" the same.

use super::super::{Kind, Values, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "same_text_constexprs",
    about: "constexpr globals that differ and print the same",
    main: "{name} = tl.constexpr({value})",
    read: "(101 if {name} == 1 else (102 if {name} == None else 103))",
    values: Values::Listed(&[("1", 101), (r#""1""#, 103), ("None", 102), (r#""None""#, 103)]),
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
