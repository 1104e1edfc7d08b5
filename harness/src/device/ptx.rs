//! The `ptx` device: executes NVIDIA's assembly on the CPU, with the arguments that a launch on a
//! GPU would have.

use super::native::{self, NativeArgument, NativeLaunch};
use super::observe::{Ended, observe};
use super::{Cause, Device, Execution, Native, Observation, ObservedBuffer, Outcome};
use crate::compile::Stage;
use crate::ptx::{
    self, ElementType, Executable, Fill, GlobalBuffer, GlobalMemory, Options, Run, Stop, StopKind,
    Swizzle,
};
use crate::tensor::{Buffer, Exact, Memory};

/// Where scratch memory lies, and how far apart.
const SCRATCH: u64 = 0x7d00_0000_0000;
const SCRATCH_STEP: u64 = 1 << 36;

/// Schedules that are tried: a race that shared memory's checks do not see may show in one of two.
const SCHEDULES: u64 = 2;

/// Instructions of warps that a launch may take: some ten seconds.
const STEPS: u64 = 50_000_000;

/// Threads of a warp.
const WARP: u32 = 32;

/// See the module.
pub(super) struct PtxDevice;

impl Device for PtxDevice {
    fn id(&self) -> String {
        "ptx".to_owned()
    }

    fn stages(&self) -> &'static [Stage] {
        &[Stage::Ptx]
    }

    fn is_native(&self) -> bool {
        true
    }

    fn execute(&self, execution: &Execution) -> Observation {
        observe(self.id(), execution, run)
    }
}

/// How it ended, and whether a GPU may have another result.
fn run(execution: &Execution) -> Ended {
    let unsupported = |what: &str| Outcome::Unsupported(what.to_owned());
    let native = execution.native.as_ref();
    let native = native.ok_or_else(|| unsupported("text without the compiled kernel"))?;
    let launch = native::prepare_cuda(Stage::Ptx, native.launch, execution.memory, native.checks);
    let launch = launch.map_err(|error| Outcome::Unsupported(error.0))?;
    let module = ptx::read_bytes(&launch.code)
        .map_err(|error| Outcome::Unsupported(format!("reading PTX: {}", error.message)))?;
    let executable = Executable::new(&module, Some(&launch.entry)).map_err(outcome)?;
    let (arguments, memory) = bind(&launch, execution.memory, executable.parameters())?;
    let options = Options {
        grid: launch.grid,
        cluster: launch.num_ctas,
        threads: launch.threads,
        shared: launch.shared,
        steps: STEPS,
        // Triton up to 3.6 has none between a copy by threads and a product by the tensor core, and GPUs
        // do not need it.
        fences: false,
        ..Options::default()
    };
    let first = executable.run(&arguments, memory.clone(), &options).map_err(outcome)?;
    // What rounds as IEEE says does so on every GPU; only what may come out otherwise is not certain.
    let mut rounded = first.approximate;
    if launch.threads * launch.num_ctas > WARP {
        for seed in 1..SCHEDULES {
            let options = Options { seed, ..options.clone() };
            let again = executable.run(&arguments, memory.clone(), &options).map_err(outcome)?;
            rounded |= again.approximate;
            // Sums in another order may differ.
            if !rounded && let Some(what) = difference(&launch, &first, &again) {
                return Ok((Outcome::Nondeterministic(what), rounded));
            }
        }
    }
    if let Some(what) = stray(native, &first) {
        return Ok((Outcome::Fault(what), rounded));
    }
    let buffers = execution.memory.buffers().iter().zip(first.memory.buffers());
    let buffers = buffers.map(|(before, after)| observed(before, after)).collect();
    Ok((Outcome::Finished(buffers), rounded))
}

