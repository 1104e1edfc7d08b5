//! The loader, its drivers and their devices. These handles are the driver's: none is ever freed.

use std::ffi::{CStr, c_char};
use std::ptr::null_mut;

use level_zero_sys as ze;
use ze::LevelZero;

use super::error::{Refused, check};
use crate::device::native::{Absent, DeviceInfo};

/// What brings Level Zero to a machine.
const PACKAGES: &str = "Debian has them as `libze1` and `intel-opencl-icd`";

/// A device, and the loader that it is reached through.
#[derive(Clone, Copy)]
pub(super) struct Device {
    /// The loaded API. Never unloaded: drivers keep threads that run until the process ends.
    pub(super) api: &'static LevelZero,
    /// The driver that has it.
    pub(super) driver: ze::ze_driver_handle_t,
    /// The device itself.
    pub(super) handle: ze::ze_device_handle_t,
    /// What it is.
    properties: ze::ze_device_properties_t,
    /// What one launch may ask for.
    pub(super) compute: ze::ze_device_compute_properties_t,
}

impl Device {
    /// The device of that number, counted over all drivers.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn open(index: usize) -> Result<Self, Absent> {
        // SAFETY: loading the loader runs its initializers, which is what it is made for.
        let api = unsafe { LevelZero::new(ze::LOADER) }.map_err(|error| {
            Absent(format!("the Level Zero loader is not here ({error}); {PACKAGES}"))
        })?;
        let api: &'static LevelZero = Box::leak(Box::new(api));
        // SAFETY: `zeInit` takes flags only, and is the first call.
        let code = unsafe { api.zeInit(ze::ZE_INIT_FLAG_GPU_ONLY) };
        // After a failure any other call crashes.
        check("zeInit", code).map_err(|refused| {
            Absent(format!("no Level Zero driver finds a GPU ({refused}); {PACKAGES}"))
        })?;
        let all = devices(api).map_err(|refused| Absent(refused.to_string()))?;
        let count = all.len();
        let (driver, handle) = *all
            .get(index)
            .ok_or_else(|| Absent(format!("there is no device {index}: Level Zero has {count}")))?;
        Device::of(api, driver, handle).map_err(|refused| Absent(refused.to_string()))
    }

    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn of(
        api: &'static LevelZero,
        driver: ze::ze_driver_handle_t,
        handle: ze::ze_device_handle_t,
    ) -> Result<Self, Refused> {
        let mut properties = ze::ze_device_properties_t {
            stype: ze::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES,
            ..Default::default()
        };
        let mut compute = ze::ze_device_compute_properties_t {
            stype: ze::ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES,
            ..Default::default()
        };
        // SAFETY: the handle is one that the driver gave; each structure bears its type and outlives
        // the call that fills it.
        unsafe {
            check("zeDeviceGetProperties", api.zeDeviceGetProperties(handle, &mut properties))?;
            check(
                "zeDeviceGetComputeProperties",
                api.zeDeviceGetComputeProperties(handle, &mut compute),
            )?;
        }
        Ok(Device { api, driver, handle, properties, compute })
    }

    /// What it is, for people.
    pub(super) fn describe(&self) -> DeviceInfo {
        let compute = &self.compute;
        let sizes = compute.subGroupSizes.iter().take(compute.numSubGroupSizes as usize);
        let sizes: Vec<_> = sizes.map(u32::to_string).collect();
        DeviceInfo {
            name: text(&self.properties.name),
            capability: format!(
                "device {:#06x}, groups of {}, {} bytes of local memory, subgroups of {}",
                self.properties.deviceId,
                compute.maxTotalGroupSize,
                compute.maxSharedLocalMemory,
                sizes.join(", ")
            ),
            driver: self.driver_version(),
        }
    }

    /// Bytes that one allocation may have.
    pub(super) fn largest_allocation(&self) -> u64 {
        self.properties.maxMemAllocSize
    }

    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn driver_version(&self) -> String {
        let mut properties = ze::ze_driver_properties_t {
            stype: ze::ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES,
            ..Default::default()
        };
        // SAFETY: as above.
        let code = unsafe { self.api.zeDriverGetProperties(self.driver, &mut properties) };
        match check("zeDriverGetProperties", code) {
            // Intel packs major, minor and build: 1.3.24595 is 0x01036013.
            Ok(()) => {
                let version = properties.driverVersion;
                let (major, minor) = (version >> 24, (version >> 16) & 0xff);
                format!("Level Zero {major}.{minor}.{}", version & 0xffff)
            }
            Err(refused) => refused.to_string(),
        }
    }

    /// The queue group that computes, and whether it also takes cooperative launches.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn compute_group(&self) -> Result<Option<(u32, bool)>, Refused> {
        const CALL: &str = "zeDeviceGetCommandQueueGroupProperties";
        let mut count = 0;
        // SAFETY: with no array the call only counts.
        check(CALL, unsafe {
            self.api.zeDeviceGetCommandQueueGroupProperties(self.handle, &mut count, null_mut())
        })?;
        let empty = ze::ze_command_queue_group_properties_t {
            stype: ze::ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES,
            ..Default::default()
        };
        let mut groups = vec![empty; count as usize];
        // SAFETY: the array has room for `count` structures that bear their type.
        check(CALL, unsafe {
            self.api.zeDeviceGetCommandQueueGroupProperties(
                self.handle,
                &mut count,
                groups.as_mut_ptr(),
            )
        })?;
        let has =
            |group: &ze::ze_command_queue_group_properties_t, flag: u32| group.flags & flag != 0;
        let compute = (0..count).zip(&groups).find(|(_, group)| {
            has(group, ze::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) && group.numQueues > 0
        });
        Ok(compute.map(|(ordinal, group)| {
            (ordinal, has(group, ze::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS))
        }))
    }
}

/// Every device of every driver. Must follow a `zeInit` that succeeded.
#[allow(unsafe_code, reason = "calls into the Level Zero loader")]
fn devices(
    api: &'static LevelZero,
) -> Result<Vec<(ze::ze_driver_handle_t, ze::ze_device_handle_t)>, Refused> {
    let mut count = 0;
    // SAFETY: with no array the call only counts.
    check("zeDriverGet", unsafe { api.zeDriverGet(&mut count, null_mut()) })?;
    let mut drivers = vec![null_mut(); count as usize];
    // SAFETY: the array has room for `count` handles.
    check("zeDriverGet", unsafe { api.zeDriverGet(&mut count, drivers.as_mut_ptr()) })?;
    let mut all = Vec::new();
    for driver in drivers.into_iter().filter(|driver| !driver.is_null()) {
        let mut count = 0;
        // SAFETY: the handle is one that the loader gave; with no array the call only counts.
        check("zeDeviceGet", unsafe { api.zeDeviceGet(driver, &mut count, null_mut()) })?;
        let mut handles = vec![null_mut(); count as usize];
        // SAFETY: the array has room for `count` handles.
        check("zeDeviceGet", unsafe { api.zeDeviceGet(driver, &mut count, handles.as_mut_ptr()) })?;
        all.extend(handles.into_iter().filter(|h| !h.is_null()).map(|handle| (driver, handle)));
    }
    Ok(all)
}

/// A C string in an array of fixed size.
#[allow(unsafe_code, reason = "a C string is read")]
fn text(array: &[c_char]) -> String {
    if !array.contains(&0) {
        return String::new();
    }
    // SAFETY: the array holds a terminating zero, and is borrowed meanwhile.
    unsafe { CStr::from_ptr(array.as_ptr()) }.to_string_lossy().into_owned()
}
