//! `triton-interpreter`: Triton's own interpreter, which runs a kernel's Python on the host.
//!
//! It executes a module and no artifact, in a worker that does nothing else, so it is no
//! [`super::Device`]: here is what the job takes, and what its answer shows.

use std::collections::BTreeMap;

use super::{Observation, ObservedBuffer, Outcome};
use crate::compile::{
    Argument, INTERPRETER, InterpretBuffer, InterpretJob, InterpretedBuffer, Job, JobResult,
};
use crate::tensor::{Buffer, Exact, Memory};

/// Its name on the command line.
pub const TRITON_INTERPRETER: &str = "triton-interpreter";

/// What a buffer's address is off a multiple of is kept, so that alignment is as compiled.
const ALIGNED: u64 = 256;

/// The job that runs the module `source` on the contents of `memory`, whose buffers and `arguments`
/// have the names that the module's `launch` asks for.
pub fn interpretation(
    source: String,
    arguments: &BTreeMap<String, Argument>,
    memory: &Memory<Exact>,
) -> Job {
    let (mut buffers, mut scalars) = (BTreeMap::new(), BTreeMap::new());
    for (name, argument) in arguments {
        match argument {
            Argument::Scalar(scalar) => {
                scalars.insert(name.clone(), *scalar);
            }
            Argument::Pointer { dtype, address } => {
                let contents = memory.buffers().iter().find(|buffer| buffer.name == *name);
                let bytes = contents.map(bytes).expect("invariant: each pointer has a buffer");
                let (dtype, offset) = (dtype.clone(), address % ALIGNED);
                buffers.insert(name.clone(), InterpretBuffer { dtype, offset, bytes });
            }
        }
    }
    Job::Interpret(InterpretJob { source, buffers, scalars })
}

/// What a job that did not fail has left. `memory` is what it was given.
pub fn interpreted(result: &JobResult, memory: &Memory<Exact>) -> Observation {
    let left = |buffer: &Buffer<Exact>| {
        let after = result.buffers.get(&buffer.name)?;
        let whole = after.bytes.len() == buffer.len() * buffer.kind.bytes();
        whole.then(|| (buffer.clone(), after))
    };
    let left: Option<Vec<_>> = memory.buffers().iter().map(left).collect();
    let outcome = match &left {
        None => Outcome::DeviceFailure("a buffer did not come back whole".to_owned()),
        Some(left) => match left.iter().find(|(_, after)| !after.guarded) {
            Some((buffer, _)) => Outcome::Fault(format!("a store right beside `{}`", buffer.name)),
            None => Outcome::Finished(left.iter().map(|(b, after)| observed(b, after)).collect()),
        },
    };
    Observation {
        device: TRITON_INTERPRETER.to_owned(),
        stage: INTERPRETER.to_owned(),
        outcome,
        rounded: false,
        seconds: result.seconds,
    }
}

fn bytes(buffer: &Buffer<Exact>) -> Vec<u8> {
    let size = buffer.kind.bytes();
    let bits = |at| buffer.bits(at).expect("invariant: exact values have bits");
    (0..buffer.len()).flat_map(|at| bits(at).to_le_bytes().into_iter().take(size)).collect()
}

fn observed(buffer: &Buffer<Exact>, after: &InterpretedBuffer) -> ObservedBuffer {
    let element = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |bits, b| bits << 8 | u64::from(*b));
    ObservedBuffer {
        name: buffer.name.clone(),
        kind: buffer.kind,
        bits: after.bytes.chunks(buffer.kind.bytes()).map(element).collect(),
        undef: None,
        written: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Scalar;
    use crate::tensor::{DType, Tile};

    fn memory() -> Memory<Exact> {
        let mut memory = Memory::default();
        let values = Tile::from_floats(&[3], vec![1.0, -2.0, 0.5]);
        memory.add(Buffer::new("a", 0x1002, DType::F16.kind(), &values));
        memory
    }

    fn left(bytes: Vec<u8>, guarded: bool) -> Observation {
        let buffers = BTreeMap::from([("a".to_owned(), InterpretedBuffer { bytes, guarded })]);
        interpreted(&JobResult { buffers, ..JobResult::default() }, &memory())
    }

    #[test]
    fn what_goes_in_comes_out() {
        let pointer = Argument::Pointer { dtype: "fp16".to_owned(), address: 0x1002 };
        let number = Argument::Scalar(Scalar::Int(7));
        let arguments = BTreeMap::from([("a".to_owned(), pointer), ("n".to_owned(), number)]);
        let job = interpretation("text".to_owned(), &arguments, &memory());
        let Job::Interpret(job) = job else { panic!() };
        assert_eq!((job.buffers["a"].offset, job.scalars["n"]), (2, Scalar::Int(7)));
        let Outcome::Finished(buffers) = left(job.buffers["a"].bytes.clone(), true).outcome else {
            panic!()
        };
        assert_eq!(buffers[0].bits, [0x3c00, 0xc000, 0x3800]);
        assert!(matches!(left(job.buffers["a"].bytes.clone(), false).outcome, Outcome::Fault(_)));
        // What is not there was not seen to be right.
        assert!(matches!(left(vec![0; 5], true).outcome, Outcome::DeviceFailure(_)));
        let nothing = interpreted(&JobResult::default(), &memory());
        assert!(matches!(nothing.outcome, Outcome::DeviceFailure(_)));
    }
}
