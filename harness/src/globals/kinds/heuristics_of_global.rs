//! Kind `heuristics_of_global`: a constexpr argument that a heuristic computes from a global.
//!
//! The documentation of `heuristics`: a function computes it from the arguments of each launch.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "heuristics_of_global",
    about: "a constexpr argument that a heuristic computes from a global",
    main: "{name}_rule = {value}",
    decorator: r#"@triton.heuristics({"{name}": lambda arguments: {name}_rule})"#,
    parameter: "{name}: tl.constexpr",
    undecorated: "{name}={name}_rule",
    mutations: &[changes("rebind", "{name}_rule = {value}")],
    ..Kind::EMPTY
};
