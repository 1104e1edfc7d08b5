//! Kind `autotune_restores`: a tensor that `autotune` restores, and one that it sets to zero, for each trial.
//!
//! The documentation of `reset_to_zero` and `restore_value`. The kernel's writes are a hook's here.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "autotune_restores",
    about: "a tensor that `autotune` restores, and one that it sets to zero, for each trial",
    main: r#"class {name}_Tensor:
    from copy import copy as clone
    dtype, content, data_ptr, ptr_range = tl.int32, 0, lambda self: 0x20000, lambda self: 4

    def zero_(self):
        self.content = 0

    def copy_(self, other):
        self.content = other.content

{name}_kept, {name}_zeroed = {name}_Tensor(), {name}_Tensor()

def {name}_write(*arguments, **keywords):
    {name}_kept.content += 1; {name}_zeroed.content += 1

def {name}_written(kernel):
    return kernel.add_pre_run_hook({name}_write) or kernel

def {name}_bench(call, quantiles=None):
    before = {name}_kept.content
    call()
    assert {name}_kept.content == before, "not restored"
    assert {name}_zeroed.content == 1, "not set to zero"
    return [1.0] * 3"#,
    decorator: r#"@triton.autotune(configs=[triton.Config({}, num_warps=n) for n in (1, 2)], key=["{name}"], restore_value=["{name}_k"], reset_to_zero=["{name}_z"], do_bench={name}_bench)
@{name}_written"#,
    parameter: "{name}, {name}_k, {name}_z",
    argument: "{name}={value}, {name}_k={name}_kept, {name}_z={name}_zeroed",
    values: Values::Listed(&[("16", 16), ("17", 17), ("32", 32)]),
    shares: &[0, 1, 0],
    ..Kind::EMPTY
};
