//! Kind `constexpr_function_arguments`: one of two constexpr functions that is a constexpr
//! argument.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "constexpr_function_arguments",
    about: "one of two constexpr functions that is a constexpr argument",
    main: r#"@triton.constexpr_function
def {name}_a():
    return 263

@triton.constexpr_function
def {name}_b():
    return 264"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    read: "{name}()",
    values: Values::Listed(&[("{name}_a", 263), ("{name}_b", 264)]),
    needs: r#"hasattr(triton, "constexpr_function")"#,
    ..Kind::EMPTY
};
