//! Tensor maps: what the tensor memory accelerator is told about a tensor, as Triton's launcher
//! fills them (`fillTMADescriptorTiled` in its `driver.c`).

#![allow(unsafe_code, reason = "the driver is a C library")]

use cudarc::driver::sys::{
    self, CUtensorMap, CUtensorMapDataType, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, CUtensorMapSwizzle,
};

use super::error::check;
use crate::device::native::{NativeOutcome, TensorMap};

/// The most dimensions that a tensor map has.
const RANK: usize = 5;

const DATA_TYPES: [CUtensorMapDataType; 13] = [
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT8,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT16,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT32,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_INT32,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT64,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_INT64,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ,
];

const SWIZZLES: [CUtensorMapSwizzle; 4] = [
    CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
    CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_32B,
    CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_64B,
    CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
];

/// The dimensions as the driver counts them: the innermost first.
#[derive(Debug, PartialEq, Eq)]
struct Dimensions {
    rank: usize,
    shape: [u64; RANK],
    /// In bytes, from the second dimension on.
    strides: [u64; RANK],
    block: [u32; RANK],
}

impl Dimensions {
    /// `None` where the map contradicts itself.
    fn of(map: &TensorMap) -> Option<Self> {
        let rank = map.block.len();
        let whole = (1..=RANK).contains(&rank) && map.shape.len() == rank;
        if !whole || map.strides.len() != rank {
            return None;
        }
        let mut own = Dimensions { rank, shape: [1; RANK], strides: [0; RANK], block: [1; RANK] };
        for (at, from) in (0..rank).rev().enumerate() {
            own.shape[at] = map.shape[from];
            own.block[at] = map.block[from];
            // That of the innermost dimension is one element, and left out.
            if let Some(outer) = from.checked_sub(1) {
                own.strides[at] = map.strides[outer].checked_mul(u64::from(map.element_bytes))?;
            }
        }
        let below = rank.checked_sub(2).map_or(u64::from(map.element_bytes), |at| own.strides[at]);
        own.strides[rank - 1] = own.shape[rank - 1].wrapping_mul(below);
        Some(own)
    }
}

/// The map of a tensor at `address`.
///
/// # Errors
/// If the driver refuses it.
pub(super) fn encode(map: &TensorMap, address: u64) -> Result<CUtensorMap, NativeOutcome> {
    let odd = || NativeOutcome::DeviceFailure(format!("a tensor map that makes no sense: {map:?}"));
    let dimensions = Dimensions::of(map).ok_or_else(odd)?;
    let data_type = DATA_TYPES.get(map.data_type as usize).ok_or_else(odd)?;
    let swizzle = SWIZZLES.get(map.swizzle as usize).ok_or_else(odd)?;
    let fill = match map.nan_fill {
        true => CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA,
        false => CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    };
    let mut encoded = CUtensorMap { opaque: [0; 16] };
    let element_strides = [1u32; RANK];
    // SAFETY: the arrays have room for the rank, which is at most five; all outlive the call. The
    // address is only written down.
    let code = unsafe {
        sys::cuTensorMapEncodeTiled(
            &raw mut encoded,
            *data_type,
            dimensions.rank as u32,
            address as *mut std::ffi::c_void,
            dimensions.shape.as_ptr(),
            dimensions.strides.as_ptr(),
            dimensions.block.as_ptr(),
            element_strides.as_ptr(),
            CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
            *swizzle,
            CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
            fill,
        )
    };
    match check("cuTensorMapEncodeTiled", code) {
        Ok(()) => Ok(encoded),
        // Triton's launcher raises here; what the launch asked for cannot be described.
        Err(error) if !error.is_sticky() => {
            Err(NativeOutcome::Unsupported("a tensor map of that shape".to_owned()))
        }
        Err(error) => Err(error.outcome()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_are_turned_around() {
        let map = TensorMap {
            buffer: 0,
            element_bytes: 2,
            data_type: 6,
            swizzle: 3,
            nan_fill: false,
            shape: vec![100, 64],
            strides: vec![72, 1],
            block: vec![16, 32],
        };
        let found = Dimensions::of(&map).unwrap();
        assert_eq!((found.rank, found.shape), (2, [64, 100, 1, 1, 1]));
        assert_eq!(found.strides, [144, 14400, 0, 0, 0]);
        assert_eq!(found.block, [32, 16, 1, 1, 1]);
        assert_eq!(Dimensions::of(&TensorMap { shape: vec![1], ..map.clone() }), None);
        let line = TensorMap { shape: vec![9], strides: vec![1], block: vec![8], ..map };
        assert_eq!(Dimensions::of(&line).unwrap().strides[0], 18);
    }
}
