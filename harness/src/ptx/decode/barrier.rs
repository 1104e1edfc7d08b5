//! Barriers of blocks, warps and clusters, fences, and mbarriers.

use super::Form;
use super::memory::{Order, Scope, order, scope};
use crate::ptx::types::{Space, Type};

/// A barrier, a fence or an operation on an mbarrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// `bar.sync`, `barrier.sync`: `barrier` or `barrier, threads`. Without a number of threads,
    /// all of the block.
    Sync {
        /// All lanes of a warp must execute it together (`bar` always).
        aligned: bool,
    },
    /// `bar.arrive`: `barrier, threads`.
    Arrive {
        /// As above.
        aligned: bool,
    },
    /// `bar.red`: `d, barrier, p` or `d, barrier, threads, p`; the predicate may be negated.
    Reduce {
        /// As above.
        aligned: bool,
        /// What the result is.
        op: BarrierReduction,
    },
    /// `bar.warp.sync`: `mask`.
    Warp,
    /// `barrier.cluster.arrive`: no operand.
    ClusterArrive {
        /// Release unless relaxed.
        relaxed: bool,
        /// All lanes of a warp must execute it together.
        aligned: bool,
    },
    /// `barrier.cluster.wait`: no operand.
    ClusterWait {
        /// All lanes of a warp must execute it together.
        aligned: bool,
    },
    /// `fence`, `membar`: no operand, but `[a], 128` where [`Fence::TensorMap`] acquires.
    Fence(Fence),
    /// `mbarrier`: `.init`: `[a], count`; `.inval`: `[a]`; `.expect_tx`, `.complete_tx`: `[a],
    /// bytes`; `.arrive`, `.arrive_drop`: `state, [a]` or `state, [a], count` (`state` may be `_`),
    /// with `expect_tx`: `state, [a], bytes`; `.test_wait`, `.try_wait`: `p, [a], state` (or the
    /// phase's parity) and perhaps a time limit; `.pending_count`: `d, state`.
    Mbarrier {
        /// Which.
        op: MbarrierOp,
        /// Where the mbarrier is.
        space: Space,
        /// Ordering, if one is written.
        order: Option<Order>,
        /// For whom, if written.
        scope: Option<Scope>,
    },
}

/// Reductions of `bar.red`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierReduction {
    /// Number of threads with a true predicate (`u32`).
    Count,
    /// Whether all are true.
    And,
    /// Whether one is true.
    Or,
}

/// Fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// `fence.acq_rel.gpu` and the like; `membar.gl` is sequentially consistent.
    Thread {
        /// Which.
        order: FenceOrder,
        /// For whom.
        scope: Scope,
    },
    /// `fence.proxy.async`: between ordinary and asynchronous accesses.
    ProxyAsync {
        /// Of this space; all if generic.
        space: Space,
    },
    /// `fence.proxy.alias`
    ProxyAlias,
    /// `fence.proxy.tensormap::generic`
    TensorMap {
        /// Acquires 128 bytes at `[a]`; otherwise releases.
        acquire: bool,
        /// For whom.
        scope: Scope,
    },
    /// `fence.mbarrier_init.release.cluster`
    MbarrierInit,
}

/// Orders of a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenceOrder {
    /// Sequentially consistent.
    Sequential,
    /// Acquire and release.
    AcquireRelease,
    /// Acquire.
    Acquire,
    /// Release.
    Release,
}

/// Operations on an mbarrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbarrierOp {
    /// `init`
    Init,
    /// `inval`
    Invalidate,
    /// `expect_tx`
    ExpectBytes,
    /// `complete_tx`
    CompleteBytes,
    /// `arrive`
    Arrive {
        /// `.expect_tx`: the operand is a number of bytes, not of arrivals.
        expect_bytes: bool,
        /// `arrive_drop`: also lowers the count of later phases.
        drop: bool,
        /// `.noComplete`
        no_complete: bool,
    },
    /// `test_wait`, `try_wait`
    Wait {
        /// `try_wait`: may suspend the thread for a while.
        may_suspend: bool,
        /// The operand is a parity, not a state.
        parity: bool,
    },
    /// `pending_count`
    PendingCount,
}

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Barrier> {
    match root {
        "fence" | "membar" => fence(root, form).map(Barrier::Fence),
        "mbarrier" => mbarrier(form),
        _ if form.flag("warp") => {
            form.shape(&["s"])?;
            form.flag("sync").then_some(Barrier::Warp)
        }
        // In this place it is the kind of the barrier, not a scope.
        _ if form.flag("cluster") => cluster(form),
        _ => block(root, form),
    }
}

