//! Kind `shadowed_by_argument`: a constexpr argument of the kernel that hides a global.
//!
//! The name is local there, so the global does not matter.

use super::super::{Kind, Support, keeps};

pub(super) const KIND: Kind = Kind {
    name: "shadowed_by_argument",
    about: "a constexpr argument of the kernel that hides a global",
    support: Support::Promised,
    main: "{name} = tl.constexpr(0)",
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    mutations: &[keeps("rebind_shadowed", "{name} = tl.constexpr(5)")],
    ..Kind::EMPTY
};
