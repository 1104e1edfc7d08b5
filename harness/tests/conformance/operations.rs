//! Each operation, on each element type, on every pair of boundary values on which it is well
//! defined: `evaluate` against Triton's interpreter.

use tritonsmith::evaluate::evaluate;
use tritonsmith::program::ops::{
    Binary, BinaryOp, Cast, Compare, Full, Predicate, Reduce, ReduceOp, Unary, UnaryOp, Where,
};
use tritonsmith::program::{Op, Operand, ValueId};
use tritonsmith::tensor::{DType, Exact, FloatFormat, Kind, sign_extend};
use tritonsmith::testcase::{Fill, TestCase};

use crate::support::{Builder, python};

/// The element types of generated kernels.
pub(crate) const TYPES: [DType; 13] = [
    DType::I1,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
];

/// What Triton's interpreter of 3.9.0 cannot be asked, and why. It holds `bf16` as 16-bit integers
/// and computes on those (`runtime/interpreter.py`, `_get_np_dtype`): only conversions know better.
fn excluded(name: &str, types: &[DType]) -> Option<&'static str> {
    let converts = name.starts_with("cast") || name == "where";
    if types.contains(&DType::BF16) && !converts {
        return Some("bf16 is computed on as uint16");
    }
    if name == "cast.value" && types.contains(&DType::BF16) {
        let (from, to) = (types[0], types[1]);
        if to == DType::F64 || (to == DType::BF16 && (from.is_int() || from == DType::F64)) {
            return Some("the value is converted to uint16 and not to bf16");
        }
    }
    if ["reduce.xor_sum", "reduce.reduce_or"].contains(&name) {
        return Some("takes a minute: one Python call an element");
    }
    if ["binary.add", "binary.sub"].contains(&name) && types[0] == DType::I1 {
        return Some("flags are numpy's, of which the sum is `or` and which have no difference");
    }
    None
}

/// An operation, given its operands.
type OnValues = Box<dyn Fn(&[ValueId]) -> Op>;

/// One operation on operands of these types.
struct Probe {
    name: String,
    types: Vec<DType>,
    op: OnValues,
}

fn probes() -> Vec<Probe> {
    let mut probes = Vec::new();
    let mut add = |types: &[DType], op: OnValues| {
        let ids: Vec<ValueId> = (0..types.len() as u32).map(ValueId).collect();
        let name = tritonsmith::program::Operation::name(&op(&ids));
        probes.push(Probe { name, types: types.to_vec(), op });
    };
    for dtype in TYPES {
        for op in BinaryOp::ALL {
            add(
                &[dtype, dtype],
                Box::new(move |v| {
                    Binary { op, left: Operand::Value(v[0]), right: Operand::Value(v[1]) }.into()
                }),
            );
        }
        for predicate in Predicate::ALL {
            add(
                &[dtype, dtype],
                Box::new(move |v| {
                    Compare { predicate, left: v[0], right: Operand::Value(v[1]) }.into()
                }),
            );
        }
        for op in [UnaryOp::Neg, UnaryOp::Not, UnaryOp::Abs] {
            add(&[dtype], Box::new(move |v| Unary { op, value: v[0] }.into()));
        }
        for op in ReduceOp::ALL {
            add(
                &[dtype],
                Box::new(move |v| {
                    Reduce { op, value: v[0], axis: Some(0), keep_dims: false }.into()
                }),
            );
        }
        add(
            &[DType::I1, dtype, dtype],
            Box::new(move |v| Where { condition: v[0], then: v[1], otherwise: v[2] }.into()),
        );
        for to in TYPES {
            for bitcast in [false, true] {
                add(
                    &[dtype, to],
                    Box::new(move |v| Cast { value: v[0], dtype: to, bitcast }.into()),
                );
            }
        }
    }
    probes
}

/// Bit patterns at which types go wrong.
pub(crate) fn boundaries(dtype: DType) -> Vec<u64> {
    let float = |format: FloatFormat| {
        let mut values = vec![0.0, 1.0, 1.5, 2.0, 3.0, 7.0, 100.0, 127.0, 128.0, 255.0, 0.5];
        values.extend([format.max_finite(), f64::INFINITY, 2f64.powi(format.min_exponent())]);
        let negative: Vec<f64> = values.iter().map(|value| -value).collect();
        values.extend(negative);
        values.push(f64::NAN);
        values.iter().map(|&value| format.to_bits(format.round(value))).collect()
    };
    match dtype.kind() {
        Kind::Float(format) => float(format),
        Kind::Int(1) => vec![0, 1],
        Kind::Int(bits) => {
            let half = 1u64 << (bits - 1);
            let all = u64::MAX >> (64 - bits);
            vec![0, 1, 2, 3, 5, 7, 13, half - 1, half, half + 1, all, all - 1, all - 6, half >> 1]
        }
    }
}

