//! A launch of Intel's SPIR-V, as Intel's launcher makes it.
//!
//! What follows the user's arguments differs between releases (scratch pointers, local memory), and
//! so does the size of a 16-bit float: both are read off the kernel itself.

use half::f16;

use super::{
    BUILD, Checks, LIMIT, REPEATS, Unprepared, buffer_at, buffers, number, scratch, unprepared,
};
use crate::compile::{BoundArgument, BoundValue, Launch, Stage};
use crate::device::native::{CodeKind, NativeArgument, NativeLaunch};
use crate::device::opencl::spirv::{Module, Parameter, lacks_builtins, parameters};
use crate::tensor::{Exact, Memory};

/// The same where a CPU's runtime must be given a GPU's built-ins: on a busy machine a matrix product
/// took a minute and a half.
const LONG_BUILD: f64 = 300.0;

/// Sizes of the scratch memory behind the hidden pointers, in order.
const SCRATCH: [&str; 2] = ["global_scratch_size", "profile_scratch_size"];

/// The launch of a kernel's SPIR-V on `memory`.
///
/// # Errors
/// For what Intel's launcher would not pass, and for what we cannot: a limit of ours.
pub fn prepare_xpu(
    launch: &Launch,
    memory: &Memory<Exact>,
    checks: &Checks,
) -> Result<NativeLaunch, Unprepared> {
    let kernel = &launch.kernel;
    let Some(code) = kernel.binary(Stage::Spv) else {
        return unprepared("a kernel without SPIR-V");
    };
    let limit = |error: &dyn ToString| Unprepared(error.to_string());
    let module = Module::read(code).map_err(|error| limit(&error))?;
    let expected = parameters(&module, &kernel.name).map_err(|error| limit(&error))?;
    let flags = kernel.metadata.get("build_flags").and_then(serde_json::Value::as_str);
    let build = if lacks_builtins(&module) { LONG_BUILD } else { BUILD };
    Ok(NativeLaunch {
        kind: CodeKind::Spirv,
        code: code.to_vec(),
        entry: kernel.name.clone(),
        build_flags: flags.unwrap_or_default().to_owned(),
        grid: launch.grid,
        num_ctas: number(launch, "num_ctas").unwrap_or(1),
        threads: threads(launch)?,
        shared: number(launch, "shared").unwrap_or(0),
        cooperative: false,
        arguments: arguments(launch, &expected, memory)?,
        buffers: buffers(memory, checks),
        repeats: REPEATS,
        limit: LIMIT + build,
    })
}

/// Threads of a work-group. `threads_per_warp` is called `warp_size` from 3.6 on.
fn threads(launch: &Launch) -> Result<u32, Unprepared> {
    let lanes = number(launch, "threads_per_warp").or_else(|_| number(launch, "warp_size"))?;
    let threads = number(launch, "num_warps")?.checked_mul(lanes);
    threads.ok_or_else(|| Unprepared("a work-group without bounds".to_owned()))
}

/// The user's arguments, then the hidden ones.
fn arguments(
    launch: &Launch,
    expected: &[Parameter],
    memory: &Memory<Exact>,
) -> Result<Vec<NativeArgument>, Unprepared> {
    let bound = &launch.arguments;
    let Some((visible, hidden)) = expected.split_at_checked(bound.len()) else {
        let (takes, passed) = (expected.len(), bound.len());
        return unprepared(format!("{passed} arguments of a kernel that takes {takes}"));
    };
    let mut arguments = Vec::with_capacity(expected.len());
    for (argument, parameter) in bound.iter().zip(visible) {
        arguments.push(passed(argument, *parameter, memory)?);
    }
    let programs = launch.grid.iter().map(|&programs| u64::from(programs)).product();
    let mut sizes = SCRATCH.iter();
    for parameter in hidden {
        arguments.push(match parameter {
            Parameter::Local => NativeArgument::Local(number(launch, "shared").unwrap_or(0).into()),
            Parameter::Global => match sizes.next() {
                Some(key) => NativeArgument::Scratch(scratch(launch, key, programs)),
                None => return unprepared("a third scratch pointer"),
            },
            other => return unprepared(format!("a hidden parameter that is {other:?}")),
        });
    }
    Ok(arguments)
}

/// One of the user's arguments.
fn passed(
    argument: &BoundArgument,
    parameter: Parameter,
    memory: &Memory<Exact>,
) -> Result<NativeArgument, Unprepared> {
    let ty = argument.ty.as_str();
    let is_float = ty.starts_with(['f', 'b']);
    match (&argument.value, parameter) {
        (BoundValue::Pointer { address, .. }, Parameter::Global) => {
            buffer_at(memory, *address).map(NativeArgument::Buffer)
        }
        (BoundValue::Int(value), Parameter::Value(bytes @ 1..=8)) if !is_float => {
            Ok(NativeArgument::Bytes(value.to_le_bytes()[..bytes].to_vec()))
        }
        (BoundValue::Int(value), Parameter::Value(bytes)) => float(ty, *value as f64, bytes),
        (BoundValue::Float(value), Parameter::Value(bytes)) => float(ty, *value, bytes),
        (_, parameter) => unprepared(format!("a {ty} for a parameter that is {parameter:?}")),
    }
}

