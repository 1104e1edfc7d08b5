//! Kind `helper_module_constexpr`: a constexpr attribute of a module that a helper reads.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "helper_module_constexpr",
    about: "a constexpr attribute of a module that a helper reads",
    main: "@triton.jit\ndef {name}():\n    return ts_side.{name}_value",
    side: "{name}_value = tl.constexpr({value})",
    read: "{name}()",
    mutations: &[changes("set", "ts_side.{name}_value = tl.constexpr({value})")],
    ..Kind::EMPTY
};
