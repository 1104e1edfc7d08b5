//! Kind `pre_run_hook`: a constexpr global that a hook sets before the kernel runs.
//!
//! `add_pre_run_hook`: executed prior to the run, so the run must see it.

use super::super::{Kind, changes};

pub(super) const KIND: Kind = Kind {
    name: "pre_run_hook",
    about: "a constexpr global that a hook sets before the kernel runs",
    main: r#"{name}_next = {value}
{name} = tl.constexpr({name}_next)

def {name}_hook(*arguments, **keywords):
    global {name}
    {name} = tl.constexpr({name}_next)

def {name}_hooked(kernel):
    kernel.add_pre_run_hook({name}_hook)
    return kernel"#,
    decorator: "@{name}_hooked",
    mutations: &[changes("arm", "{name}_next = {value}")],
    ..Kind::EMPTY
};
