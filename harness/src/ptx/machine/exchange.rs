//! Exchange between the lanes of a warp.

use smallvec::SmallVec;

use super::code::{Step, Value};
use super::run::{Flow, Machine};
use super::stop::Stop;
use super::warp::Warp;
use crate::ptx::decode::{ReduceOp, ShuffleMode, VoteMode, Warp as Exchange};
use crate::ptx::lanes::{ALL, Lanes, WARP, lanes_of, mask_of};
use crate::ptx::types::Type;

/// Sources of a shuffle, which has most.
const SOURCES: usize = 4;

impl Machine<'_> {
    pub(super) fn exchange(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: Exchange,
        reached: u32,
        active: u32,
    ) -> Result<Flow, Stop> {
        let Some((to, sources)) = step.values.split_first() else {
            return Err(Stop::malformed("an exchange without a result"));
        };
        if op == Exchange::ActiveMask {
            self.put(warp, to, &[u64::from(reached); WARP], active);
            return Ok(Flow::Next);
        }
        let sources = sources.iter().map(|value| self.lanes(warp, value));
        let sources: SmallVec<[Lanes; SOURCES]> = sources.collect();
        let Some(masks) = sources.last() else {
            return Err(Stop::malformed("an exchange without a mask"));
        };
        let mask = check_mask(warp, masks, active)?;
        match (op, &sources[..]) {
            (Exchange::Shuffle { mode }, [from, by, clamp, _]) => {
                let (bits, in_range) = shuffle(mode, from, by, clamp, active)?;
                self.put_both(warp, to, &bits, &in_range, active);
            }
            (Exchange::Vote { mode }, [predicate, _]) => {
                let bits = vote(mode, mask_of(predicate) & mask, mask);
                self.put(warp, to, &[bits; WARP], active);
            }
            (Exchange::Match { all, ty }, [value, _]) => {
                let mut bits = matching(ty, value, mask, active);
                let agree = bits.map(|bits| u64::from(bits == u64::from(mask)));
                if all {
                    bits = std::array::from_fn(|lane| bits[lane] * agree[lane]);
                }
                self.put_both(warp, to, &bits, &agree, active);
            }
            (Exchange::Reduce { op, ty, abs, nan }, [value, _]) => {
                let bits = reduce(op, ty, (abs, nan), value, mask)?;
                self.put(warp, to, &[bits; WARP], active);
            }
            (Exchange::Elect, _) => {
                let leader = mask.trailing_zeros();
                let is_leader: Lanes = std::array::from_fn(|lane| u64::from(lane as u32 == leader));
                self.put_both(warp, to, &[u64::from(leader); WARP], &is_leader, active);
            }
            _ => return Err(Stop::malformed("operands that do not fit their exchange")),
        }
        Ok(Flow::Next)
    }

    /// Writes a result and, if there is a register for it, the predicate beside it.
    fn put_both(&self, warp: &mut Warp, to: &Value, bits: &Lanes, also: &Lanes, active: u32) {
        match to {
            Value::Pair(first, second) => {
                for (register, bits) in [(first, bits), (second, also)] {
                    if let Some(register) = register {
                        self.put(warp, &Value::Register(*register), bits, active);
                    }
                }
            }
            to => self.put(warp, to, bits, active),
        }
    }
}

/// The lanes that a mask names, of which all that have not ended must have come together.
pub(super) fn check_mask(warp: &Warp, masks: &Lanes, active: u32) -> Result<u32, Stop> {
    let first = active.trailing_zeros() as usize;
    let mask = masks[first] as u32;
    if lanes_of(active).any(|lane| masks[lane] as u32 != mask) {
        return Err(Stop::unsupported("lanes that come together with different masks"));
    }
    if active & !mask != 0 {
        return Err(Stop::undefined("a lane that its own mask does not name"));
    }
    let mask = mask & !warp.exited;
    if mask != active {
        // On a GPU they wait for each other, if the others come here too.
        return Err(Stop::unsupported("lanes of a mask that do not come together"));
    }
    Ok(mask)
}

/// What the lanes of a mask, of which some are chosen, vote for.
fn vote(mode: VoteMode, chosen: u32, mask: u32) -> u64 {
    match mode {
        VoteMode::All => u64::from(chosen == mask),
        VoteMode::Any => u64::from(chosen != 0),
        VoteMode::Uniform => u64::from(chosen == mask || chosen == 0),
        VoteMode::Ballot => u64::from(chosen),
    }
}

/// Which lanes of a mask have the value that each lane has.
fn matching(ty: Type, value: &Lanes, mask: u32, active: u32) -> Lanes {
    let keep = if ty.bits() == 32 { 0xffff_ffff } else { u64::MAX };
    let value = value.map(|bits| bits & keep);
    let same = |lane: usize| {
        lanes_of(mask)
            .filter(|other| value[*other] == value[lane])
            .fold(0u64, |same, other| same | 1 << other)
    };
    let mut bits: Lanes = [0; WARP];
    for lane in lanes_of(active) {
        bits[lane] = same(lane);
    }
    bits
}

