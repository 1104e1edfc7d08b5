//! Kind `launch_hooks`: a constexpr global that hooks change while the kernel is launched, and restore.
//!
//! When the hooks run the code has been chosen; afterwards the global is as it was.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "launch_hooks",
    about: "a constexpr global that hooks change while the kernel is launched, and restore",
    support: Support::Unspecified,
    main: r#"{name} = tl.constexpr({value})
{name}_kept = []

def {name}_enter(metadata):
    global {name}
    {name}_kept.append({name})
    {name} = tl.constexpr(5)

def {name}_exit(metadata):
    global {name}
    {name} = {name}_kept.pop()

triton.knobs.runtime.launch_enter_hook.add({name}_enter)
triton.knobs.runtime.launch_exit_hook.add({name}_exit)"#,
    needs: "hasattr(triton, 'knobs') and hasattr(triton.knobs.runtime.launch_enter_hook, 'add')",
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
    ],
    ..Kind::EMPTY
};
