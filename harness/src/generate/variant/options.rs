//! Another number of warps or stages, and buffers at other addresses.

use super::Edit;
use crate::testcase::Argument;

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let options = &mut edit.case.options;
    let mut warps = vec![1, 2, 4, 8];
    warps.retain(|count| *count != options.num_warps);
    options.num_warps = edit.choice.pick(&warps);
    options.num_stages = edit.choice.pick(&[1, 2, 3, 4]);
    options.enable_fp_fusion ^= edit.choice.chance(50);
    // What is off the boundary may as well be on it; descriptors need the rest where it is.
    for argument in &mut edit.case.arguments {
        match argument {
            Argument::Buffer(spec) if edit.choice.chance(50) => spec.misalign = 0,
            _ => {}
        }
    }
    Some(())
}
