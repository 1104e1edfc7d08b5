//! Scalar arithmetic of every float format against numpy and exact fractions: the rounded result,
//! and whether the exact domain says that it was rounded.

use serde_json::{Value, json};
use tritonsmith::tensor::{DType, Domain, Exact, FloatBinary, FloatFormat, Kind, Status};

use super::operations::{boundaries, same};
use crate::support::python;
use crate::support::random::Numbers;

const OPS: [(&str, FloatBinary); 4] = [
    ("add", FloatBinary::Add),
    ("sub", FloatBinary::Sub),
    ("mul", FloatBinary::Mul),
    ("div", FloatBinary::Div),
];

/// What was done, the format of the results, and each result with whether it was rounded.
type Ours = (String, FloatFormat, Vec<(u64, bool)>);

fn formats() -> impl Iterator<Item = (DType, FloatFormat)> {
    DType::all().filter_map(|dtype| dtype.format().map(|format| (dtype, format)))
}

/// Boundary values, their neighbours, at which sums round, and random bit patterns.
fn values(dtype: DType) -> Vec<u64> {
    let mut numbers = Numbers::new(u64::from(dtype.bits()));
    let mut values = boundaries(dtype);
    let mut word = || (0..4).fold(0u64, |word, _| word << 16 | numbers.below(1 << 16) as u64);
    let mask = u64::MAX >> (64 - dtype.bits());
    values.extend((0..8).map(|_| word() & mask));
    values.extend(boundaries(dtype).iter().step_by(3).map(|bits| (bits ^ 1) & mask));
    values
}

#[test]
fn arithmetic_is_numpys() {
    let mut jobs: Vec<Value> = Vec::new();
    let mut ours: Vec<Ours> = Vec::new();
    for (dtype, format) in formats() {
        let values = values(dtype);
        let each_with_each = values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b)));
        let (a, b): (Vec<u64>, Vec<u64>) = each_with_each.unzip();
        for (name, op) in OPS {
            jobs.push(json!({"op": name, "format": dtype.to_string(), "a": a, "b": b}));
            let each = |(&a, &b): (&u64, &u64)| {
                let operands = [a, b].map(|bits| [Exact::from_bits(format, bits)]);
                let mut status = Status::default();
                let result = Exact::binary(op, format, &operands[0], &operands[1], &mut status);
                (format.to_bits(result[0]), status.inexact)
            };
            ours.push((format!("{dtype} {name}"), format, a.iter().zip(&b).map(each).collect()));
        }
        for (to, target) in formats() {
            jobs.push(
                json!({"op": "cast", "format": dtype.to_string(), "to": to.to_string(), "a": values}),
            );
            let each = |&bits: &u64| {
                let mut status = Status::default();
                let value = Exact::convert(target, &[Exact::from_bits(format, bits)], &mut status);
                (target.to_bits(value[0]), status.inexact)
            };
            ours.push((format!("{dtype} to {to}"), target, values.iter().map(each).collect()));
        }
    }
    let answer = python::run(include_str!("arithmetic.py"), &json!({"jobs": jobs}));
    let theirs = answer["results"].as_array().unwrap();
    assert_eq!(theirs.len(), ours.len());
    let compared: usize = ours.iter().map(|(_, _, results)| results.len()).sum();
    assert!(compared >= 20_000, "only {compared} evaluations");
    for ((name, format, ours), (theirs, job)) in ours.iter().zip(theirs.iter().zip(&jobs)) {
        for (at, (ours, theirs)) in ours.iter().zip(theirs.as_array().unwrap()).enumerate() {
            let operands = (&job["a"][at], &job["b"][at]);
            if let Some(bits) = theirs[0].as_u64() {
                let equal = same(Kind::Float(*format), ours.0, bits);
                assert!(equal, "{name} {operands:?}: {:#x}, numpy {bits:#x}", ours.0);
            }
            if let Some(inexact) = theirs[1].as_bool() {
                assert_eq!(ours.1, inexact, "{name} {operands:?} inexact");
            }
        }
    }
}