/// Every combination of boundary values, as columns.
fn combinations(types: &[DType]) -> Vec<Vec<u64>> {
    let mut rows: Vec<Vec<u64>> = vec![vec![]];
    for &dtype in types {
        let values = boundaries(dtype);
        rows = rows
            .iter()
            .flat_map(|row| values.iter().map(|value| [row.as_slice(), &[*value]].concat()))
            .collect();
    }
    rows
}

/// Loads the operands as integers of their width, computes, and stores. `None` where the operation
/// does not take such operands.
fn case(probe: &Probe, operands: &[DType], rows: &[Vec<u64>]) -> Option<TestCase> {
    let mut builder = Builder::new();
    let mut pointers = Vec::new();
    for (column, dtype) in operands.iter().enumerate() {
        let memory = match dtype.bits() {
            1 => DType::I1,
            8 => DType::I8,
            16 => DType::I16,
            32 => DType::I32,
            _ => DType::I64,
        };
        let element = |row: usize| (row, sign_extend(rows[row][column] as i64, dtype.bits()));
        let elements = (0..rows.len()).map(element).collect();
        let fill = Fill::Sparse { elements, scale: 0 };
        pointers.push(builder.pointer(&format!("in{column}"), memory, rows.len(), fill));
    }
    let mut trial = builder.clone();
    let result = build(&mut trial, &pointers, operands, probe, rows.len())?;
    let ty = trial.ty(result);
    let out = builder.pointer("out", ty.dtype()?, ty.numel(), Fill::Unwritten);
    let result = build(&mut builder, &pointers, operands, probe, rows.len())?;
    let offset = match ty.is_scalar() {
        true => builder.program_id(0),
        false => builder.arange(ty.numel()),
    };
    builder.store(out, offset, result);
    Some(builder.case(&format!("{} {:?}", probe.name, probe.types), [1, 1, 1]))
}

fn build(
    builder: &mut Builder,
    pointers: &[ValueId],
    operands: &[DType],
    probe: &Probe,
    length: usize,
) -> Option<ValueId> {
    let range = builder.arange(length);
    let mut values = Vec::new();
    for (pointer, dtype) in pointers.iter().zip(operands) {
        let loaded = builder.load(*pointer, range);
        values.push(match *dtype {
            DType::I1 | DType::I8 | DType::I16 | DType::I32 | DType::I64 => loaded,
            dtype => builder.bitcast(loaded, dtype),
        });
    }
    builder.try_op((probe.op)(&values))
}

/// The probe on all rows on which it is well defined, a power of two of them.
fn well_defined(probe: &Probe) -> Option<TestCase> {
    let operands = match probe.name.starts_with("cast") {
        true => &probe.types[..1],
        false => &probe.types[..],
    };
    let mut rows = combinations(operands);
    if probe.name.starts_with("reduce") {
        return reduction(probe, operands);
    }
    case(probe, operands, &rows[..1])?;
    rows.retain(|row| {
        case(probe, operands, std::slice::from_ref(row))
            .is_some_and(|case| evaluate::<Exact>(&case).is_ok())
    });
    assert!(!rows.is_empty(), "{} {:?} is never well defined", probe.name, probe.types);
    let first = rows[0].clone();
    rows.resize(rows.len().next_power_of_two(), first);
    case(probe, operands, &rows)
}

/// Reductions mix all rows: drop the first ones until they are well defined together.
fn reduction(probe: &Probe, operands: &[DType]) -> Option<TestCase> {
    let special = |bits: u64| {
        operands[0].format().is_some_and(|format| {
            let value = format.from_bits(bits);
            !value.is_finite() || value.abs() > 1000.0 || (value != 0.0 && value.abs() < 0.1)
        })
    };
    let mut rows = combinations(operands);
    rows.retain(|row| !special(row[0]) && row[0] != 1 << (operands[0].bits() - 1));
    rows.truncate(1 << rows.len().ilog2());
    case(probe, operands, &rows)
}

