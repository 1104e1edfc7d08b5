//! The `ir` device: executes TTIR and TTGIR text on the CPU, in the exact domain.

use super::observe::{Ended, observe};
use super::{Cause, Device, Execution, Observation, ObservedBuffer, Outcome};
use crate::compile::{BoundArgument, BoundValue, Stage};
use crate::mlir::{self, Access, Executable, ExecutionError, FalseClaim, Options, Type};
use crate::tensor::{Buffer, DType, Exact, Fault, Kind, Tile, sign_extend};

/// See the module.
pub(super) struct IrDevice;

impl Device for IrDevice {
    fn id(&self) -> String {
        "ir".to_owned()
    }

    fn stages(&self) -> &'static [Stage] {
        &[Stage::Ttir, Stage::Ttgir, Stage::TtgirAlloc]
    }

    fn execute(&self, execution: &Execution) -> Observation {
        observe(self.id(), execution, run)
    }
}

/// What a launch did with global memory, and which claims of its text did not hold.
#[derive(Debug)]
pub struct Recorded {
    /// The accesses, in the order of execution.
    pub accesses: Vec<Access<Exact>>,
    /// Hints, and what operations claim of values, that did not hold.
    pub claims: Vec<FalseClaim>,
    /// Whether the buffers were where the function's attributes promise.
    pub promises_hold: bool,
}

/// Executes text as the `ir` device does, and records it. There is no record of a launch that did not come
/// to its end.
pub fn recorded(execution: &Execution) -> (Observation, Option<Recorded>) {
    let mut recorded = None;
    let observation = observe(IrDevice.id(), execution, |execution| {
        let (ended, record) = launch(execution, true)?;
        recorded = Some(record);
        Ok(ended)
    });
    (observation, recorded)
}

fn run(execution: &Execution) -> Ended {
    launch(execution, false).map(|(ended, _)| ended)
}

/// How it ended and whether a result was rounded; and the record, which is empty where none is asked for.
fn launch(execution: &Execution, record: bool) -> Result<((Outcome, bool), Recorded), Outcome> {
    let unread =
        |error: mlir::ParseError| Outcome::Unsupported(format!("reading {}", error.message));
    let module = mlir::parse(execution.text).map_err(unread)?;
    let executable = Executable::<Exact>::new(&module, execution.function).map_err(outcome)?;
    let arguments = bind(executable.inputs(), execution.arguments)?;
    let grid = execution.grid.map(i64::from);
    // The last fences of the proxies come with the allocation: before it they may be missing.
    let fences = execution.stage == Stage::TtgirAlloc.name();
    let options = Options { grid, fences, record, ..Options::default() };
    let finished = executable.run(execution.memory.clone(), &arguments, &options);
    let finished = finished.map_err(outcome)?;
    if finished.pending_store.is_some() {
        let what = "the kernel ends while an asynchronous store reads shared memory";
        return Err(Outcome::Undefined { what: what.to_owned(), cause: Cause::Other });
    }
    let buffers = finished.memory.buffers().iter().map(observed).collect();
    let ended = (Outcome::Finished(buffers), finished.inexact);
    let mlir::Execution { accesses, claims, promises_hold, .. } = finished;
    Ok((ended, Recorded { accesses, claims, promises_hold }))
}

/// What the function gets, whose own `inputs` decide: a descriptor is bound as one argument for a target
/// that has them, and else as the parts that the compiler takes it apart into, while the texts of before
/// that pass have it whole.
fn bind(inputs: &[Type], bound: &[BoundArgument]) -> Result<Vec<Tile<Exact>>, Outcome> {
    let (mut tiles, mut left) = (Vec::new(), bound);
    for input in inputs {
        let Some((first, rest)) = left.split_first() else { break };
        left = rest;
        tiles.push(match (input, &first.value) {
            (Type::TensorDesc(_), BoundValue::Descriptor { address, shape, strides, .. }) => {
                described(*address, shape, strides)
            }
            (Type::TensorDesc(_), BoundValue::Pointer { address, .. }) => {
                let (numbers, rest) = parts(input.shape().len(), rest)?;
                left = rest;
                described(*address, &numbers, &[])
            }
            _ => argument(first)?,
        });
    }
    // One too many is refused by the function.
    for more in left {
        tiles.push(argument(more)?);
    }
    Ok(tiles)
}

/// A descriptor as an executable takes it.
fn described(address: u64, shape: &[i64], strides: &[i64]) -> Tile<Exact> {
    let numbers = std::iter::once(address as i64).chain(shape.iter().chain(strides).copied());
    let numbers: Vec<i64> = numbers.collect();
    Tile::from_ints(&[numbers.len()], numbers)
}

