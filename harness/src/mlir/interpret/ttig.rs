//! Intel's operations on values, under both names of the dialect. Prefetches change no value.

use crate::tensor::Domain;

use super::Family;
use super::tma_gather::{gather, scatter};
use super::tt_program::nothing;
use super::tt_shape::broadcast;

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("triton_intel_gpu.prefetch", nothing),
        ("ttig.prefetch", nothing),
        ("ttig.descriptor_prefetch", nothing),
        ("triton_intel_gpu.broadcast", broadcast),
        ("ttig.broadcast", broadcast),
        ("ttig.descriptor_gather", gather),
        ("ttig.descriptor_scatter", scatter),
    ]
}
