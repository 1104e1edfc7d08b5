//! What a launch on a device is looked at for beside its results: what must not be stored to, and what may
//! differ from launch to launch.

use std::collections::BTreeMap;

use crate::device::native::{Checks, NativeBuffer};
use crate::device::{Observation, Outcome as Ended};
use crate::evaluate::Reference;

/// The device does not tell what was stored to; an element that the kernel does not store to and that
/// changed was.
pub(in crate::campaign) fn mark(
    observation: &mut Observation,
    expected: &Reference,
    before: &[NativeBuffer],
) {
    let Ended::Finished(buffers) = &mut observation.outcome else { return };
    for buffer in buffers.iter_mut().filter(|buffer| buffer.written.is_none()) {
        let due = expected.buffers.iter().find(|due| due.name == buffer.name);
        let before = before.iter().find(|before| before.name == buffer.name);
        let (Some(due), Some(before)) = (due, before) else { continue };
        let before = before.bytes.chunks(buffer.kind.bytes());
        let bits =
            |bytes: &[u8]| bytes.iter().rev().fold(0u64, |bits, b| bits << 8 | u64::from(*b));
        if before.len() == buffer.bits.len() && due.len() == buffer.bits.len() {
            let changed = before.zip(&buffer.bits).map(|(before, after)| bits(before) != *after);
            let stored = changed.zip(&due.written).map(|(changed, due)| changed || *due);
            buffer.written = Some(stored.collect());
        }
    }
}

/// What a device that launches looks at beside the results.
pub(in crate::campaign) fn checks(expected: &Reference, has_atomics: bool) -> Checks {
    let stored = |flags: &[bool]| flags.contains(&true);
    let read_only = expected.buffers.iter().filter(|buffer| !stored(&buffer.written));
    let read_only = read_only.map(|buffer| buffer.name.clone()).collect();
    // A rounded sum depends on the order of atomics, which differs from launch to launch.
    let any = !expected.is_exact() && has_atomics;
    let open = expected.buffers.iter().map(|buffer| {
        let flags = (0..buffer.len()).map(|at| any || buffer.is_open(at)).collect();
        (buffer.name.clone(), flags)
    });
    Checks { read_only, open: open.collect::<BTreeMap<_, Vec<bool>>>() }
}
