//! Kind `autotune_by_model`: a configuration that a performance model of `autotune` puts first.
//!
//! The documentation of `perf_model` and `top_k`: the model's running time orders them.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "autotune_by_model",
    about: "a configuration that a performance model of `autotune` puts first",
    main: r#"def {name}_model(**arguments):
    return abs(arguments["{name}"] - arguments["{name}_n"])"#,
    decorator: r#"@triton.autotune(configs=[triton.Config({"{name}": n}) for n in (61, 62, 64)], key=["{name}_n"], prune_configs_by={"perf_model": {name}_model, "top_k": 1})"#,
    parameter: "{name}_n, {name}: tl.constexpr",
    argument: "{name}_n={value}",
    undecorated: "{name}_n={value}, {name}={value}",
    values: Values::Listed(&[("61", 61), ("62", 62), ("64", 64)]),
    ..Kind::EMPTY
};
