//! One launch, repeated from identical state.

#![allow(unsafe_code, reason = "the driver is a C library")]

use std::ffi::c_void;

use cudarc::driver::sys::{
    self, CUclusterSchedulingPolicy, CUfunction_attribute, CUlaunchAttribute, CUlaunchAttributeID,
    CUlaunchAttributeValue, CUlaunchConfig, CUtensorMap,
};

use super::driver::{Function, Stream};
use super::error::{CudaError, check};
use super::tensor_map;
use crate::device::native::{NativeArgument, NativeLaunch, NativeOutcome, Placement};

/// Static shared memory and more than this of it is asked for by itself.
const SHARED_BY_DEFAULT: u32 = 48 << 10;

/// The largest cluster that every device with clusters has.
const PORTABLE_CLUSTER: u32 = 8;

/// Room for one parameter, aligned for any.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
union Parameter {
    bytes: [u8; 128],
    map: CUtensorMap,
}

/// The values of a kernel's parameters.
pub(super) struct Parameters(Vec<Parameter>);

impl Parameters {
    /// The parameters of `launch` where its memory starts at `base`.
    ///
    /// # Errors
    /// If one cannot be made.
    pub(super) fn new(
        launch: &NativeLaunch,
        placement: &Placement,
        base: u64,
    ) -> Result<Self, NativeOutcome> {
        let odd = |what: &str| NativeOutcome::DeviceFailure(what.to_owned());
        let at = |index: u32| {
            let offset = placement.buffer(index).ok_or_else(|| odd("an argument of no buffer"))?;
            Ok::<u64, NativeOutcome>(base + offset as u64)
        };
        let parameter = |(index, argument): (usize, &NativeArgument)| {
            let mut bytes = [0; 128];
            match argument {
                NativeArgument::Buffer(index) => {
                    bytes[..8].copy_from_slice(&at(*index)?.to_le_bytes())
                }
                NativeArgument::Bytes(value) => bytes
                    .get_mut(..value.len())
                    .ok_or_else(|| odd("an argument of that many bytes"))?
                    .copy_from_slice(value),
                NativeArgument::Scratch(_) => {
                    let start = placement.scratch(index).map_or(0, |offset| base + offset as u64);
                    bytes[..8].copy_from_slice(&start.to_le_bytes());
                }
                NativeArgument::TensorMap(map) => {
                    let map = tensor_map::encode(map, at(map.buffer)?)?;
                    return Ok(Parameter { map });
                }
                NativeArgument::Local(_) => return Err(odd("local memory as an argument")),
            }
            Ok(Parameter { bytes })
        };
        let all = launch.arguments.iter().enumerate().map(parameter);
        all.collect::<Result<_, _>>().map(Parameters)
    }
}

/// Prepares the function: what Triton's launcher sets before it launches.
///
/// # Errors
/// If the device has not what the launch needs. `most_shared` is what a block may ask for.
pub(super) fn prepare(
    launch: &NativeLaunch,
    function: &Function,
    most_shared: u32,
) -> Result<(), NativeOutcome> {
    let outcome = |error: CudaError| error.outcome();
    let threads = function.get(CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    if i64::from(launch.threads) > i64::from(threads.map_err(outcome)?) {
        return Err(NativeOutcome::Unsupported("that many registers or threads".to_owned()));
    }
    let fixed = function.get(CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    let fixed = u32::try_from(fixed.map_err(outcome)?).unwrap_or(0);
    if launch.shared.saturating_add(fixed) > most_shared {
        return Err(NativeOutcome::Unsupported("that much shared memory".to_owned()));
    }
    if launch.shared.saturating_add(fixed) > SHARED_BY_DEFAULT {
        let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        function.set(attribute, launch.shared as i32).map_err(outcome)?;
    }
    if launch.num_ctas > PORTABLE_CLUSTER {
        let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
        function.set(attribute, 1).map_err(outcome)?;
    }
    Ok(())
}

/// Starts the kernel on `stream`.
///
/// # Errors
/// If the driver refuses.
pub(super) fn start(
    launch: &NativeLaunch,
    function: &Function,
    parameters: &mut Parameters,
    stream: &Stream,
) -> Result<(), CudaError> {
    let mut pointers: Vec<*mut c_void> =
        parameters.0.iter_mut().map(|parameter| (&raw mut *parameter).cast()).collect();
    let mut attributes = attributes(launch);
    let config = CUlaunchConfig {
        gridDimX: launch.grid[0].saturating_mul(launch.num_ctas.max(1)),
        gridDimY: launch.grid[1],
        gridDimZ: launch.grid[2],
        blockDimX: launch.threads,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: launch.shared,
        hStream: stream.raw(),
        attrs: attributes.as_mut_ptr(),
        numAttrs: attributes.len() as u32,
    };
    // SAFETY: each parameter has room for 128 bytes, more than any that Triton declares; all outlive
    // the call, which copies them.
    let code = unsafe {
        sys::cuLaunchKernelEx(
            &raw const config,
            function.raw(),
            pointers.as_mut_ptr(),
            std::ptr::null_mut(),
        )
    };
    check("cuLaunchKernelEx", code)
}

fn attributes(launch: &NativeLaunch) -> Vec<CUlaunchAttribute> {
    let attribute = |id, set: &dyn Fn(&mut CUlaunchAttributeValue)| {
        let mut value = CUlaunchAttributeValue { pad: [0; 64] };
        set(&mut value);
        CUlaunchAttribute { id, pad: [0; 4], value }
    };
    let mut attributes = Vec::new();
    if launch.cooperative {
        let id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes.push(attribute(id, &|value| value.cooperative = 1));
    }
    if launch.num_ctas > 1 {
        let id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        let cluster =
            sys::CUlaunchAttributeValue_union__bindgen_ty_1 { x: launch.num_ctas, y: 1, z: 1 };
        attributes.push(attribute(id, &|value| value.clusterDim = cluster));
        let id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE;
        let spread = CUclusterSchedulingPolicy::CU_CLUSTER_SCHEDULING_POLICY_SPREAD;
        attributes.push(attribute(id, &|value| {
            value.clusterSchedulingPolicyPreference = spread;
        }));
    }
    attributes
}
