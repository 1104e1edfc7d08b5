//! `tl.rand`: numbers from 0 to 1 that a counter and a seed make.
//!
//! As in Triton's `random.py`: the first result of `tl.randint4x` as a signed number, of which the
//! negative ones are inverted, converted to `f32` and multiplied by a constant. Both steps round to
//! nearest, so the bits are specified; but an addition that follows may be fused with the product.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, Philox, reads, text};
use crate::program::{Elem, Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, FloatBinary, FloatFormat, Status, Tile, float_binary, int_to_float,
};

/// What numbers of 31 bits are multiplied by: the largest gives less than 1.
const SCALE: f64 = 4.656_612_734_2e-10;

/// A number for each counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rand {
    /// A scalar or a Python number of 64 bits at most.
    pub seed: Operand,
    /// A tile of `i32` or `u32`: how wider ones are read depends on the release.
    pub offset: ValueId,
    /// How often the numbers are mixed.
    pub rounds: u32,
    /// Its bits as `i32` instead, with which nothing can be fused.
    pub bits: bool,
}

impl Rand {
    /// The integers that the numbers are made of.
    fn source(&self) -> Philox {
        let counters = vec![self.offset];
        Philox { seed: self.seed, counters, rounds: self.rounds, result: 0 }
    }
}

impl Operation for Rand {
    fn name(&self) -> String {
        if self.bits { "rand.bits" } else { "rand" }.to_owned()
    }

    reads!(seed, offset);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let dtype = if self.bits { DType::I32 } else { DType::F32 };
        Ok(self.source().infer(types)?.map(|ty| ty.with_elem(Elem::Num(dtype))))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (seed, offset, rounds) = (text(self.seed, names), names(self.offset), self.rounds);
        let bits = if self.bits { ".to(tl.int32, bitcast=True)" } else { "" };
        format!("tl.rand({seed}, {offset}, n_rounds={rounds}){bits}")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let source = self.source().evaluate(context, machine)?;
        let source = source.expect("invariant: random numbers are a result");
        let positive = |x: &i64| if *x < 0 { !*x } else { *x };
        let numbers: Vec<i64> = source.ints().iter().map(positive).collect();
        let flags = source.undef().map(<[bool]>::to_vec);
        if self.bits {
            let bits = numbers.iter().map(|x| i64::from(uniform(*x).to_bits())).collect();
            return Ok(Some(Tile::<D>::from_ints(source.shape(), bits).with_undef_flags(flags)));
        }
        let (format, mut status) = (FloatFormat::F32, Status::default());
        let numbers = Tile::<D>::from_ints(source.shape(), numbers).with_undef_flags(flags);
        let scale = Tile::<D>::splat_float(source.shape(), D::constant(format.round(SCALE)));
        let numbers = int_to_float(format, &numbers, None, &mut status);
        let product = float_binary(FloatBinary::Mul, format, &numbers, &scale, &mut status);
        Undefined::check(&status)?;
        Ok(Some(product))
    }
}

/// What a number from 0 to 2^31 - 1 gives.
fn uniform(number: i64) -> f32 {
    number as f32 * SCALE as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_one() {
        assert_eq!(uniform(0), 0.0);
        assert!(uniform(i64::from(i32::MAX)) < 1.0 && uniform(i64::from(i32::MAX)) > 0.999);
    }
}
