//! Kind `function_arguments`: one of two helper functions that is a constexpr argument.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "function_arguments",
    about: "one of two helper functions that is a constexpr argument",
    main: r#"@triton.jit
def {name}_a():
    return 261

@triton.jit
def {name}_b():
    return 262"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "{name}()",
    values: Values::Listed(&[("{name}_a", 261), ("{name}_b", 262)]),
    ..Kind::EMPTY
};
