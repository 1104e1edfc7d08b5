//! The control: a launch that every device survives that can be used at all. What a launch did to a
//! device counts only if the device survives this one afterwards, in a process of its own; else the
//! device is broken, and that says nothing of the kernel.

use super::launch::{
    CodeKind, NativeArgument, NativeBuffer, NativeLaunch, NativeOutcome, SIMULATED,
};

/// The entry point of every control.
pub(super) const CONTROL: &str = "control";

/// What is in the control's buffer before it, and what a number of its own is in PTX.
const BEFORE: u32 = 0;
const STORED: u32 = 1;

/// Seconds that it may take, the driver's compiler included.
const LIMIT: f64 = 60.0;

/// A launch, and what its only buffer holds after it.
#[derive(Clone, Debug)]
pub struct ControlLaunch {
    /// What is launched.
    pub launch: NativeLaunch,
    /// The bytes that it leaves.
    pub leaves: Vec<u8>,
}

impl ControlLaunch {
    fn new(kind: CodeKind, code: Vec<u8>, arguments: Vec<NativeArgument>, leaves: u32) -> Self {
        let buffer = NativeBuffer {
            name: "out".to_owned(),
            bytes: BEFORE.to_le_bytes().to_vec(),
            misalign: 0,
            element_bytes: 4,
            read_only: false,
            compared: Vec::new(),
        };
        let launch = NativeLaunch {
            kind,
            code,
            entry: CONTROL.to_owned(),
            build_flags: String::new(),
            grid: [1; 3],
            num_ctas: 1,
            threads: 32,
            shared: 0,
            cooperative: false,
            arguments,
            buffers: vec![buffer],
            repeats: 1,
            limit: LIMIT,
        };
        ControlLaunch { launch, leaves: leaves.to_le_bytes().to_vec() }
    }

    /// Whether a device that answers so can be used; else what it did. On a simulated device nothing
    /// finishes: that it accepts the launch is all that it can show.
    pub(super) fn survived(&self, outcome: &NativeOutcome) -> Result<(), String> {
        match outcome {
            NativeOutcome::Finished { buffers, stray: None, nondeterministic: None } => {
                let right = buffers.len() == 1 && buffers[0].as_slice() == self.leaves;
                right.then_some(()).ok_or_else(|| "it leaves wrong values".to_owned())
            }
            NativeOutcome::Finished { stray, nondeterministic, .. } => {
                let what = stray.iter().chain(nondeterministic).cloned().collect::<Vec<_>>();
                Err(what.join("; "))
            }
            NativeOutcome::Unsupported(what) if what == SIMULATED => Ok(()),
            NativeOutcome::Unsupported(what) => Err(format!("unsupported: {what}")),
            NativeOutcome::Trap(what) | NativeOutcome::DeviceFailure(what) => Err(what.clone()),
            NativeOutcome::Timeout => Err("it does not end".to_owned()),
        }
    }
}

/// Stores a number: PTX for the oldest GPUs that Triton compiles for, which the driver compiles for
/// newer ones.
const PTX: &str = "
.version 7.0
.target sm_70
.address_size 64

.visible .entry control(.param .u64 out) {
    .reg .b32 %r<2>;
    .reg .b64 %d<2>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, 1;
    st.global.u32 [%d1], %r1;
    ret;
}
";

/// The control of a GPU of NVIDIA's.
pub(in crate::device) fn ptx() -> ControlLaunch {
    let arguments = vec![NativeArgument::Buffer(0)];
    ControlLaunch::new(CodeKind::Ptx, PTX.as_bytes().to_vec(), arguments, STORED)
}

/// A kernel that does nothing, in a module of its own.
#[rustfmt::skip]
const SPIRV: [u32; 31] = [
    0x0723_0203, 0x0001_0000, 0, 5, 0, // magic, version 1.0, generator, bound, schema
    0x0002_0011, 4, // OpCapability Addresses
    0x0002_0011, 6, // OpCapability Kernel
    0x0003_000e, 2, 2, // OpMemoryModel Physical64 OpenCL
    0x0005_000f, 6, 3, 0x746e_6f63, 0x006c_6f72, // OpEntryPoint Kernel %3 "control"
    0x0002_0013, 1, // %1 = OpTypeVoid
    0x0003_0021, 2, 1, // %2 = OpTypeFunction %1
    0x0005_0036, 1, 3, 0, 2, // %3 = OpFunction %1 None %2
    0x0002_00f8, 4, // %4 = OpLabel
    0x0001_00fd, // OpReturn
    0x0001_0038, // OpFunctionEnd
];

/// The control of a device that takes SPIR-V. It stores nothing: the compiler, the queue and both
/// copies are used all the same.
pub(in crate::device) fn spirv() -> ControlLaunch {
    let code = SPIRV.iter().flat_map(|word| word.to_le_bytes()).collect();
    ControlLaunch::new(CodeKind::Spirv, code, Vec::new(), BEFORE)
}

/// The control of the device that misbehaves.
pub(super) fn faulty() -> ControlLaunch {
    ControlLaunch::new(CodeKind::Ptx, Vec::new(), Vec::new(), BEFORE)
}

#[cfg(test)]
mod tests {
    use serde_bytes::ByteBuf;

    use super::*;

    fn finished(bytes: [u8; 4], stray: Option<&str>) -> NativeOutcome {
        let buffers = vec![ByteBuf::from(bytes.to_vec())];
        let stray = stray.map(str::to_owned);
        NativeOutcome::Finished { buffers, stray, nondeterministic: None }
    }

    #[test]
    fn only_what_leaves_its_number_and_nothing_else_survives() {
        let survived = |outcome: NativeOutcome| ptx().survived(&outcome);
        assert_eq!(survived(finished([1, 0, 0, 0], None)), Ok(()));
        assert_eq!(survived(NativeOutcome::Unsupported(SIMULATED.to_owned())), Ok(()));
        let failed = || "x".to_owned();
        for (outcome, says) in [
            (finished([0; 4], None), "wrong values"),
            (finished([1, 0, 0, 0], Some("a stray store")), "a stray store"),
            (NativeOutcome::Unsupported(failed()), "unsupported: x"),
            (NativeOutcome::Trap(failed()), "x"),
            (NativeOutcome::DeviceFailure(failed()), "x"),
            (NativeOutcome::Timeout, "does not end"),
        ] {
            assert!(survived(outcome).unwrap_err().contains(says), "{says}");
        }
    }

    #[test]
    fn the_module_is_well_formed() {
        let mut at = 5;
        while at < SPIRV.len() {
            let words = (SPIRV[at] >> 16) as usize;
            assert!(words > 0, "word {at}");
            at += words;
        }
        assert_eq!(at, SPIRV.len());
        assert_eq!(SPIRV[15].to_le_bytes(), *b"cont");
    }
}
