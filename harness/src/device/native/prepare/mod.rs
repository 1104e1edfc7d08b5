//! From what a compiler left and a launch bound to a launch as data, and from what came back to an
//! observation.
//!
//! Each backend's calling convention is one file. What they share is here: buffers, scalars, and what
//! must not be touched.

mod cuda;
mod xpu;

use std::collections::BTreeMap;

use super::launch::{NativeArgument, NativeBuffer, NativeLaunch, NativeOutcome, NativeResult};
use crate::compile::{BoundArgument, BoundValue, Launch, Stage};
use crate::device::{Observation, ObservedBuffer, Outcome};
use crate::tensor::{Buffer, DType, Exact, Kind, Memory};

pub use cuda::prepare_cuda;
pub use xpu::prepare_xpu;

/// What fills an element that nothing specifies: in no format near what kernels compute.
const POISON: u8 = 0xa7;

/// Launches from the same state: a race that shows in one of two shows more often in one of three.
pub const REPEATS: u32 = 3;

/// Seconds that all of them may take: kernels take microseconds, and the device may be shared.
pub const LIMIT: f64 = 10.0;

/// Seconds that a driver's compiler may take, which is part of the launch: usually less than one, ten times
/// that on a busy machine.
const BUILD: f64 = 60.0;

/// What a launch's buffers are checked for beside their contents.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// Names of the buffers that nothing may store to.
    pub read_only: Vec<String>,
    /// Elements that may differ from launch to launch, by the buffer's name: nothing specifies them.
    pub open: BTreeMap<String, Vec<bool>>,
}

/// Why there is no launch: a limit of ours, by name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unprepared(pub String);

fn unprepared<T>(what: impl Into<String>) -> Result<T, Unprepared> {
    Err(Unprepared(what.into()))
}

/// The launch of what `stage` left, from `memory`.
///
/// # Errors
/// What it needs that is not known here, by name.
pub fn prepare(
    stage: Stage,
    launch: &Launch,
    memory: &Memory<Exact>,
    checks: &Checks,
) -> Result<NativeLaunch, Unprepared> {
    match stage {
        Stage::Spv => prepare_xpu(launch, memory, checks),
        stage => prepare_cuda(stage, launch, memory, checks),
    }
}

/// The buffers of a launch.
pub fn buffers(memory: &Memory<Exact>, checks: &Checks) -> Vec<NativeBuffer> {
    let native = |buffer: &Buffer<Exact>| NativeBuffer {
        name: buffer.name.clone(),
        bytes: contents(buffer),
        misalign: (buffer.base % super::ALIGNED as u64) as u32,
        element_bytes: buffer.kind.bytes() as u32,
        read_only: checks.read_only.contains(&buffer.name),
        compared: checks.open.get(&buffer.name).map_or_else(Vec::new, |open| closed(open)),
    };
    memory.buffers().iter().map(native).collect()
}

/// A bit for each element that is not open.
fn closed(open: &[bool]) -> Vec<u8> {
    let byte = |flags: &[bool]| {
        flags.iter().enumerate().fold(0, |byte, (at, open)| byte | u8::from(!open) << at)
    };
    open.chunks(8).map(byte).collect()
}

fn contents(buffer: &Buffer<Exact>) -> Vec<u8> {
    let (size, tile) = (buffer.kind.bytes(), buffer.tile());
    let undef = tile.undef();
    let mut bytes = Vec::with_capacity(buffer.len() * size);
    for at in 0..buffer.len() {
        if undef.is_some_and(|flags| flags[at]) {
            bytes.extend(std::iter::repeat_n(POISON, size));
        } else {
            let bits = buffer.bits(at).expect("invariant: exact values have bits");
            bytes.extend(&bits.to_le_bytes()[..size]);
        }
    }
    bytes
}

/// What is passed for an argument that is a pointer to the start of a buffer, or a scalar.
///
/// # Errors
/// For what no launcher of Triton's passes by itself.
pub fn argument(
    bound: &BoundArgument,
    memory: &Memory<Exact>,
) -> Result<NativeArgument, Unprepared> {
    match &bound.value {
        BoundValue::Pointer { address, .. } => {
            buffer_at(memory, *address).map(NativeArgument::Buffer)
        }
        BoundValue::Int(value) => scalar(&bound.ty, *value as f64, Some(*value)),
        BoundValue::Float(value) => scalar(&bound.ty, *value, None),
        BoundValue::Descriptor { .. } => unprepared("a descriptor as an argument"),
        BoundValue::Other(_) => unprepared(format!("an argument of type {}", bound.ty)),
    }
}

