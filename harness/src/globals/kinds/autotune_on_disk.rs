//! Kind `autotune_on_disk`: a configuration that `autotune` picks by an argument and keeps on disk.
//!
//! As `autotune_by_key`, in all processes (`cache_results`).

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "autotune_on_disk",
    about: "a configuration that `autotune` picks by an argument and keeps on disk",
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
    decorator: r#"@triton.autotune(cache_results=True, configs=[triton.Config({"{name}": n}) for n in (60, 61, 62, 64)], key=["{name}_n"], pre_hook={name}_before, do_bench={name}_bench("{kernel}"))"#,
    needs: "'cache_results' in triton.autotune.__code__.co_varnames",
    parameter: "{name}_n, {name}: tl.constexpr",
    argument: "{name}_n={value}",
    undecorated: "{name}_n={value}, {name}={value}",
    values: Values::Listed(&[("61", 61), ("62", 62), ("64", 64)]),
    ..Kind::EMPTY
};