/// The bytes of each parameter, and what memory they point to.
fn bind(
    launch: &NativeLaunch,
    memory: &Memory<Exact>,
    parameters: usize,
) -> Result<(Vec<Vec<u8>>, GlobalMemory), Outcome> {
    let mut global = GlobalMemory::default();
    for (buffer, native) in memory.buffers().iter().zip(&launch.buffers) {
        global.add(GlobalBuffer::new(&native.name, buffer.base, native.bytes.clone()));
    }
    let mut arguments = Vec::new();
    let mut scratch = SCRATCH;
    for argument in &launch.arguments {
        arguments.push(match argument {
            NativeArgument::Buffer(index) => address(memory, *index)?.to_le_bytes().to_vec(),
            NativeArgument::Bytes(bytes) => bytes.clone(),
            NativeArgument::TensorMap(map) => {
                tensor_map(map, address(memory, map.buffer)?)?.encode().to_vec()
            }
            // The launcher of a kernel that has no such parameter passes it all the same.
            NativeArgument::Scratch(_) if arguments.len() >= parameters => continue,
            NativeArgument::Scratch(0) => vec![0; 8],
            NativeArgument::Scratch(size) => {
                let base = scratch;
                scratch += SCRATCH_STEP;
                global.add(GlobalBuffer::new("scratch", base, vec![0; *size as usize]));
                base.to_le_bytes().to_vec()
            }
            NativeArgument::Local(_) => {
                return Err(Outcome::Unsupported("local memory as an argument".to_owned()));
            }
        });
    }
    Ok((arguments, global))
}

fn address(memory: &Memory<Exact>, index: u32) -> Result<u64, Outcome> {
    let buffer = memory.buffers().get(index as usize);
    buffer
        .map(|buffer| buffer.base)
        .ok_or_else(|| Outcome::DeviceFailure("an argument that points to no buffer".to_owned()))
}

/// A map as the interpreter has it: dimensions from the innermost, strides in bytes.
fn tensor_map(map: &native::TensorMap, address: u64) -> Result<ptx::TensorMap, Outcome> {
    let unsupported = |what: &str| Outcome::Unsupported(format!("a tensor map {what}"));
    // The driver numbers three types otherwise than PTX.
    let element = match map.data_type {
        8 => 9,
        9 => 10,
        10 => 8,
        same => same as u8,
    };
    let small = |size: &u64| u32::try_from(*size).map_err(|_| unsupported("of that size"));
    let strides = map.strides.iter().rev().skip(1);
    Ok(ptx::TensorMap {
        address,
        element: ElementType::from_code(element).ok_or_else(|| unsupported("of that type"))?,
        dims: map.shape.iter().rev().map(small).collect::<Result<_, _>>()?,
        strides: strides.map(|stride| stride * u64::from(map.element_bytes)).collect(),
        box_dims: map.block.iter().rev().copied().collect(),
        steps: vec![1; map.block.len()],
        swizzle: Swizzle::from_code(map.swizzle as u8)
            .ok_or_else(|| unsupported("with that swizzle"))?,
        fill: Fill::from_code(u8::from(map.nan_fill)).ok_or_else(|| unsupported("filled so"))?,
    })
}

/// The first element that two schedules leave different, of those that are specified.
fn difference(launch: &NativeLaunch, first: &Run, again: &Run) -> Option<String> {
    let after = first.memory.buffers().iter().zip(again.memory.buffers());
    after.zip(&launch.buffers).find_map(|((a, b), native)| {
        let size = native.element_bytes.max(1) as usize;
        let elements = a.bytes.chunks(size).zip(b.bytes.chunks(size)).enumerate();
        let mut different = elements.filter(|(at, (a, b))| a != b && native.is_compared(*at));
        let (at, _) = different.next()?;
        Some(format!("`{}`[{at}] differs between two schedules", native.name))
    })
}

/// A store to a buffer that must only be read.
fn stray(native: &Native, run: &Run) -> Option<String> {
    run.memory.buffers().iter().find_map(|buffer| {
        let at = buffer.written.iter().position(|written| *written)?;
        let is_read_only = native.checks.read_only.contains(&buffer.name);
        is_read_only.then(|| format!("a store to `{}` + {at}, which is only read", buffer.name))
    })
}