/// The buffer that starts at an address.
pub(super) fn buffer_at(memory: &Memory<Exact>, address: u64) -> Result<u32, Unprepared> {
    let found = memory.buffers().iter().position(|buffer| buffer.base == address);
    match found {
        Some(index) => Ok(index as u32),
        None => unprepared("a pointer to no buffer"),
    }
}

/// A scalar in as many bytes as its type has: what the compiled function declares, whatever wider
/// type a release's launcher keeps it in on the way (3.3 passes the address of a `float` for `fp16`,
/// of which the function reads the first two bytes: that fault is the launcher's).
fn scalar(ty: &str, float: f64, int: Option<i128>) -> Result<NativeArgument, Unprepared> {
    // Triton calls a boolean `u1` and a single `f32` too.
    let name = match ty {
        "u1" => "i1",
        "f32" => "fp32",
        name => name,
    };
    let Ok(dtype) = name.parse::<DType>() else {
        return unprepared(format!("an argument of type {ty}"));
    };
    let bits = match (dtype.kind(), int) {
        (Kind::Int(1), Some(value)) => u64::from(value != 0),
        (Kind::Int(_), Some(value)) => value as u64,
        (Kind::Int(_), None) => return unprepared(format!("a float as {ty}")),
        (Kind::Float(format), _) => format.to_bits(format.round(float)),
    };
    Ok(NativeArgument::Bytes(bits.to_le_bytes()[..dtype.bytes()].to_vec()))
}

/// A number of the metadata that must be there, and fit.
pub(super) fn number(launch: &Launch, key: &str) -> Result<u32, Unprepared> {
    let found = launch.kernel.metadata_int(key).and_then(|value| u32::try_from(value).ok());
    found.ok_or_else(|| Unprepared(format!("a kernel without `{key}` in its metadata")))
}

/// Bytes of scratch memory of a launch: so many for each block.
pub(super) fn scratch(launch: &Launch, key: &str, blocks: u64) -> u64 {
    let size = launch.kernel.metadata_int(key).and_then(|size| u64::try_from(size).ok());
    size.unwrap_or(0).saturating_mul(blocks)
}

/// What a device has seen, of a launch that started from `memory`.
pub fn observed(
    result: NativeResult,
    device: &str,
    stage: &str,
    memory: &Memory<Exact>,
) -> Observation {
    let outcome = match result.outcome {
        NativeOutcome::Finished { stray: Some(what), .. } => Outcome::Fault(what),
        NativeOutcome::Finished { nondeterministic: Some(what), .. } => {
            Outcome::Nondeterministic(what)
        }
        NativeOutcome::Finished { buffers, .. } => {
            let left: Option<Vec<_>> = memory
                .buffers()
                .iter()
                .enumerate()
                .map(|(at, before)| whole(before, buffers.get(at)?))
                .collect();
            match left {
                Some(left) => Outcome::Finished(left),
                None => Outcome::DeviceFailure("a buffer did not come back whole".to_owned()),
            }
        }
        NativeOutcome::Trap(what) => Outcome::Fault(what),
        NativeOutcome::Timeout => Outcome::Timeout("the time limit of a launch".to_owned()),
        NativeOutcome::Unsupported(what) => Outcome::Unsupported(what),
        NativeOutcome::DeviceFailure(what) => Outcome::DeviceFailure(what),
    };
    let (device, stage) = (device.to_owned(), stage.to_owned());
    Observation { device, stage, outcome, rounded: false, seconds: result.seconds }
}

fn whole(before: &Buffer<Exact>, after: &[u8]) -> Option<ObservedBuffer> {
    let size = before.kind.bytes();
    let element = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |bits, b| bits << 8 | u64::from(*b));
    (after.len() == before.len() * size).then(|| ObservedBuffer {
        name: before.name.clone(),
        kind: before.kind,
        bits: after.chunks(size).map(element).collect(),
        undef: None,
        written: None,
    })
}

