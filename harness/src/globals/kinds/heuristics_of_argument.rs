//! Kind `heuristics_of_argument`: a constexpr argument that a heuristic computes from another argument.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "heuristics_of_argument",
    about: "a constexpr argument that a heuristic computes from another argument",
    decorator: r#"@triton.heuristics({"{name}": lambda arguments: arguments["{name}_n"] + 1})"#,
    parameter: "{name}_n, {name}: tl.constexpr",
    argument: "{name}_n={value}",
    undecorated: "{name}_n={value}, {name}={value} + 1",
    values: Values::Listed(&[("1", 2), ("16", 17), ("17", 18), ("32", 33)]),
    ..Kind::EMPTY
};
