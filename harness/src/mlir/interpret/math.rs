//! `math`.

use crate::tensor::{Domain, FloatUnary};

use super::Family;
use super::arith::{absolute, float_one};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("math.absf", |c, op| float_one(c, op, FloatUnary::Abs)),
        ("math.absi", absolute),
        ("math.floor", |c, op| float_one(c, op, FloatUnary::Floor)),
        ("math.ceil", |c, op| float_one(c, op, FloatUnary::Ceil)),
        ("math.round", |c, op| float_one(c, op, FloatUnary::Round)),
        ("math.trunc", |c, op| float_one(c, op, FloatUnary::Trunc)),
        ("math.sqrt", |c, op| float_one(c, op, FloatUnary::Sqrt)),
        ("tt.precise_sqrt", |c, op| float_one(c, op, FloatUnary::Sqrt)),
        ("math.rsqrt", |c, op| float_one(c, op, FloatUnary::Rsqrt)),
        ("math.exp", |c, op| float_one(c, op, FloatUnary::Exp)),
        ("math.exp2", |c, op| float_one(c, op, FloatUnary::Exp2)),
        ("math.log", |c, op| float_one(c, op, FloatUnary::Log)),
        ("math.log2", |c, op| float_one(c, op, FloatUnary::Log2)),
        ("math.sin", |c, op| float_one(c, op, FloatUnary::Sin)),
        ("math.cos", |c, op| float_one(c, op, FloatUnary::Cos)),
        ("math.tanh", |c, op| float_one(c, op, FloatUnary::Tanh)),
        ("math.erf", |c, op| float_one(c, op, FloatUnary::Erf)),
    ]
}
