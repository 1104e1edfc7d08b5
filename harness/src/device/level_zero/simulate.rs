//! Simulated devices: which there are, and the environment that makes Intel's driver simulate one.

use crate::device::native::Absent;

/// A device that the driver can simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Simulated {
    ordinal: &'static str,
    family: &'static str,
    /// Slices, sub-slices and execution units of each. Without it the driver divides by what it
    /// could not ask the hardware.
    shape: &'static str,
}

const SIMULATED: &[Simulated] = &[
    Simulated { ordinal: "sim-pvc", family: "pvc", shape: "8x64x8" },
    Simulated { ordinal: "sim-dg2", family: "dg2", shape: "8x32x16" },
];

/// What all of them need: a command stream that is written to a file instead of to hardware, and
/// the loader's layer that checks parameters, since the driver crashes on some wrong ones.
const COMMON: &[(&str, &str)] = &[
    ("NEOReadDebugKeys", "1"),
    ("SetCommandStreamReceiver", "1"),
    ("AUBDumpCaptureFileName", "/dev/null"),
    ("ZE_ENABLE_VALIDATION_LAYER", "1"),
    ("ZE_ENABLE_PARAMETER_VALIDATION", "1"),
];

impl Simulated {
    /// The simulated device that an ordinal names; none if it does not begin with `sim`.
    pub(super) fn parse(ordinal: &str) -> Result<Option<Self>, Absent> {
        let found = SIMULATED.iter().find(|simulated| simulated.ordinal == ordinal);
        match found {
            None if ordinal.starts_with("sim") => {
                Err(Absent(format!("`{ordinal}` is not simulated, only {}", Self::names())))
            }
            found => Ok(found.copied()),
        }
    }

    /// Their names.
    pub(super) fn names() -> String {
        SIMULATED.iter().map(|simulated| simulated.ordinal).collect::<Vec<_>>().join(", ")
    }

    /// The variables that make the driver simulate it.
    fn environment(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own = [("ProductFamilyOverride", self.family), ("HardwareInfoOverride", self.shape)];
        COMMON.iter().copied().chain(own)
    }

    /// Sets them for this process. The loader and the driver read them when they are initialized,
    /// so this comes before anything is loaded, and holds until the process ends.
    #[allow(unsafe_code, reason = "the driver takes its settings from the environment alone")]
    pub(super) fn set_environment(self) {
        for (name, value) in self.environment() {
            // SAFETY: a device is opened in a process of its own, whose only other thread then waits
            // for the end of a pipe and reads no environment.
            unsafe { std::env::set_var(name, value) };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ordinals_are_read() {
        assert_eq!(Simulated::parse("0").expect("a number"), None);
        assert_eq!(Simulated::parse("").expect("the first"), None);
        let pvc = Simulated::parse("sim-pvc").expect("known").expect("simulated");
        assert_eq!(pvc.family, "pvc");
        assert!(Simulated::parse("sim-xyz").expect_err("unknown").0.contains("sim-dg2"));
    }

    #[test]
    fn every_simulated_device_sets_each_variable_once() {
        for simulated in SIMULATED {
            let names: Vec<_> = simulated.environment().map(|(name, _)| name).collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
            assert!(names.contains(&"HardwareInfoOverride"));
        }
    }
}
