//! Kind `helper_global`: a constexpr global that a helper reads.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "helper_global",
    about: "a constexpr global that a helper reads",
    main: "{name}_value = tl.constexpr({value})\n\n@triton.jit\ndef {name}():\n    return {name}_value",
    read: "{name}()",
    mutations: &[
        changes("rebind", "{name}_value = tl.constexpr({value})"),
        keeps("rebind_equal", "{name}_value = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
