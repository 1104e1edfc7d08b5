//! Atomic operations: `atom` and `red`.

use super::Form;
use super::memory::{Order, Scope, drop_hints, evict, hint, lanes, order, scope, width};
use crate::ptx::types::{Space, Type};

/// `atom`: `d, [a], b`, for compare-and-swap `d, [a], compare, value`; `red`: `[a], b`. Then, if
/// `hint`, a cache policy. With `lanes` above 1, `d` and `b` are vectors, and each element is
/// atomic for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// Which.
    pub op: AtomicOp,
    /// Type of an element.
    pub ty: Type,
    /// Elements.
    pub lanes: u32,
    /// Where.
    pub space: Space,
    /// Relaxed if none is written.
    pub order: Order,
    /// The device if none is written.
    pub scope: Scope,
    /// `atom`: the old value is a result.
    pub returns: bool,
    /// `.noftz`: subnormals are kept.
    pub noftz: bool,
    /// Has a cache policy as its last operand.
    pub hint: bool,
}

/// Atomic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    /// Sum.
    Add,
    /// Smaller.
    Min,
    /// Larger.
    Max,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Exclusive or.
    Xor,
    /// Exchange.
    Exchange,
    /// Compare and swap.
    CompareSwap,
    /// Increment that wraps to 0 past `b`.
    Inc,
    /// Decrement that wraps to `b` past 0.
    Dec,
}

const OPERATIONS: &[(&str, AtomicOp)] = &[
    ("add", AtomicOp::Add),
    ("min", AtomicOp::Min),
    ("max", AtomicOp::Max),
    ("and", AtomicOp::And),
    ("or", AtomicOp::Or),
    ("xor", AtomicOp::Xor),
    ("exch", AtomicOp::Exchange),
    ("cas", AtomicOp::CompareSwap),
    ("inc", AtomicOp::Inc),
    ("dec", AtomicOp::Dec),
];

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Atomic> {
    let returns = root == "atom";
    let hint = hint(form);
    let op = form.pick(OPERATIONS)?;
    form.shape(match (returns, op == AtomicOp::CompareSwap, hint) {
        (true, true, false) => &["dass"],
        (true, true, true) => &["dasss"],
        (true, false, false) => &["wav"],
        (true, false, true) => &["wavs"],
        (false, false, false) => &["av"],
        (false, false, true) => &["avs"],
        (false, true, _) => return None,
    })?;
    let lanes = lanes(form);
    (width(form, usize::from(returns) + 1) == lanes as usize).then_some(())?;
    evict(form);
    drop_hints(form);
    Some(Atomic {
        op,
        ty: form.ty()?,
        lanes,
        space: form.space(),
        order: order(form).unwrap_or(Order::Relaxed),
        scope: scope(form).unwrap_or(Scope::Device),
        returns,
        noftz: form.flag("noftz"),
        hint,
    })
}
