//! Which input element a value came from: input buffers carry values that identify their offset.

use std::collections::HashMap;

use crate::tensor::{Exact, Kind, Tile};
use crate::testcase::{Argument, Fill, TestCase};

/// Where each value of the inputs stands.
pub(super) struct Origins {
    /// Bit pattern to buffer and index; `None` where two elements hold it.
    places: HashMap<u64, Option<(String, usize)>>,
}

impl Origins {
    /// Of the buffers whose elements are `kind` and hold a ramp.
    pub(super) fn of(case: &TestCase, kind: Kind) -> Self {
        let mut places: HashMap<u64, Option<(String, usize)>> = HashMap::new();
        for (_, param, argument) in case.bound() {
            let Argument::Buffer(spec) = argument else { continue };
            let is_ramp = matches!(spec.fill, Fill::Ramp { .. });
            if !is_ramp || spec.dtype.kind() != kind {
                continue;
            }
            let tile: Tile<Exact> = spec.fill.tile(spec.dtype, spec.len);
            for at in 0..spec.len {
                let place = Some((param.name.clone(), at));
                let bits = tile.bits(kind, at).unwrap_or_default();
                places.entry(bits).and_modify(|p| *p = None).or_insert(place);
            }
        }
        Origins { places }
    }

    /// `A[128]`, if exactly one input element holds these bits.
    pub(super) fn name(&self, bits: u64) -> Option<String> {
        let (name, at) = self.places.get(&bits)?.as_ref()?;
        Some(format!("{name}[{at}]"))
    }
}
