//! Divisions that round up or down, made of the one that cuts.

use crate::tensor::{Domain, IntBinary, Kind, Status, Tile, int_binary};

use super::super::ir::Operation;
use super::compile::{Compiler, malformed};
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("arith.ceildivsi", |c, op| divide(c, op, [IntBinary::DivS, IntBinary::RemS], 1)),
        ("arith.ceildivui", |c, op| divide(c, op, [IntBinary::DivU, IntBinary::RemU], 1)),
        ("arith.floordivsi", |c, op| divide(c, op, [IntBinary::DivS, IntBinary::RemS], -1)),
    ]
}

/// The quotient is `step` further where there is a rest whose quotient lies on that side of zero.
fn divide<D: Domain>(
    c: &mut Compiler<'_, D>,
    op: &Operation,
    [quotient, rest]: [IntBinary; 2],
    step: i64,
) -> Built<D> {
    c.alike(op)?;
    let Kind::Int(bits) = c.operand_kind(op, 0)? else {
        return Err(malformed(op, "wants integers"));
    };
    let signed = matches!(quotient, IntBinary::DivS);
    c.binary(op, move |a, b, status| {
        let cut = int_binary(quotient, bits, a, b, status);
        // What traps or is undefined has been told by the quotient.
        let left = int_binary(rest, bits, a, b, &mut Status::default());
        let lanes = left.ints().iter().zip(a.ints().iter().zip(b.ints()));
        let steps = lanes.map(|(left, (a, b))| {
            let up = !signed || (*a < 0) == (*b < 0);
            i64::from(*left != 0 && up == (step > 0)) * step
        });
        let steps = Tile::from_ints(cut.shape(), steps.collect());
        int_binary(IntBinary::Add, bits, &cut, &steps, &mut Status::default())
    })
}
