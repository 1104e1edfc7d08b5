//! Moves, loads, stores, address conversions, cache control.

use super::Form;
use crate::ptx::program::Operand;
use crate::ptx::types::{Space, Type};

/// A move or a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// `mov`: `d, a`. Either may be a vector: its elements fill the other one's bits, the first
    /// lowest. `a` may be a symbol: its address in its own space.
    Move {
        /// Type of the whole.
        ty: Type,
    },
    /// `ld`: `d, [a]` and, if `hint`, a cache policy. `d` may be a vector of `lanes` elements; a
    /// result is sign- or zero-extended by `ty` to a wider register.
    Load {
        /// Where.
        space: Space,
        /// Type of an element.
        ty: Type,
        /// Elements: 1, 2, 4 or 8.
        lanes: u32,
        /// Memory ordering.
        order: Order,
        /// Of an ordering that has one.
        scope: Option<Scope>,
        /// `.nc`: the memory does not change during the kernel.
        non_coherent: bool,
        /// Cache operator, without meaning for values.
        cache: CacheOp,
        /// Eviction priority, without meaning for values.
        evict: Evict,
        /// Has a cache policy as its last operand.
        hint: bool,
    },
    /// `st`: `[a], b` and, if `hint`, a cache policy. `b` may be a vector; low bits are stored.
    Store {
        /// Where.
        space: Space,
        /// Type of an element.
        ty: Type,
        /// Elements: 1, 2, 4 or 8.
        lanes: u32,
        /// Memory ordering.
        order: Order,
        /// Of an ordering that has one.
        scope: Option<Scope>,
        /// Cache operator, without meaning for values.
        cache: CacheOp,
        /// Eviction priority, without meaning for values.
        evict: Evict,
        /// Has a cache policy as its last operand.
        hint: bool,
    },
    /// `cvta`: `d, a`: an address of the space to a generic one, or back.
    ConvertAddress {
        /// The space.
        space: Space,
        /// `cvta.to`: from generic.
        to_space: bool,
        /// `u32` or `u64`.
        ty: Type,
    },
    /// `isspacep`: `p, a`: whether a generic address lies in the space.
    IsSpace {
        /// The space.
        space: Space,
    },
    /// `mapa`: `d, a, rank`: the address of the same variable in another block of the cluster.
    MapAddress {
        /// `shared::cluster`, or generic.
        space: Space,
        /// `u32` or `u64`.
        ty: Type,
    },
    /// `getctarank`: `d, a`: the block that the address belongs to.
    BlockRank {
        /// `shared::cluster`, or generic.
        space: Space,
        /// Type of `a`.
        ty: Type,
    },
    /// `createpolicy`: `d, ...`: a cache policy, without meaning for values. The operands after `d`
    /// are not checked.
    CreatePolicy,
    /// `prefetch`, `prefetchu`, `applypriority`: `[a]` and perhaps a size. Without effect.
    Prefetch,
    /// `discard`: `[a], size`: the bytes become undefined.
    Discard {
        /// Where.
        space: Space,
    },
}

/// Ordering of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// None written, or `.weak`.
    Weak,
    /// `.volatile`: relaxed with system scope.
    Volatile,
    /// `.relaxed`
    Relaxed,
    /// `.acquire`
    Acquire,
    /// `.release`
    Release,
    /// `.acq_rel`
    AcquireRelease,
    /// `.mmio`
    Mmio,
}

/// Who is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The block.
    Block,
    /// The cluster.
    Cluster,
    /// The device.
    Device,
    /// The system.
    System,
}

/// Cache operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheOp {
    /// None written.
    Default,
    /// `.ca`
    All,
    /// `.cg`
    Global,
    /// `.cs`
    Streaming,
    /// `.lu`
    LastUse,
    /// `.cv`
    Volatile,
    /// `.wb`
    WriteBack,
    /// `.wt`
    WriteThrough,
}

/// Eviction priorities of the first level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evict {
    /// None written, or `evict_normal`.
    Normal,
    /// `evict_unchanged`
    Unchanged,
    /// `evict_first`
    First,
    /// `evict_last`
    Last,
    /// `no_allocate`
    NoAllocate,
}

const ORDERS: &[(&str, Order)] = &[
    ("weak", Order::Weak),
    ("volatile", Order::Volatile),
    ("relaxed", Order::Relaxed),
    ("acquire", Order::Acquire),
    ("release", Order::Release),
    ("acq_rel", Order::AcquireRelease),
    ("mmio", Order::Mmio),
];

const SCOPES: &[(&str, Scope)] = &[
    ("cta", Scope::Block),
    ("cluster", Scope::Cluster),
    ("gpu", Scope::Device),
    ("gl", Scope::Device),
    ("sys", Scope::System),
];

