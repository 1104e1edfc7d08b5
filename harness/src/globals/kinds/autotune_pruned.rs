//! Kind `autotune_pruned`: a configuration that is left when `autotune` has pruned the others.
//!
//! The documentation of `early_config_prune`: it returns the configurations that are left.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "autotune_pruned",
    about: "a configuration that is left when `autotune` has pruned the others",
    main: r#"def {name}_prune(configs, named_args, **kwargs):
    return [c for c in configs if c.kwargs["{name}"] == kwargs["{name}_n"]]"#,
    decorator: r#"@triton.autotune(configs=[triton.Config({"{name}": n}) for n in (61, 62, 64)], key=["{name}_n"], prune_configs_by={"early_config_prune": {name}_prune})"#,
    parameter: "{name}_n, {name}: tl.constexpr",
    argument: "{name}_n={value}",
    undecorated: "{name}_n={value}, {name}={value}",
    values: Values::Listed(&[("61", 61), ("62", 62), ("64", 64)]),
    ..Kind::EMPTY
};