#[test]
fn operations_agree_with_the_interpreter() {
    let probes = probes();
    let mut cases = Vec::new();
    for probe in probes.iter().filter(|probe| excluded(&probe.name, &probe.types).is_none()) {
        cases.extend(well_defined(probe));
    }
    assert!(cases.len() > 300, "only {} probes are well typed", cases.len());
    let results = python::interpret(&cases, 0);
    let mut wrong = Vec::new();
    for (case, result) in cases.iter().zip(&results) {
        let expected = evaluate::<Exact>(case).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        let out = expected.buffers.last().unwrap();
        if let Some(error) = result.get("error") {
            wrong.push(format!("{}: {error}", case.name));
            continue;
        }
        let got = python::elements(result, "out", out.kind.bytes());
        for (index, (want, got)) in out.bits().iter().zip(got).enumerate() {
            if want.is_some_and(|want| !same(out.kind, want, got)) {
                let inputs: Vec<_> = expected.buffers[..expected.buffers.len() - 1]
                    .iter()
                    .map(|buffer| buffer.bits().get(index).copied())
                    .collect();
                wrong.push(format!("{} of {inputs:x?}: {got:#x}, we say {want:x?}", case.name));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Equal bits, or both NaN.
pub(crate) fn same(kind: Kind, a: u64, b: u64) -> bool {
    let nan = |bits| match kind {
        Kind::Float(format) => format.from_bits(bits).is_nan(),
        Kind::Int(_) => false,
    };
    a == b || (nan(a) && nan(b))
}

#[test]
fn literals_take_the_type_of_the_other_operand() {
    let mut cases = Vec::new();
    for dtype in TYPES.into_iter().filter(|d| !matches!(d, DType::I1 | DType::BF16)) {
        let literals: Vec<Operand> = match dtype.int_range() {
            Some((low, high)) => [low, high, 3].map(Operand::Int).to_vec(),
            None => [-0.5, 2.0, 96.0].map(Operand::Float).to_vec(),
        };
        for literal in literals {
            cases.push(literal_case(dtype, literal));
        }
    }
    let results = python::interpret(&cases, 0);
    for (case, result) in cases.iter().zip(&results) {
        let expected = evaluate::<Exact>(case).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        for buffer in &expected.buffers[1..] {
            let got = python::elements(result, &buffer.name, buffer.kind.bytes());
            for (want, got) in buffer.bits().iter().zip(got) {
                assert!(want.is_none_or(|want| want == got), "{} {want:x?} {got:x}", case.name);
            }
        }
    }
}

fn literal_case(dtype: DType, literal: Operand) -> TestCase {
    let mut builder = Builder::new();
    let fill = Fill::Ramp { low: 1, stride: 1, modulus: 16, scale: 0 };
    let input = builder.pointer("a", dtype, 16, fill);
    let outs: Vec<ValueId> = (0..6)
        .map(|at| {
            let dtype = if at == 3 { DType::I1 } else { dtype };
            builder.pointer(&format!("out{at}"), dtype, 16, Fill::Unwritten)
        })
        .collect();
    let range = builder.arange(16);
    let value = builder.load(input, range);
    let minimum = Binary { op: BinaryOp::Min, left: literal, right: Operand::Value(value) };
    let maximum = Binary { op: BinaryOp::Max, left: Operand::Value(value), right: literal };
    let full = Full { shape: vec![16], value: literal, dtype };
    let compare = Compare { predicate: Predicate::Lt, left: value, right: literal };
    let (op, left) = match dtype.is_int() {
        true => (BinaryOp::Shl, Operand::Int(1)),
        false => (BinaryOp::Sub, literal),
    };
    let one = builder.full(
        &[16],
        if dtype.is_int() { Operand::Int(2) } else { Operand::Float(2.0) },
        dtype,
    );
    let reversed = Binary { op, left, right: Operand::Value(one) };
    let added =
        Binary { op: BinaryOp::Mul, left: Operand::Value(one), right: Operand::Value(value) };
    let ops: [Op; 6] = [
        minimum.into(),
        maximum.into(),
        full.into(),
        compare.into(),
        reversed.into(),
        added.into(),
    ];
    for (op, out) in ops.into_iter().zip(outs) {
        let result = builder.op(op);
        builder.store(out, range, result);
    }
    builder.case(&format!("literal {literal:?} of {dtype}"), [1, 1, 1])
}