/// What follows the address of a descriptor of that rank that is passed in parts: its shape and its
/// strides; and what follows the flags after them.
fn parts(rank: usize, bound: &[BoundArgument]) -> Result<(Vec<i64>, &[BoundArgument]), Outcome> {
    let unknown = || Outcome::Unsupported("a descriptor in parts of another kind".to_owned());
    let (numbers, rest) = bound.split_at_checked(2 * rank).ok_or_else(unknown)?;
    let number = |part: &BoundArgument| match part.value {
        BoundValue::Int(value) if part.ty == "i64" => i64::try_from(value).map_err(|_| unknown()),
        _ => Err(unknown()),
    };
    let numbers = numbers.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    // Booleans of the kernel's own are `u1`.
    let count = rest.iter().take_while(|part| part.ty == "i1").count();
    let (flags, rest) = rest.split_at(count);
    match flags.iter().all(|flag| flag.value == BoundValue::Int(0)) {
        true => Ok((numbers, rest)),
        false => Err(Outcome::Unsupported("a descriptor that pads or rounds".to_owned())),
    }
}

/// The scalar that the function gets.
fn argument(bound: &BoundArgument) -> Result<Tile<Exact>, Outcome> {
    let unsupported = || Outcome::Unsupported(format!("an argument of type {}", bound.ty));
    match &bound.value {
        BoundValue::Pointer { address, .. } => Ok(Tile::int(*address as i64)),
        BoundValue::Int(value) => {
            // Triton calls a boolean argument `u1`.
            let name = if bound.ty == "u1" { "i1" } else { &bound.ty };
            let dtype: DType = name.parse().map_err(|_| unsupported())?;
            match dtype.kind() {
                Kind::Int(bits) => Ok(Tile::int(sign_extend(*value as i64, bits))),
                // Python ints are accepted where a float is declared.
                Kind::Float(format) => Ok(Tile::float(format.round(*value as f64))),
            }
        }
        BoundValue::Float(value) => {
            let dtype: DType = bound.ty.parse().map_err(|_| unsupported())?;
            let format = dtype.format().ok_or_else(unsupported)?;
            Ok(Tile::float(format.round(*value)))
        }
        BoundValue::Descriptor { .. } | BoundValue::Other(_) => Err(unsupported()),
    }
}

fn observed(buffer: &Buffer<Exact>) -> ObservedBuffer {
    let tile = buffer.tile();
    let bits = |lane| tile.bits(buffer.kind, lane).expect("invariant: exact values have bits");
    let bits = (0..tile.len()).map(bits).collect();
    ObservedBuffer {
        name: buffer.name.clone(),
        kind: buffer.kind,
        bits,
        undef: tile.undef().map(<[bool]>::to_vec),
        written: Some(buffer.written().to_vec()),
    }
}

