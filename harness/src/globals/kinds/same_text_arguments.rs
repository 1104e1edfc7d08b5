//! Kind `same_text_arguments`: constexpr arguments that differ and print the same.
//!
//! The key on disk takes constexpr arguments as `str` gives them, and that prints 1 and "1" the
//! same.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "same_text_arguments",
    about: "constexpr arguments that differ and print the same",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "(104 if {name} == 1 else (105 if {name} == 2.5 else 106))",
    values: Values::Listed(&[("1", 104), (r#""1""#, 106), ("2.5", 105), (r#""2.5""#, 106)]),
    ..Kind::EMPTY
};
