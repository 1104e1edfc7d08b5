//! Operations of one backend or one chip: functions that hold one are counted apart.

use crate::mlir::Operation;

/// Dialects, and beginnings of the names of operations.
const FOREIGN: [&str; 19] = [
    "amdg.",
    "amdgpu.",
    "gpu.",
    "llvm.",
    "nvg.",
    "nvgpu.",
    "nvvm.",
    "nvws.",
    "rocdl.",
    "triton_gen.",
    "triton_intel_gpu.",
    "ttig.",
    "ttng.async_tma_gather",
    "ttng.async_tma_scatter",
    "ttng.clc_",
    "ttng.tc_gen5",
    "ttng.tmem_",
    "ttng.tensormap",
    "ttg.local_atomic",
];

/// The first operation in a function that only one backend or one chip has.
pub fn foreign(function: &Operation) -> Option<String> {
    let mut found = None;
    function.walk(&mut |op| {
        let name = op.name.as_str();
        if found.is_none() && FOREIGN.iter().any(|prefix| name.starts_with(prefix)) {
            found = Some(name.to_owned());
        }
    });
    found
}