/// A float in so many bytes. Up to 3.5 a kernel takes 16-bit floats in single precision.
fn float(ty: &str, value: f64, bytes: usize) -> Result<NativeArgument, Unprepared> {
    let single = value as f32;
    let bytes = match (bytes, ty) {
        (8, _) => value.to_le_bytes().to_vec(),
        (4, _) => single.to_le_bytes().to_vec(),
        (2, "fp16") => f16::from_f64(value).to_le_bytes().to_vec(),
        // The launcher drops the low half.
        (2, "bf16") => ((single.to_bits() >> 16) as u16).to_le_bytes().to_vec(),
        _ => return unprepared(format!("a {ty} in {bytes} bytes")),
    };
    Ok(NativeArgument::Bytes(bytes))
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::compile::Kernel;
    use crate::tensor::{Buffer, DType, Tile};

    fn memory() -> Memory<Exact> {
        let mut memory = Memory::default();
        for (name, base) in [("a", 0x1000), ("b", 0x2000)] {
            memory.add(Buffer::new(name, base, DType::F32.kind(), &Tile::splat_float(&[2], 1.0)));
        }
        memory
    }

    fn bound(ty: &str, value: BoundValue) -> BoundArgument {
        BoundArgument { ty: ty.to_owned(), value }
    }

    fn pointer(address: u64) -> BoundArgument {
        bound("*fp32", BoundValue::Pointer { name: "b".to_owned(), address })
    }

    fn launch(arguments: Vec<BoundArgument>, metadata: &[(&str, u32)]) -> Launch {
        let mut kernel = Kernel::default();
        for (key, value) in metadata {
            kernel.metadata.insert((*key).to_owned(), serde_json::Value::from(*value));
        }
        let (parameters, constants) = (Vec::new(), Vec::new());
        Launch { kernel, grid: [3, 2, 1], arguments, parameters, constants }
    }

    #[test]
    fn hidden_arguments_are_those_that_the_kernel_takes() {
        let user = vec![
            pointer(0x2000),
            bound("i32", BoundValue::Int(-2)),
            bound("u1", BoundValue::Int(1)),
        ];
        let launch = launch(user, &[("shared", 512), ("global_scratch_size", 16)]);
        let (global, local) = (Parameter::Global, Parameter::Local);
        let takes = vec![global, Parameter::Value(4), Parameter::Value(1)];
        let visible = vec![
            NativeArgument::Buffer(1),
            NativeArgument::Bytes(vec![0xfe, 0xff, 0xff, 0xff]),
            NativeArgument::Bytes(vec![1]),
        ];
        let slm = NativeArgument::Local(512);
        let scratch = vec![NativeArgument::Scratch(96), NativeArgument::Scratch(0), slm.clone()];
        for (hidden, expected) in
            [(vec![], vec![]), (vec![local], vec![slm]), (vec![global, global, local], scratch)]
        {
            let all = [takes.clone(), hidden].concat();
            let all = arguments(&launch, &all, &memory()).unwrap();
            assert_eq!(all, [visible.clone(), expected].concat());
        }
        assert!(arguments(&launch, &takes[..2], &memory()).is_err(), "one is left over");
        assert!(arguments(&launch, &[global; 3], &memory()).is_err(), "a pointer is no number");
        let third = [takes, vec![global; 3]].concat();
        assert!(arguments(&launch, &third, &memory()).is_err(), "what would it point to?");
    }

    #[test]
    fn floats_have_the_size_that_the_kernel_takes() {
        let bytes = |ty: &str, value: f64, size: usize| match float(ty, value, size) {
            Ok(NativeArgument::Bytes(bytes)) => bytes,
            other => panic!("{other:?}"),
        };
        assert_eq!(bytes("fp16", 1.5, 4), 1.5f32.to_le_bytes());
        assert_eq!(bytes("fp16", 1.5, 2), [0x00, 0x3e]);
        assert_eq!(bytes("bf16", -2.0, 2), [0x00, 0xc0]);
        assert_eq!(bytes("fp64", 0.1, 8), 0.1f64.to_le_bytes());
        assert!(float("fp32", 1.0, 2).is_err());
        let whole = passed(&bound("fp32", BoundValue::Int(2)), Parameter::Value(4), &memory());
        assert_eq!(whole, Ok(NativeArgument::Bytes(2f32.to_le_bytes().to_vec())));
    }

    #[test]
    fn a_pointer_into_no_buffer_is_refused() {
        assert!(passed(&pointer(0x2004), Parameter::Global, &memory()).is_err());
    }

    #[test]
    fn a_warp_has_two_names() {
        let old = [("num_warps", 4), ("threads_per_warp", 16), ("warp_size", 32)];
        assert_eq!(threads(&launch(vec![], &old)), Ok(64));
        assert_eq!(threads(&launch(vec![], &[("num_warps", 4), ("warp_size", 32)])), Ok(128));
        assert!(threads(&launch(vec![], &[("num_warps", 4)])).is_err());
    }
}
