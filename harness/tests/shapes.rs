//! What the kernels of a campaign look like: each shape that real faults of Triton needed is there, and
//! kernels are large enough.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use tritonsmith::generate::{Config, Numerics, from_seed};
use tritonsmith::globals::KINDS;
use tritonsmith::program::ops::{BinaryOp, UnaryOp};
use tritonsmith::program::{Elem, Op, Operand, ParamKind, Stmt, Types, ValueId};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Argument, Fill, TestCase};

const KERNELS: u64 = 2000;

/// A kernel and what its values are.
struct Kernel {
    case: TestCase,
    types: Types,
    ops: BTreeMap<ValueId, Op>,
    /// Each operation, and how many loops stand around it.
    all: Vec<(Op, usize)>,
    statements: usize,
}

impl Kernel {
    fn new(case: TestCase) -> Kernel {
        let types = case.program.check().unwrap();
        let mut kernel =
            Kernel { types, ops: BTreeMap::new(), all: vec![], statements: 0, case: case.clone() };
        kernel.block(&case.program.body, 0);
        kernel
    }

    fn block(&mut self, body: &[Stmt], depth: usize) {
        for stmt in body {
            self.statements += 1;
            match stmt {
                Stmt::Let { value, op } => {
                    self.ops.insert(*value, op.clone());
                    self.all.push((op.clone(), depth));
                }
                Stmt::Do(op) => self.all.push((op.clone(), depth)),
                _ => {}
            }
            let inner = depth + usize::from(matches!(stmt, Stmt::For(_)));
            stmt.blocks().iter().for_each(|block| self.block(block, inner));
        }
    }

    fn any(&self, wanted: impl Fn(&Op, usize) -> bool) -> bool {
        self.all.iter().any(|(op, depth)| wanted(op, *depth))
    }

    fn shape(&self, id: ValueId) -> &[usize] {
        &self.types.get(id).unwrap().shape
    }

    fn dtype(&self, id: ValueId) -> Option<DType> {
        self.types.get(id).unwrap().dtype()
    }

    /// Whether an operation like that is on the way to the value, within so many steps.
    fn made_of(&self, id: ValueId, steps: usize, wanted: &dyn Fn(&Op) -> bool) -> bool {
        let Some(op) = self.ops.get(&id) else { return false };
        let inner = || {
            use tritonsmith::program::Operation;
            op.operands().into_iter().any(|id| self.made_of(id, steps - 1, wanted))
        };
        wanted(op) || steps > 0 && inner()
    }

    /// Offsets of loads of tiles.
    fn offsets(&self) -> impl Iterator<Item = ValueId> {
        let offset = |op: &Op| match op {
            Op::AddPtr(op) => op.offset.value().filter(|id| !self.shape(*id).is_empty()),
            _ => None,
        };
        self.all.iter().filter_map(move |(op, _)| offset(op))
    }

    fn address(&self, wanted: &dyn Fn(&Op) -> bool) -> bool {
        self.offsets().any(|offset| self.made_of(offset, 8, wanted))
    }
}

fn binary(op: &Op, wanted: &[BinaryOp]) -> Option<(Operand, Operand)> {
    match op {
        Op::Binary(op) if wanted.contains(&op.op) => Some((op.left, op.right)),
        _ => None,
    }
}

const DIVISIONS: [BinaryOp; 3] = [BinaryOp::Rem, BinaryOp::FloorDiv, BinaryOp::Shr];

/// `%` and `//` by numbers that are no powers of two, and a product, in one address: #10646.
fn address_chain(kernel: &Kernel) -> bool {
    let splits = |op: &Op| {
        let (_, by) = match binary(op, &[BinaryOp::Rem, BinaryOp::FloorDiv]) {
            Some(parts) => parts,
            None => return false,
        };
        // What is passed at run time is no constant either.
        !matches!(by, Operand::Int(by) if by.unsigned_abs().is_power_of_two())
    };
    let scaled = |op: &Op| binary(op, &[BinaryOp::Mul]).is_some();
    kernel
        .offsets()
        .any(|offset| kernel.made_of(offset, 8, &splits) && kernel.made_of(offset, 8, &scaled))
}