/// What stopped it: the code's doing, or a limit of ours.
fn outcome(error: ExecutionError) -> Outcome {
    let undefined = |error: &ExecutionError, cause| {
        let what = error.to_string();
        Outcome::Undefined { what, cause }
    };
    match error {
        ExecutionError::Unsupported(what) => Outcome::Unsupported(what),
        ExecutionError::Fault { fault, .. } if matches!(*fault, Fault::Reinterpreted { .. }) => {
            Outcome::Unsupported("memory that is accessed as another type".to_owned())
        }
        ExecutionError::Fault { .. } => Outcome::Fault(error.to_string()),
        ExecutionError::Undefined { .. } => undefined(&error, Cause::Other),
        ExecutionError::Race { .. } => undefined(&error, Cause::Race),
        ExecutionError::Assertion { .. } => undefined(&error, Cause::Assertion),
        ExecutionError::Deadlock(_) => Outcome::Timeout(error.to_string()),
        // A long loop of a valid kernel reaches it too.
        ExecutionError::StepLimit(_) => Outcome::Unsupported("that many steps".to_owned()),
        ExecutionError::Malformed(_) => Outcome::DeviceFailure(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mlir::AccessKind;
    use crate::tensor::Memory;

    const COPY: &str = "module {
  tt.func public @copy(%a: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %n4 = tt.splat %n : i32 -> tensor<4xi32>
    %mask = arith.cmpi slt, %0, %n4 : tensor<4xi32>
    %1 = tt.splat %a : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %2 = tt.addptr %1, %0 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    %3 = tt.load %2, %mask : tensor<4x!tt.ptr<f32>>
    %4 = tt.splat %out : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %5 = tt.addptr %4, %0 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    tt.store %5, %3, %mask : tensor<4x!tt.ptr<f32>>
    tt.return
  }
}
";

    fn pointer(name: &str, address: u64) -> BoundArgument {
        let value = BoundValue::Pointer { name: name.into(), address };
        BoundArgument { ty: "*fp32".into(), value }
    }

    fn execute(text: &str, n: i128) -> Outcome {
        launched(text, n, |execution| IrDevice.execute(execution)).outcome
    }

    /// What is made of a launch that copies so many elements of three.
    fn launched<T>(text: &str, n: i128, run: impl FnOnce(&Execution) -> T) -> T {
        let kind = DType::F32.kind();
        let mut memory = Memory::default();
        let values = Tile::from_floats(&[3], vec![1.0, -2.0, 0.5]);
        memory.add(Buffer::new("a", 0x1000, kind, &values));
        let empty = Tile::splat_float(&[4], 0.0).with_undef(0..4);
        memory.add(Buffer::new("out", 0x2000, kind, &empty));
        let n = BoundArgument { ty: "i32".into(), value: BoundValue::Int(n) };
        let execution = Execution {
            stage: "ttir",
            text,
            function: Some("copy"),
            arguments: &[pointer("a", 0x1000), pointer("out", 0x2000), n],
            grid: [1, 1, 1],
            memory: &memory,
            native: None,
        };
        run(&execution)
    }

    const WINDOW: &str = "module {
  tt.func public @window(%d: !tt.tensordesc<2x4xf32>, %r: i32, %c: i32, %s: i64, %t: i64, %out: !tt.ptr<f32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0 = tt.descriptor_load %d[%c1, %c0] : !tt.tensordesc<2x4xf32> -> tensor<2x4xf32>
    %1 = tt.reshape %0 : tensor<2x4xf32> -> tensor<8xf32>
    %2 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %3 = tt.splat %out : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %4 = tt.addptr %3, %2 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.store %4, %1 : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
";

    /// Of a matrix of 2 by 3 with rows 4 apart the window that starts in row 1.
    fn window(first: Vec<BoundArgument>) -> Outcome {
        let kind = DType::F32.kind();
        let mut memory = Memory::default();
        let values = Tile::from_floats(&[8], (1..9i32).map(f64::from).collect());
        memory.add(Buffer::new("a", 0x1000, kind, &values));
        let empty = Tile::splat_float(&[8], 0.0).with_undef(0..8);
        memory.add(Buffer::new("out", 0x2000, kind, &empty));
        let mut arguments = first;
        arguments.extend([2, 3].map(|value| int("i32", value)));
        arguments.extend([4, 1].map(|value| int("i64", value)));
        arguments.push(pointer("out", 0x2000));
        let execution = Execution {
            stage: "ttir",
            text: WINDOW,
            function: None,
            arguments: &arguments,
            grid: [1, 1, 1],
            memory: &memory,
            native: None,
        };
        IrDevice.execute(&execution).outcome
    }

    fn int(ty: &str, value: i128) -> BoundArgument {
        BoundArgument { ty: ty.into(), value: BoundValue::Int(value) }
    }

    #[test]
    fn descriptors_are_bound_whole_and_in_parts() {
        let value = BoundValue::Descriptor {
            name: "a".into(),
            address: 0x1000,
            shape: vec![2, 3],
            strides: vec![4, 1],
            block: vec![2, 4],
            metadata: serde_json::Value::Null,
        };
        let whole = vec![BoundArgument { ty: "nvTmaDesc".into(), value }];
        let mut apart = vec![pointer("a", 0x1000)];
        apart.extend([2, 3, 4, 1].map(|value| int("i64", value)));
        apart.push(int("i1", 0));
        let expected = [5.0f32, 6.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0].map(|v| u64::from(v.to_bits()));
        for arguments in [whole, apart.clone()] {
            let Outcome::Finished(buffers) = window(arguments) else { panic!() };
            assert_eq!(buffers[1].bits, expected);
        }
        apart.push(int("i1", 1));
        assert!(matches!(window(apart.clone()), Outcome::Unsupported(_)));
        apart.truncate(3);
        assert!(matches!(window(apart), Outcome::Unsupported(_)));
    }

    #[test]
    fn a_record_is_of_the_launch_that_left_the_buffers() {
        let (observation, record) = launched(COPY, 3, recorded);
        assert_eq!((observation.device.as_str(), observation.stage.as_str()), ("ir", "ttir"));
        assert!(matches!(observation.outcome, Outcome::Finished(_)), "{observation:?}");
        let record = record.unwrap();
        let kinds: Vec<AccessKind> = record.accesses.iter().map(|access| access.kind).collect();
        assert_eq!(kinds, [AccessKind::Load, AccessKind::Store]);
        assert!(record.claims.is_empty() && record.promises_hold);
        let (observation, record) = launched(COPY, 4, recorded);
        assert!(matches!(observation.outcome, Outcome::Fault(_)), "{observation:?}");
        assert!(record.is_none());
    }

    #[test]
    fn a_kernel_leaves_its_buffers() {
        let Outcome::Finished(buffers) = execute(COPY, 3) else { panic!() };
        let out = &buffers[1];
        let bits: Vec<_> = [1.0f32, -2.0, 0.5].iter().map(|v| u64::from(v.to_bits())).collect();
        assert_eq!(out.bits[..3], bits);
        assert_eq!(out.written.as_deref(), Some(&[true, true, true, false][..]));
        assert_eq!(out.undef.as_deref(), Some(&[false, false, false, true][..]));
    }

    #[test]
    fn faults_and_limits_are_told_apart() {
        let outcome = execute(COPY, 4);
        assert!(
            matches!(&outcome, Outcome::Fault(what) if what.contains("a + 12 bytes")),
            "{outcome:?}"
        );
        let unknown = COPY.replace("tt.return", "foreign.op\n    tt.return");
        assert!(matches!(execute(&unknown, 3), Outcome::Unsupported(_)));
    }
}