fn cluster(form: &mut Form) -> Option<Barrier> {
    form.operands.is_empty().then_some(())?;
    let aligned = form.flag("aligned");
    let order = order(form);
    if form.flag("wait") {
        return matches!(order, None | Some(Order::Acquire))
            .then_some(Barrier::ClusterWait { aligned });
    }
    let known = matches!(order, None | Some(Order::Release | Order::Relaxed));
    let relaxed = order == Some(Order::Relaxed);
    (known && form.flag("arrive")).then_some(Barrier::ClusterArrive { relaxed, aligned })
}

fn block(root: &str, form: &mut Form) -> Option<Barrier> {
    form.flag("cta");
    let aligned = form.flag("aligned") || root == "bar";
    if form.flag("sync") {
        form.shape(&["s", "ss"])?;
        return Some(Barrier::Sync { aligned });
    }
    if form.flag("arrive") {
        form.shape(&["ss"])?;
        return Some(Barrier::Arrive { aligned });
    }
    form.flag("red").then_some(())?;
    form.shape(&["dss", "dsss"])?;
    let op = form.pick(&[
        ("popc", BarrierReduction::Count),
        ("and", BarrierReduction::And),
        ("or", BarrierReduction::Or),
    ])?;
    let result = if op == BarrierReduction::Count { Type::U32 } else { Type::Pred };
    (form.ty()? == result).then_some(Barrier::Reduce { aligned, op })
}

fn fence(root: &str, form: &mut Form) -> Option<Fence> {
    if root == "membar" && !form.parts().contains(&"proxy") {
        form.operands.is_empty().then_some(())?;
        return Some(Fence::Thread { order: FenceOrder::Sequential, scope: scope(form)? });
    }
    if form.flag("mbarrier_init") {
        let known = form.flag("release") && form.flag("cluster") && form.operands.is_empty();
        return known.then_some(Fence::MbarrierInit);
    }
    if form.flag("proxy") {
        return proxy(form);
    }
    form.operands.is_empty().then_some(())?;
    let order = form.pick(&[
        ("sc", FenceOrder::Sequential),
        ("acq_rel", FenceOrder::AcquireRelease),
        ("acquire", FenceOrder::Acquire),
        ("release", FenceOrder::Release),
    ])?;
    Some(Fence::Thread { order, scope: scope(form)? })
}

fn proxy(form: &mut Form) -> Option<Fence> {
    if form.flag("tensormap::generic") {
        let acquire = form.pick(&[("acquire", true), ("release", false)])?;
        form.shape(if acquire { &["as"] } else { &[""] })?;
        return Some(Fence::TensorMap { acquire, scope: scope(form)? });
    }
    form.operands.is_empty().then_some(())?;
    if form.flag("alias") {
        return Some(Fence::ProxyAlias);
    }
    form.flag("async").then(|| Fence::ProxyAsync { space: form.space() })
}

fn mbarrier(form: &mut Form) -> Option<Barrier> {
    let expect_bytes = form.flag("expect_tx");
    let (arrive, drop) = (form.flag("arrive"), form.flag("arrive_drop"));
    let (op, shapes): (MbarrierOp, &[&str]) = if arrive || drop {
        let no_complete = form.flag("noComplete");
        let op = MbarrierOp::Arrive { expect_bytes, drop, no_complete };
        (op, if expect_bytes || no_complete { &["das"] } else { &["da", "das"] })
    } else if expect_bytes {
        (MbarrierOp::ExpectBytes, &["as"])
    } else if form.flag("complete_tx") {
        (MbarrierOp::CompleteBytes, &["as"])
    } else if form.flag("init") {
        (MbarrierOp::Init, &["as"])
    } else if form.flag("inval") {
        (MbarrierOp::Invalidate, &["a"])
    } else if form.flag("pending_count") {
        (MbarrierOp::PendingCount, &["ds"])
    } else {
        let may_suspend = form.pick(&[("try_wait", true), ("test_wait", false)])?;
        let op = MbarrierOp::Wait { may_suspend, parity: form.flag("parity") };
        (op, if may_suspend { &["das", "dass"] } else { &["das"] })
    };
    form.shape(shapes)?;
    // Only the byte counts have no `.b64`.
    let untyped = matches!(op, MbarrierOp::ExpectBytes | MbarrierOp::CompleteBytes);
    (form.flag("b64") != untyped).then_some(())?;
    // Before the scope: `shared::cluster` is one modifier and cannot be taken for it.
    let space = form.space();
    Some(Barrier::Mbarrier { op, space, order: order(form), scope: scope(form) })
}
