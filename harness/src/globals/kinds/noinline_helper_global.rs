//! Kind `noinline_helper_global`: a constexpr global that a function reads which is not inlined.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "noinline_helper_global",
    about: "a constexpr global that a function reads which is not inlined",
    main: "{name}_value = tl.constexpr({value})\n\n@triton.jit(noinline=True)\ndef {name}(x):\n    return x + {name}_value",
    read: "{name}(tl.program_id(0))",
    mutations: &[changes("rebind", "{name}_value = tl.constexpr({value})")],
    ..Kind::EMPTY
};
