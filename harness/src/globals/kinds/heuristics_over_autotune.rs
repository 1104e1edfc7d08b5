//! Kind `heuristics_over_autotune`: a heuristic above `autotune`.
//!
//! Both as documented.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "heuristics_over_autotune",
    about: "a heuristic above `autotune`",
    main: r#"from triton.runtime.errors import OutOfResources

{name}_seen, {name}_measured = [], {}

def {name}_before(arguments, reset_only=False):
    {name}_seen.append((arguments["{name}"], arguments["{name}_n"]))
    if arguments["{name}"] == 60 and not reset_only:
        raise OutOfResources(2, 1, "shared memory")

def {name}_bench(kernel):
    def bench(call, quantiles=None):
        call()
        config, key = {name}_seen[-1]
        measured = {name}_measured.setdefault((kernel, key), set())
        again = len(measured) == 3
        measured.add(config)
        return [1.0 if (config == key) != again else 2.0] * 3
    return bench"#,
    decorator: r#"@triton.heuristics({"{name}_h": lambda arguments: arguments["{name}_n"] + 1})
@triton.autotune(configs=[triton.Config({"{name}": n}) for n in (60, 61, 62, 64)], key=["{name}_n"], pre_hook={name}_before, do_bench={name}_bench("{kernel}"))"#,
    parameter: "{name}_n, {name}: tl.constexpr, {name}_h: tl.constexpr",
    argument: "{name}_n={value}",
    undecorated: "{name}_n={value}, {name}={value}, {name}_h={value} + 1",
    read: "{name} * 100 + {name}_h",
    values: Values::Listed(&[("61", 6162), ("62", 6263), ("64", 6465)]),
    ..Kind::EMPTY
};