/// Carried by a loop, changed by a reduction of a matrix that the loop loads, and read.
fn reduced_accumulator(kernel: &Kernel, inside: bool) -> bool {
    let mut found = false;
    let reduces = |op: &Op| matches!(op, Op::Reduce(_) | Op::ArgReduce(_) | Op::Combine(_));
    kernel.case.program.body.iter().for_each(|stmt| {
        stmt.visit(&mut |stmt| {
            let Stmt::For(node) = stmt else { return };
            for carried in &node.carried {
                let reads = |op: &Op| {
                    use tritonsmith::program::Operation;
                    op.operands().contains(&carried.inside)
                };
                let uses = kernel.all.iter().filter(|(op, _)| reads(op)).count();
                let reduced = kernel.made_of(carried.next, 6, &reduces);
                found |= reduced && (!inside || uses > 1);
            }
        });
    });
    found
}

fn broadcast_product(kernel: &Kernel, axis: usize) -> bool {
    kernel.any(|op, _| match op {
        Op::Reduce(reduce) => {
            let product = |op: &Op| binary(op, &[BinaryOp::Mul]).is_some();
            reduce.axis == Some(axis)
                && kernel.shape(reduce.value).len() == 3
                && kernel.made_of(reduce.value, 3, &product)
        }
        _ => false,
    })
}

fn misaligned(kernel: &Kernel, bytes: usize, aligned: bool) -> bool {
    kernel.case.buffers().any(|(_, _, spec)| {
        let size = spec.dtype.bytes();
        size == bytes && (spec.misalign as usize * size).is_multiple_of(16) == aligned
    })
}

type Shape = (&'static str, fn(&Kernel) -> bool);

/// What FACTS of real reports have in common.
const SHAPES: &[Shape] = &[
    ("an address chain of divisions", address_chain),
    ("a small tile and many warps", |k| {
        let small = |op: &Op| matches!(op, Op::Load(load) if (1..=64).contains(&k.shape(load.pointer).iter().product::<usize>()));
        k.case.options.num_warps >= 4 && k.any(|op, _| small(op))
    }),
    ("a reduction of a loaded tile is accumulated", |k| reduced_accumulator(k, false)),
    ("and read in the loop", |k| reduced_accumulator(k, true)),
    ("an index divided by a constant", |k| {
        k.address(&|op| binary(op, &DIVISIONS).is_some_and(|(_, by)| by.value().is_none()))
    }),
    ("an index divided by a tile", |k| {
        k.address(&|op| {
            let by = binary(op, &DIVISIONS).and_then(|(_, by)| by.value());
            by.is_some_and(|by| !k.shape(by).is_empty())
        })
    }),
    ("an index that is negative on the way", |k| {
        let moved_back = |op: &Op| binary(op, &[BinaryOp::Sub]).is_some();
        k.address(&|op| {
            let left = binary(op, &DIVISIONS).and_then(|(left, _)| left.value());
            left.is_some_and(|left| k.made_of(left, 2, &moved_back))
        })
    }),
    ("aligned bytes", |k| misaligned(k, 1, true)),
    ("aligned elements of 2 bytes", |k| misaligned(k, 2, true)),
    ("aligned elements of 4 bytes", |k| misaligned(k, 4, true)),
    ("aligned elements of 8 bytes", |k| misaligned(k, 8, true)),
    ("misaligned bytes", |k| misaligned(k, 1, false)),
    ("misaligned elements of 2 bytes", |k| misaligned(k, 2, false)),
    ("misaligned elements of 4 bytes", |k| misaligned(k, 4, false)),
    ("misaligned elements of 8 bytes", |k| misaligned(k, 8, false)),
    ("a product in three dimensions reduced along the first", |k| broadcast_product(k, 0)),
    ("along the second", |k| broadcast_product(k, 1)),
    ("along the third", |k| broadcast_product(k, 2)),
    ("a dot of batches", |k| {
        k.any(|op, _| matches!(op, Op::Dot(dot) if k.shape(dot.left).len() == 3))
    }),
    ("a histogram", |k| k.any(|op, _| matches!(op, Op::Histogram(_)))),
    ("the old value of an atomic on one element", |k| {
        k.any(|op, _| match op {
            Op::Atomic(atomic) => {
                atomic.old && k.shape(atomic.pointer).iter().product::<usize>() == 1
            }
            _ => false,
        })
    }),
    ("the sign of a zero", |k| {
        let negated = |op: &Op| matches!(op, Op::Unary(unary) if unary.op == UnaryOp::Neg);
        let float = |op: &Op| match op {
            Op::Unary(unary) => k.dtype(unary.value).is_some_and(|dtype| dtype.is_float()),
            _ => false,
        };
        k.any(|op, _| negated(op) && float(op))
    }),
    ("a descriptor made in a loop", |k| {
        k.any(|op, depth| depth > 0 && matches!(op, Op::DescriptorLoad(load) if !load.0.host))
    }),
    ("arithmetic on flags", |k| {
        k.any(|op, _| {
            let sums = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Min, BinaryOp::Max];
            let left = binary(op, &sums).and_then(|(left, _)| left.value());
            left.is_some_and(|left| k.dtype(left) == Some(DType::I1))
        })
    }),
    ("the least and the greatest integer", |k| {
        let extreme = |operand: Operand| match operand {
            Operand::Int(value) => value == i128::from(i32::MIN) || value == i128::from(i32::MAX),
            _ => false,
        };
        k.any(|op, _| match op {
            Op::Binary(op) => extreme(op.left) || extreme(op.right),
            Op::Compare(op) => extreme(op.right),
            _ => false,
        }) || k.case.buffers().any(|(_, _, spec)| {
            matches!(spec.fill, Fill::Ramp { low, .. } if Some(i128::from(low)) == spec.dtype.int_range().map(|r| r.0) && spec.dtype.is_signed())
        })
    }),
    ("signed and unsigned side by side", |k| {
        let of = |signed: bool| {
            k.types.iter().any(|(_, ty)| match ty.elem {
                Elem::Num(dtype) => {
                    dtype.is_int() && dtype.bits() > 1 && dtype.is_signed() == signed
                }
                Elem::Ptr(_) | Elem::Descriptor(_) => false,
            })
        };
        of(true) && of(false)
    }),
    ("two parameters that point to one buffer", |k| {
        k.case.arguments.iter().any(|argument| matches!(argument, Argument::Same(_)))
    }),
    ("an integer that is 1, and one that 16 divides", |k| {
        let passed = k.case.bound().filter_map(|(_, param, argument)| match argument {
            Argument::Int(value) if matches!(param.kind, ParamKind::Scalar(_)) => Some(*value),
            _ => None,
        });
        passed.into_iter().any(|value| value == 1 || value % 16 == 0)
    }),
];

