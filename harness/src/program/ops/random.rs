//! `tl.randint4x` and `tl.philox`: numbers that a counter and a seed make (Salmon et al. 2011, as in
//! Triton's `random.py`). They are integers, so every bit is specified.

use serde::{Deserialize, Serialize};

use super::{Context, Op, Operation, reads, text};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile, sign_extend, zero_extend};

/// More rounds than this nobody asks for.
const MAX_ROUNDS: u32 = 16;

/// One of the four results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Philox {
    /// A scalar or a Python number of 64 bits at most.
    pub seed: Operand,
    /// One tile of `i32` or `u32` for `tl.randint4x`, which counts with its elements, or four of one
    /// type of 32 or 64 bits for `tl.philox`.
    pub counters: Vec<ValueId>,
    /// How often the numbers are mixed.
    pub rounds: u32,
    /// Which result this is.
    pub result: usize,
}

impl Philox {
    /// The unsigned type of the counters' width.
    fn dtype(ty: &Type) -> Option<DType> {
        match ty.dtype()? {
            DType::I32 | DType::U32 => Some(DType::U32),
            DType::I64 | DType::U64 => Some(DType::U64),
            _ => None,
        }
    }
}

impl Operation for Philox {
    fn name(&self) -> String {
        if self.counters.len() == 1 { "randint4x" } else { "philox" }.to_owned()
    }

    reads!(seed, counters);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let seed = match self.seed {
            Operand::Value(id) => {
                let ty = types.get(id)?;
                ty.is_scalar() && matches!(ty.dtype(), Some(DType::I32 | DType::I64))
            }
            Operand::Int(value) => i64::try_from(value).is_ok(),
            Operand::Float(_) => false,
        };
        ensure(seed, || format!("a seed is {:?}", self.seed))?;
        ensure((1..=MAX_ROUNDS).contains(&self.rounds), || format!("{} rounds", self.rounds))?;
        let Some(first) = self.counters.first() else {
            return Err(TypeError("random numbers of nothing".into()));
        };
        let ty = types.get(*first)?;
        let same = self.counters.iter().all(|id| types.get(*id) == Ok(ty));
        let dtype = Philox::dtype(ty).filter(|dtype| match self.counters.len() {
            1 => *dtype == DType::U32,
            count => count == 4,
        });
        let fits = same && self.result < 4 && !ty.is_scalar();
        let dtype = dtype.filter(|_| fits);
        ensure(dtype.is_some(), || format!("random numbers of {ty}"))?;
        Ok(dtype.map(|dtype| ty.with_elem(Elem::Num(dtype))))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let counters: Vec<String> = self.counters.iter().map(|id| names(*id)).collect();
        let (seed, rounds) = (text(self.seed, names), self.rounds);
        let function = self.name();
        format!("tl.{function}({seed}, {}, n_rounds={rounds})", counters.join(", "))
    }

    fn of_several(&self) -> Option<(Op, usize)> {
        Some((Philox { result: 0, ..self.clone() }.into(), self.result))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let seed = match self.seed {
            Operand::Value(id) => context.value(id).int_scalar(),
            literal => context.operand(literal, DType::I64, &[]).int_scalar(),
        };
        let seed = seed.ok_or_else(|| Undefined::new("a seed is an unspecified value"))? as u64;
        let first = context.value(self.counters[0]);
        let dtype = Philox::dtype(context.ty(self.counters[0])).expect("invariant: checked");
        let tiles: Vec<&Tile<D>> = self.counters.iter().map(|id| context.value(*id)).collect();
        let number = |lane: usize| {
            let counter = |at: usize| {
                tiles.get(at).map_or(0, |tile| zero_extend(tile.ints()[lane], dtype.bits()))
            };
            let counters = [0, 1, 2, 3].map(counter);
            let mixed = if dtype == DType::U32 {
                narrow(seed, counters.map(|c| c as u32), self.rounds).map(u64::from)
            } else {
                wide(seed, counters, self.rounds)
            };
            sign_extend(mixed[self.result] as i64, dtype.bits())
        };
        let tile = Tile::from_ints(first.shape(), (0..first.len()).map(number).collect());
        // Each result is made of all counters.
        let open = (0..first.len())
            .filter(|lane| tiles.iter().any(|tile| tile.undef().is_some_and(|flags| flags[*lane])));
        let open: Vec<usize> = open.collect();
        Ok(Some(tile.with_undef(open)))
    }
}

macro_rules! philox {
    ($name:ident, $word:ty, $double:ty, $keys:expr, $factors:expr, $split:expr) => {
        fn $name(seed: u64, mut c: [$word; 4], rounds: u32) -> [$word; 4] {
            let split: fn(u64) -> [$word; 2] = $split;
            let [mut k0, mut k1] = split(seed);
            let (keys, factors): ([$word; 2], [$word; 2]) = ($keys, $factors);
            let high = |a: $word, b: $word| {
                ((<$double>::from(a) * <$double>::from(b)) >> <$word>::BITS) as $word
            };
            for _ in 0..rounds {
                c = [
                    high(factors[1], c[2]) ^ c[1] ^ k0,
                    factors[1].wrapping_mul(c[2]),
                    high(factors[0], c[0]) ^ c[3] ^ k1,
                    factors[0].wrapping_mul(c[0]),
                ];
                k0 = k0.wrapping_add(keys[0]);
                k1 = k1.wrapping_add(keys[1]);
            }
            c
        }
    };
}

philox!(narrow, u32, u64, [0x9E37_79B9, 0xBB67_AE85], [0xD251_1F53, 0xCD9E_8D57], |seed| [
    seed as u32,
    (seed >> 32) as u32
]);
philox!(
    wide,
    u64,
    u128,
    [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B],
    [0xD2E7_470E_E14C_6C93, 0xCA5A_8263_9512_1157],
    |seed| [seed, 0]
);

#[cfg(test)]
mod tests {
    use super::*;

    /// Known answers of the reference implementation (Random123, `kat_vectors`), ten rounds.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let zero = [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8];
        assert_eq!(narrow(0, [0; 4], 10), zero);
        let ones = [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd];
        assert_eq!(narrow(u64::MAX, [u32::MAX; 4], 10), ones);
        let zero = [0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b];
        assert_eq!(wide(0, [0; 4], 10), zero);
    }
}