/// The values that lanes get, and whether each one's source lies in its segment.
fn shuffle(
    mode: ShuffleMode,
    from: &Lanes,
    by: &Lanes,
    clamp: &Lanes,
    active: u32,
) -> Result<(Lanes, Lanes), Stop> {
    let (sources, in_range) = match mode {
        ShuffleMode::Up => sources(by, clamp, |at| (at.own - at.by, at.own - at.by >= at.last)),
        ShuffleMode::Down => sources(by, clamp, |at| (at.own + at.by, at.own + at.by <= at.last)),
        ShuffleMode::Butterfly => {
            sources(by, clamp, |at| (at.own ^ at.by, at.own ^ at.by <= at.last))
        }
        ShuffleMode::Index => sources(by, clamp, |at| {
            let source = at.first | at.by & !at.segment;
            (source, source <= at.last)
        }),
    };
    if active != ALL
        && let Some(lane) = lanes_of(active).find(|lane| active >> sources[*lane] & 1 == 0)
    {
        let source = sources[lane];
        return Err(Stop::undefined(format!("a shuffle from lane {source}, which is absent")));
    }
    Ok((std::array::from_fn(|lane| from[sources[lane] as usize % WARP]), in_range))
}

/// What a lane's source follows from.
struct Shuffled {
    own: i64,
    by: i64,
    /// The bits of a lane's index that name its segment.
    segment: i64,
    /// The ends of its segment: which one is in the way depends on the mode.
    first: i64,
    last: i64,
}

/// The source of each lane, and whether it lies in the lane's segment; elsewhere it is the lane itself.
#[inline(always)]
fn sources(by: &Lanes, clamp: &Lanes, of: impl Fn(Shuffled) -> (i64, bool)) -> (Lanes, Lanes) {
    let (mut sources, mut in_range) = ([0; WARP], [0; WARP]);
    for lane in 0..WARP {
        let (segment, clamp) = (clamp[lane] as i64 >> 8 & 31, clamp[lane] as i64 & 31);
        let own = lane as i64;
        let (first, last) = (own & segment, own & segment | clamp & !segment);
        let (source, valid) = of(Shuffled { own, by: by[lane] as i64 & 31, segment, first, last });
        sources[lane] = if valid { source as u64 } else { lane as u64 };
        in_range[lane] = u64::from(valid);
    }
    (sources, in_range)
}

/// One value of the lanes of a mask.
fn reduce(
    op: ReduceOp,
    ty: Type,
    (abs, nan): (bool, bool),
    value: &Lanes,
    mask: u32,
) -> Result<u64, Stop> {
    let values = lanes_of(mask).map(|lane| value[lane] as u32);
    let unsupported = || Stop::unsupported(format!("redux.sync {op:?} {}", ty.name()));
    if ty == Type::F32 {
        let floats = values.map(f32::from_bits).map(|value| if abs { value.abs() } else { value });
        let floats: Vec<f32> = floats.collect();
        if nan && floats.iter().any(|value| value.is_nan()) {
            return Ok(0x7fff_ffff);
        }
        // The total order has -0 below +0, as the instruction does.
        let numbers = floats.iter().copied().filter(|value| !value.is_nan());
        let found = match op {
            ReduceOp::Min => numbers.min_by(f32::total_cmp),
            ReduceOp::Max => numbers.max_by(f32::total_cmp),
            _ => return Err(unsupported()),
        };
        return Ok(found.map_or(0x7fff_ffff, |value| u64::from(value.to_bits())));
    }
    let combine: fn(u32, u32) -> u32 = match (op, ty) {
        (ReduceOp::Add, Type::U32 | Type::S32) => u32::wrapping_add,
        (ReduceOp::Min, Type::U32) => u32::min,
        (ReduceOp::Max, Type::U32) => u32::max,
        (ReduceOp::Min, Type::S32) => |a, b| (a as i32).min(b as i32) as u32,
        (ReduceOp::Max, Type::S32) => |a, b| (a as i32).max(b as i32) as u32,
        (ReduceOp::And, Type::B32) => |a, b| a & b,
        (ReduceOp::Or, Type::B32) => |a, b| a | b,
        (ReduceOp::Xor, Type::B32) => |a, b| a ^ b,
        _ => return Err(unsupported()),
    };
    Ok(values.reduce(combine).map_or(0, u64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_stay_in_their_segment() {
        let from: Lanes = std::array::from_fn(|lane| lane as u64 + 100);
        let of = |mode, by: u64, clamp: u64| {
            shuffle(mode, &from, &[by; WARP], &[clamp; WARP], ALL).unwrap()
        };
        let (bits, valid) = of(ShuffleMode::Butterfly, 1, 31);
        assert_eq!((bits[0], bits[7], valid[7]), (101, 106, 1));
        let (bits, valid) = of(ShuffleMode::Down, 4, 31);
        assert_eq!((bits[3], bits[30], valid[27], valid[28]), (107, 130, 1, 0));
        let (bits, valid) = of(ShuffleMode::Up, 4, 0);
        assert_eq!((bits[3], bits[4], valid[3], valid[4]), (103, 100, 0, 1));
        // Segments of eight lanes.
        let (bits, _) = of(ShuffleMode::Index, 2, 24 << 8 | 31);
        assert_eq!((bits[5], bits[9], bits[31]), (102, 110, 126));
    }

    #[test]
    fn reductions() {
        let value: Lanes = std::array::from_fn(|lane| (lane as u64 + 0xffff_fff0) & 0xffff_ffff);
        let of = |op, ty| reduce(op, ty, (false, false), &value, ALL).unwrap();
        assert_eq!(of(ReduceOp::Max, Type::S32), 15);
        assert_eq!(of(ReduceOp::Max, Type::U32), 0xffff_ffff);
        assert_eq!(of(ReduceOp::Min, Type::U32), 0);
        assert_eq!(of(ReduceOp::Add, Type::S32), 0xffff_fff0);
        assert!(reduce(ReduceOp::Add, Type::F32, (false, false), &value, ALL).is_err());
    }
}