#[test]
fn every_shape_of_a_real_fault_is_in_a_campaign() {
    let config = Config { numerics: Numerics::Mixed, ..Config::default() };
    let mut counts = vec![0u64; SHAPES.len()];
    let mut sizes = Vec::new();
    for index in 0..KERNELS {
        let kernel = Kernel::new(from_seed(11, index, &config));
        sizes.push(kernel.statements);
        for (count, (_, wanted)) in counts.iter_mut().zip(SHAPES) {
            *count += u64::from(wanted(&kernel));
        }
    }
    sizes.sort_unstable();
    let median = sizes[sizes.len() / 2];
    eprintln!("{median} statements in the median");
    for (count, (name, _)) in counts.iter().zip(SHAPES) {
        eprintln!("{:5.1} % {name}", *count as f64 * 100.0 / KERNELS as f64);
    }
    assert!(median >= 25, "{median} statements in the median");
    for (count, (name, _)) in counts.iter().zip(SHAPES) {
        assert!(*count >= 5, "{count} of {KERNELS} kernels have {name}");
    }
    assert!(counts[0] * 10 >= KERNELS, "{} kernels have {}", counts[0], SHAPES[0].0);
}

#[test]
fn every_family_is_in_one_of_a_hundred_kernels() {
    let config = Config { numerics: Numerics::Mixed, ..Config::default() };
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for index in 0..KERNELS {
        let features = from_seed(1, index, &config).features();
        let families = features.iter().filter_map(|name| name.split('.').next());
        for family in families.collect::<BTreeSet<_>>() {
            *counts.entry(family.to_owned()).or_default() += 1;
        }
    }
    let mut rare = vec![];
    for (family, count) in counts {
        eprintln!("{:5.1} % {family}", count as f64 * 100.0 / KERNELS as f64);
        rare.extend((count * 100 < KERNELS).then_some((family, count)));
    }
    assert!(rare.is_empty(), "of {KERNELS} kernels: {rare:?}");
}

/// Launches in several processes, constexprs that are equal and differ, keys in another order.
#[test]
fn every_history_of_a_real_fault_is_a_kind() {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    for name in [
        "disk_cache",
        "file_behind",
        "equal_constexprs",
        "equal_constexpr_arguments",
        "same_text_constexprs",
        "zero_constexprs",
        "tuple_of_constexprs",
        "pointer_of_any_alignment",
        "do_not_specialize",
        "wide_int_argument",
        "mutual_recursion",
    ] {
        assert!(names.contains(&name), "{name}");
    }
}