#[cfg(test)]
mod tests {
    use serde_bytes::ByteBuf;

    use super::*;
    use crate::tensor::Tile;

    fn memory() -> Memory<Exact> {
        let mut memory = Memory::default();
        let values = Tile::from_floats(&[2], vec![1.0, -2.0]);
        memory.add(Buffer::new("a", 0x1002, DType::F16.kind(), &values));
        let empty = Tile::splat_int(&[9], 0).with_undef(0..9);
        memory.add(Buffer::new("out", 0x2000, DType::I8.kind(), &empty));
        memory
    }

    fn bytes(ty: &str, value: BoundValue) -> Result<NativeArgument, Unprepared> {
        argument(&BoundArgument { ty: ty.to_owned(), value }, &memory())
    }

    #[test]
    fn buffers_are_copied_and_what_is_unspecified_is_poison() {
        let open = BTreeMap::from([("out".to_owned(), [vec![true], vec![false; 8]].concat())]);
        let checks = Checks { read_only: vec!["a".to_owned()], open };
        let [a, out] = &buffers(&memory(), &checks)[..] else { panic!() };
        assert_eq!((a.misalign, a.element_bytes, a.read_only), (2, 2, true));
        assert_eq!(a.bytes, [0x00, 0x3c, 0x00, 0xc0]);
        assert_eq!((&out.bytes[..], out.read_only), (&[POISON; 9][..], false));
        assert!(!out.is_compared(0) && out.is_compared(1) && out.is_compared(8));
        assert!(a.is_compared(0));
    }

    #[test]
    fn scalars_have_the_size_of_their_type() {
        let cases = [
            ("i32", BoundValue::Int(-2), vec![0xfe, 0xff, 0xff, 0xff]),
            ("u1", BoundValue::Int(1), vec![1]),
            ("i64", BoundValue::Int(1 << 40), vec![0, 0, 0, 0, 0, 1, 0, 0]),
            ("fp16", BoundValue::Float(1.0), vec![0x00, 0x3c]),
            ("bf16", BoundValue::Float(1.0), vec![0x80, 0x3f]),
            ("fp32", BoundValue::Int(1), vec![0, 0, 0x80, 0x3f]),
            ("fp64", BoundValue::Float(-0.0), vec![0, 0, 0, 0, 0, 0, 0, 0x80]),
        ];
        for (ty, value, expected) in cases {
            assert_eq!(bytes(ty, value), Ok(NativeArgument::Bytes(expected)), "{ty}");
        }
        let pointer = |address| BoundValue::Pointer { name: "out".to_owned(), address };
        assert_eq!(bytes("*i8", pointer(0x2000)), Ok(NativeArgument::Buffer(1)));
        assert!(bytes("*i8", pointer(0x2001)).is_err());
        assert!(bytes("i32", BoundValue::Float(0.5)).is_err());
        assert!(bytes("i32", BoundValue::Other("x".to_owned())).is_err());
    }

    fn seen(buffers: Vec<ByteBuf>, stray: Option<&str>, differs: Option<&str>) -> Outcome {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let (stray, nondeterministic) = (own(stray), own(differs));
        let outcome = NativeOutcome::Finished { buffers, stray, nondeterministic };
        observed(NativeResult { outcome, seconds: 0.0 }, "cuda:0", "cubin", &memory()).outcome
    }

    #[test]
    fn what_came_back_is_seen() {
        let whole = || vec![ByteBuf::from(vec![0, 0x3c, 1, 0]), ByteBuf::from(vec![7; 9])];
        let Outcome::Finished(left) = seen(whole(), None, None) else { panic!() };
        assert_eq!((&left[0].bits[..], left[1].bits[8]), (&[0x3c00, 1][..], 7));
        assert!(matches!(seen(whole(), Some("s"), Some("d")), Outcome::Fault(_)));
        assert!(matches!(seen(whole(), None, Some("d")), Outcome::Nondeterministic(_)));
        let short = vec![ByteBuf::from(vec![0; 4])];
        assert!(matches!(seen(short, None, None), Outcome::DeviceFailure(_)));
    }
}