const CACHE_OPS: &[(&str, CacheOp)] = &[
    ("ca", CacheOp::All),
    ("cg", CacheOp::Global),
    ("cs", CacheOp::Streaming),
    ("lu", CacheOp::LastUse),
    ("cv", CacheOp::Volatile),
    ("wb", CacheOp::WriteBack),
    ("wt", CacheOp::WriteThrough),
];

const EVICTIONS: &[(&str, Evict)] = &[
    ("L1::evict_normal", Evict::Normal),
    ("L1::evict_unchanged", Evict::Unchanged),
    ("L1::evict_first", Evict::First),
    ("L1::evict_last", Evict::Last),
    ("L1::no_allocate", Evict::NoAllocate),
];

/// Prefetch sizes and priorities of the second level: without effect on values.
const HINTS: &[&str] = &[
    "L2::64B",
    "L2::128B",
    "L2::256B",
    "L2::evict_last",
    "L2::evict_normal",
    "L2::evict_first",
    "L2",
    "L1",
];

const LANES: &[(&str, u32)] = &[("v2", 2), ("v4", 4), ("v8", 8)];

pub(super) fn order(form: &mut Form) -> Option<Order> {
    form.pick(ORDERS)
}

pub(super) fn scope(form: &mut Form) -> Option<Scope> {
    form.pick(SCOPES)
}

pub(super) fn hint(form: &mut Form) -> bool {
    form.flag("L2::cache_hint")
}

pub(super) fn lanes(form: &mut Form) -> u32 {
    form.pick(LANES).unwrap_or(1)
}

pub(super) fn evict(form: &mut Form) -> Evict {
    form.pick(EVICTIONS).unwrap_or(Evict::Normal)
}

pub(super) fn drop_hints(form: &mut Form) {
    for name in HINTS {
        form.flag(name);
    }
}

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Memory> {
    match root {
        "mov" => {
            form.shape(&["wv"])?;
            Some(Memory::Move { ty: form.ty()? })
        }
        "ld" | "ldu" => load(root, form),
        "st" => store(form),
        "createpolicy" => {
            matches!(form.operands.first(), Some(Operand::Register(_))).then_some(())?;
            form.take_rest();
            Some(Memory::CreatePolicy)
        }
        "prefetch" | "prefetchu" | "applypriority" => {
            form.shape(&["a", "as"])?;
            form.flag("tensormap");
            form.space();
            drop_hints(form);
            Some(Memory::Prefetch)
        }
        "discard" => {
            form.shape(&["as"])?;
            drop_hints(form);
            Some(Memory::Discard { space: form.space() })
        }
        _ => address(root, form),
    }
}

/// How many elements the vector at `at` has; 1 if it is none.
pub(super) fn width(form: &Form, at: usize) -> usize {
    match form.operands.get(at) {
        Some(Operand::Vector(items)) => items.len(),
        _ => 1,
    }
}

fn load(root: &str, form: &mut Form) -> Option<Memory> {
    let hint = hint(form);
    form.shape(if hint { &["was"] } else { &["wa"] })?;
    let order = order(form).unwrap_or(Order::Weak);
    let lanes = lanes(form);
    drop_hints(form);
    let load = Memory::Load {
        space: form.space(),
        ty: form.ty()?,
        lanes,
        order,
        scope: scope(form),
        non_coherent: form.flag("nc") || root == "ldu",
        cache: form.pick(CACHE_OPS).unwrap_or(CacheOp::Default),
        evict: evict(form),
        hint,
    };
    (width(form, 0) == lanes as usize).then_some(load)
}

fn store(form: &mut Form) -> Option<Memory> {
    let hint = hint(form);
    form.shape(if hint { &["avs"] } else { &["av"] })?;
    let order = order(form).unwrap_or(Order::Weak);
    let lanes = lanes(form);
    drop_hints(form);
    let store = Memory::Store {
        space: form.space(),
        ty: form.ty()?,
        lanes,
        order,
        scope: scope(form),
        cache: form.pick(CACHE_OPS).unwrap_or(CacheOp::Default),
        evict: evict(form),
        hint,
    };
    (width(form, 1) == lanes as usize).then_some(store)
}

fn address(root: &str, form: &mut Form) -> Option<Memory> {
    form.shape(if root == "mapa" { &["dss"] } else { &["ds"] })?;
    let to_space = form.flag("to");
    let space = form.space();
    Some(match root {
        "cvta" => Memory::ConvertAddress { space, to_space, ty: form.ty()? },
        "isspacep" => Memory::IsSpace { space },
        "mapa" => Memory::MapAddress { space, ty: form.ty()? },
        "getctarank" => Memory::BlockRank { space, ty: form.ty()? },
        _ => return None,
    })
}
