//! Kind `nested_helper_global`: a constexpr global that a helper of a helper reads.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "nested_helper_global",
    about: "a constexpr global that a helper of a helper reads",
    main: "{name}_value = tl.constexpr({value})\n\n@triton.jit\ndef {name}_inner():\n    return {name}_value\n\n@triton.jit\ndef {name}():\n    return {name}_inner()",
    read: "{name}()",
    mutations: &[changes("rebind", "{name}_value = tl.constexpr({value})")],
    ..Kind::EMPTY
};
