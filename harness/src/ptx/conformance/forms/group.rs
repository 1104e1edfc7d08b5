//! `wgmma`: products of a warp group, with factors in shared memory. The factors are small integers,
//! so that every sum is exact; how inexact ones are rounded is a matter of the matrix family.

use crate::ptx::conformance::form::{Claim, Form, vector};
use crate::ptx::conformance::operands::Values;
use crate::ptx::types::Type;

use Type::{B32, Bf16, E4m3, E5m2, F16, F32, S8, S32, Tf32, U8};

/// Threads of a warp group.
const GROUP: u32 = 128;

/// Registers of A: 64 rows of 32 bytes.
const LEFT: usize = 4;

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for (k, d, a, b) in [
        (16, F32, F16, F16),
        (16, F16, F16, F16),
        (16, F32, Bf16, Bf16),
        (8, F32, Tf32, Tf32),
        (32, F32, E4m3, E4m3),
        (32, F32, E5m2, E4m3),
        (32, F16, E4m3, E5m2),
        (32, S32, S8, S8),
        (32, S32, S8, U8),
        (32, S32, U8, U8),
    ] {
        let options: &[&str] = match a {
            F16 | Bf16 => &["1, 1, 0, 0", "-1, 1, 0, 0", "1, -1, 0, 0"],
            S8 | U8 => &[""],
            _ => &["1, 1", "1, -1"],
        };
        for options in options {
            for accumulates in [false, true] {
                for in_registers in [false, true] {
                    forms.push(product((k, d, a, b), options, accumulates, in_registers));
                }
            }
        }
    }
    forms
}

/// A lies in the rooms, B behind them: 8 rows (columns of the product) of 32 bytes; as much again is
/// not read. Eight rows of 16 bytes lie one after the other, the second 16 bytes of a row 128 bytes
/// on.
fn product(
    (k, d, a, b): (u32, Type, Type, Type),
    options: &str,
    accumulates: bool,
    in_registers: bool,
) -> Form {
    let sums = if d == F16 { 2 } else { 4 };
    let spare = GROUP * 16;
    // A factor in registers cannot be transposed.
    let options =
        if in_registers { options.strip_suffix(", 0").unwrap_or(options) } else { options };
    let comma = if options.is_empty() { "" } else { ", " };
    let left = if in_registers { vector('s', 0, LEFT) } else { "%left".to_owned() };
    let [d_name, a_name, b_name] = [d, a, b].map(Type::name);
    let addends: String =
        (0..sums).map(|at| format!("mov.b32 %d{at}, %s{}; ", LEFT + 1 + at)).collect();
    let text = format!(
        "{{ .reg .pred %add; .reg .b32 %at; .reg .b64 %left; .reg .b64 %right; \
         setp.eq.u32 %add, %thread, {}; {addends}\
         st.shared.v4.b32 [%room], {}; shl.b32 %at, %thread, 2; add.u32 %at, %at, %base; \
         st.shared.b32 [%at+{spare}], %s{LEFT}; \
         shr.u32 %at, %base, 4; cvt.u64.u32 %left, %at; or.b64 %left, %left, 0x1000080000; \
         add.u64 %right, %left, {}; fence.proxy.async.shared::cta; bar.sync 0; \
         wgmma.fence.sync.aligned; \
         wgmma.mma_async.sync.aligned.m64n8k{k}.{d_name}.{a_name}.{b_name} \
         {}, {left}, %right, %add{comma}{options}; \
         wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; }}",
        if accumulates { "%thread" } else { "0xffffffff" },
        vector('s', 0, LEFT),
        spare / 16,
        vector('d', 0, sums)
    );
    let sources = vec![B32; LEFT + 1 + sums];
    let form = Form::new(text, &vec![B32; sums], &sources).only_at(90).claiming(Claim::Certain);
    let form = form.with_all(Values::Small(d));
    let form = (0..LEFT).fold(form, |form, at| form.with(at, Values::Small(a)));
    Form { threads: GROUP, ..form.with(LEFT, Values::Small(b)) }
}