fn observed(before: &Buffer<Exact>, after: &GlobalBuffer) -> ObservedBuffer {
    let size = before.kind.bytes();
    let bits = after.bytes.chunks(size).map(|element| {
        let mut whole = [0; 8];
        whole[..element.len()].copy_from_slice(element);
        u64::from_le_bytes(whole)
    });
    let written: Vec<bool> =
        after.written.chunks(size).map(|element| element.contains(&true)).collect();
    let undef = before.tile().undef().map(|flags| {
        flags.iter().zip(&written).map(|(undef, written)| *undef && !written).collect()
    });
    ObservedBuffer {
        name: before.name.clone(),
        kind: before.kind,
        bits: bits.collect(),
        undef,
        written: Some(written),
    }
}

/// What stopped it: the code's doing, or a limit of ours.
fn outcome(stop: Stop) -> Outcome {
    let undefined = |stop: &Stop, cause| Outcome::Undefined { what: stop.to_string(), cause };
    match stop.kind {
        StopKind::Unsupported => Outcome::Unsupported(stop.what),
        StopKind::Fault => Outcome::Fault(stop.to_string()),
        StopKind::Race => undefined(&stop, Cause::Race),
        StopKind::RaceOfValues => undefined(&stop, Cause::RaceOfValues),
        StopKind::Assertion => undefined(&stop, Cause::Assertion),
        StopKind::Undefined | StopKind::ConvergenceHazard | StopKind::Trap => {
            undefined(&stop, Cause::Other)
        }
        StopKind::Deadlock => Outcome::Timeout(stop.to_string()),
        // A long loop of a valid kernel reaches it too.
        StopKind::StepLimit => Outcome::Unsupported("that many steps".to_owned()),
        StopKind::Malformed => Outcome::DeviceFailure(stop.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::compile::{Artifact, BoundArgument, BoundValue, Content, Kernel, Launch};
    use crate::device::native::Checks;
    use crate::tensor::{DType, Tile};

    const SCALE: &str = ".version 8.4\n.target sm_90\n.address_size 64\n\
        .visible .entry scale(.param .u64 a, .param .u64 out, .param .u32 n, .param .u64 scratch)\n\
        .reqntid 64\n{\n.reg .pred %p<2>;\n.reg .b32 %r<6>;\n.reg .b64 %rd<6>;\n\
        ld.param.b64 %rd1, [a];\nld.param.b64 %rd2, [out];\nld.param.b32 %r1, [n];\n\
        mov.u32 %r2, %tid.x;\nsetp.lt.u32 %p1, %r2, %r1;\nmul.wide.u32 %rd3, %r2, 4;\n\
        add.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n\
        @%p1 ld.global.b32 %r3, [%rd4];\nadd.f32 %r4, %r3, %r3;\n\
        @%p1 st.global.b32 [%rd5], %r4;\nret;\n}\n";

    /// Each warp stores its number to one place.
    const RACE: &str = ".version 8.4\n.target sm_90\n.address_size 64\n\
        .visible .entry scale(.param .u64 a, .param .u64 out, .param .u32 n, .param .u64 scratch)\n\
        .reqntid 64\n{\n.reg .b32 %r<4>;\n.shared .align 4 .b8 room[4];\n\
        mov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 5;\nmov.u32 %r3, room;\n\
        st.shared.b32 [%r3], %r2;\nret;\n}\n";

    fn execute(text: &str, n: i128, checks: &Checks) -> Outcome {
        let kind = DType::F32.kind();
        let mut memory = Memory::default();
        let values = Tile::from_floats(&[3], vec![1.0, -2.0, 0.5]);
        memory.add(Buffer::new("a", 0x1000, kind, &values));
        let empty = Tile::splat_float(&[4], 0.0).with_undef(0..4);
        memory.add(Buffer::new("out", 0x2000, kind, &empty));
        let pointer = |name: &str, address| BoundArgument {
            ty: "*fp32".into(),
            value: BoundValue::Pointer { name: name.into(), address },
        };
        let metadata = json!({"num_warps": 2, "num_ctas": 1, "shared": 0,
                              "global_scratch_size": 0, "profile_scratch_size": 0});
        let metadata: BTreeMap<String, serde_json::Value> =
            serde_json::from_value(metadata).unwrap();
        let artifacts = vec![Artifact { stage: Stage::Ptx, content: Content::Text(text.into()) }];
        let launch = Launch {
            kernel: Kernel { name: "scale".into(), artifacts, metadata, ..Kernel::default() },
            grid: [1, 1, 1],
            arguments: vec![
                pointer("a", 0x1000),
                pointer("out", 0x2000),
                BoundArgument { ty: "i32".into(), value: BoundValue::Int(n) },
            ],
            parameters: vec![],
            constants: vec![],
        };
        let execution = Execution {
            stage: "ptx",
            text: "",
            function: None,
            arguments: &launch.arguments,
            grid: launch.grid,
            memory: &memory,
            native: Some(Native { launch: &launch, checks }),
        };
        PtxDevice.execute(&execution).outcome
    }

    #[test]
    fn a_kernel_leaves_its_buffers() {
        let outcome = execute(SCALE, 3, &Checks::default());
        let Outcome::Finished(buffers) = outcome else { panic!("{outcome:?}") };
        let bits: Vec<_> = [2.0f32, -4.0, 1.0].iter().map(|v| u64::from(v.to_bits())).collect();
        assert_eq!(buffers[1].bits[..3], bits);
        assert_eq!(buffers[1].written.as_deref(), Some(&[true, true, true, false][..]));
        assert_eq!(buffers[1].undef.as_deref(), Some(&[false, false, false, true][..]));
    }

    #[test]
    fn warps_that_store_different_values_race() {
        let outcome = execute(RACE, 3, &Checks::default());
        assert!(outcome.is_race_of_values(), "{outcome:?}");
        // The same number from both.
        let same = RACE.replace("%r1, 5", "%r1, 6");
        let outcome = execute(&same, 3, &Checks::default());
        assert!(matches!(outcome, Outcome::Finished(_)), "{outcome:?}");
    }

    #[test]
    fn a_message_of_the_kernel_is_taken_for_nothing_else() {
        let stopped = |kind, what: &str| outcome(Stop { kind, what: what.to_owned(), place: None });
        let said = "a failed assertion: warp 1 wrote another value to byte 0";
        let failed = stopped(StopKind::Assertion, said);
        assert!(failed.assertion().is_some_and(|what| what.contains(said)), "{failed:?}");
        assert!(!failed.is_race_of_values());
        let raced = stopped(StopKind::Race, "in `a failed assertion`");
        assert!(raced.assertion().is_none() && !raced.is_race_of_values());
        let printed = |what: &str| Outcome::Fault(what.to_owned());
        assert!(printed("assertion on the device: x > 0").assertion().is_some());
        assert!(printed("illegal address: no assertion on the device").assertion().is_none());
    }

    #[test]
    fn faults_and_limits_are_told_apart() {
        let outcome = execute(SCALE, 4, &Checks::default());
        let Outcome::Fault(what) = &outcome else { panic!("{outcome:?}") };
        assert!(what.contains("`a` + 12"), "{what}");
        let unknown = SCALE.replace("ret;", "foreign.op.b32 %r1;\nret;");
        let outcome = execute(&unknown, 3, &Checks::default());
        assert!(matches!(outcome, Outcome::Unsupported(_)), "{outcome:?}");
        let checks = Checks { read_only: vec!["out".into()], ..Checks::default() };
        assert!(matches!(execute(SCALE, 3, &checks), Outcome::Fault(_)));
    }
}
