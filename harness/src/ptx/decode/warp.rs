//! Exchange between the lanes of a warp. A `mask` operand names the lanes that take part.

use super::Form;
use crate::ptx::types::Type;

/// A warp instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warp {
    /// `shfl.sync.b32`: `d, a, b, clamp, mask` where `d` may be a pair with the predicate "in
    /// range".
    Shuffle {
        /// Where lanes read from.
        mode: ShuffleMode,
    },
    /// `vote.sync`: `d, p, mask` where `p` may be negated. `d` is a predicate, a `b32` for ballots.
    Vote {
        /// What is asked.
        mode: VoteMode,
    },
    /// `match.sync`: `d, a, mask`; `match.all` may have a pair with a predicate.
    Match {
        /// `.all`; otherwise `.any`.
        all: bool,
        /// `b32` or `b64`.
        ty: Type,
    },
    /// `redux.sync`: `d, a, mask`.
    Reduce {
        /// With what.
        op: ReduceOp,
        /// `u32`, `s32`, `b32` or `f32`.
        ty: Type,
        /// `.abs` of floats.
        abs: bool,
        /// `.NaN` of floats.
        nan: bool,
    },
    /// `activemask.b32`: `d`.
    ActiveMask,
    /// `elect.sync`: a pair of a `b32` (may be `_`) and a predicate, then `mask`.
    Elect,
}

/// Modes of `shfl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShuffleMode {
    /// From a lower lane.
    Up,
    /// From a higher lane.
    Down,
    /// From the lane number xor `b`.
    Butterfly,
    /// From lane `b`.
    Index,
}

/// Modes of `vote`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoteMode {
    /// True in all.
    All,
    /// True in one.
    Any,
    /// The same in all.
    Uniform,
    /// A bit per lane.
    Ballot,
}

/// Operations of reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceOp {
    /// Sum.
    Add,
    /// Smallest.
    Min,
    /// Largest.
    Max,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Exclusive or.
    Xor,
    /// Wrapping increment.
    Inc,
    /// Wrapping decrement.
    Dec,
}

pub(in crate::ptx) const SHUFFLES: &[(&str, ShuffleMode)] = &[
    ("up", ShuffleMode::Up),
    ("down", ShuffleMode::Down),
    ("bfly", ShuffleMode::Butterfly),
    ("idx", ShuffleMode::Index),
];

pub(in crate::ptx) const VOTES: &[(&str, VoteMode)] = &[
    ("all", VoteMode::All),
    ("any", VoteMode::Any),
    ("uni", VoteMode::Uniform),
    ("ballot", VoteMode::Ballot),
];

pub(super) const REDUCTIONS: &[(&str, ReduceOp)] = &[
    ("add", ReduceOp::Add),
    ("min", ReduceOp::Min),
    ("max", ReduceOp::Max),
    ("and", ReduceOp::And),
    ("or", ReduceOp::Or),
    ("xor", ReduceOp::Xor),
    ("inc", ReduceOp::Inc),
    ("dec", ReduceOp::Dec),
];

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Warp> {
    if root == "activemask" {
        form.shape(&["d"])?;
        return form.flag("b32").then_some(Warp::ActiveMask);
    }
    // Forms without `.sync` do not exist from sm_70 on.
    form.flag("sync").then_some(())?;
    form.shape(match root {
        "shfl" => &["pssss"],
        "elect" => &["ps"],
        _ => &["pss"],
    })?;
    Some(match root {
        "shfl" => {
            let mode = form.pick(SHUFFLES)?;
            form.flag("b32").then_some(Warp::Shuffle { mode })?
        }
        "vote" => {
            let mode = form.pick(VOTES)?;
            form.flag(if mode == VoteMode::Ballot { "b32" } else { "pred" }).then_some(())?;
            Warp::Vote { mode }
        }
        "match" => {
            Warp::Match { all: form.pick(&[("all", true), ("any", false)])?, ty: form.ty()? }
        }
        "redux" => Warp::Reduce {
            op: form.pick(REDUCTIONS)?,
            ty: form.ty()?,
            abs: form.flag("abs"),
            nan: form.flag("NaN"),
        },
        "elect" => Warp::Elect,
        _ => return None,
    })
}
