//! Asynchronous copies and the tensor maps that they use.

use super::Form;
use super::memory::{Scope, drop_hints, hint, scope};
use super::warp::{REDUCTIONS, ReduceOp};
use crate::ptx::types::{Space, Type};

/// An asynchronous copy, or what waits for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsyncCopy {
    /// `cp.async`: `[shared], [global], size` (an immediate of 4, 8 or 16), perhaps `source`: a
    /// `u32` number of bytes to read (the rest is zero), or a predicate that says to read none;
    /// and, if `hint`, a cache policy.
    Copy {
        /// `.ca`; otherwise `.cg`.
        cache_all: bool,
        /// Has the operand `source`.
        source: bool,
        /// Has a cache policy as its last operand.
        hint: bool,
    },
    /// `cp.async.commit_group`: no operand.
    Commit,
    /// `cp.async.wait_group`: an immediate: so many groups may be pending.
    Wait,
    /// `cp.async.wait_all`: no operand.
    WaitAll,
    /// `cp.async.mbarrier.arrive`: `[mbarrier]`: arrives when the thread's earlier copies are done.
    Arrive {
        /// `.noinc`: the arrival is one that the count expects.
        no_increment: bool,
        /// Where the mbarrier is.
        space: Space,
    },
    /// `cp.async.bulk`: `[to], [from], size`, then `[mbarrier]` with that completion, then a `u16`
    /// block mask with `multicast`, then a policy with `hint`.
    Bulk {
        /// From where to where.
        target: BulkTarget,
        /// What tells that it is done.
        completion: Completion,
        /// To several blocks of the cluster.
        multicast: bool,
        /// Has a cache policy as its last operand.
        hint: bool,
    },
    /// `cp.reduce.async.bulk`: as [`AsyncCopy::Bulk`], and combines with what is there.
    BulkReduce {
        /// From where to where.
        target: BulkTarget,
        /// What tells that it is done.
        completion: Completion,
        /// With what.
        op: ReduceOp,
        /// Of elements of this type.
        ty: Type,
        /// Has a cache policy as its last operand.
        hint: bool,
    },
    /// `cp.async.bulk.tensor` into shared memory: `[to], tensor, [mbarrier]`, then a block mask
    /// with `multicast`, then a policy with `hint`.
    TensorLoad {
        /// Dimensions of the tensor, 1 to 5. In gather mode, of the map; the coordinates are five.
        dimensions: u32,
        /// Which elements.
        mode: TensorMode,
        /// `shared::cta` or `shared::cluster`.
        to: Space,
        /// To several blocks of the cluster.
        multicast: bool,
        /// `.cta_group::2`: may signal the mbarrier of the other block of a pair.
        pair: bool,
        /// Has a cache policy as its last operand.
        hint: bool,
    },
    /// `cp.async.bulk.tensor` out of shared memory, and `cp.reduce.async.bulk.tensor`:
    /// `tensor, [from]`, then a policy with `hint`. Completes with a bulk group.
    TensorStore {
        /// Dimensions of the tensor, 1 to 5.
        dimensions: u32,
        /// Which elements.
        mode: TensorMode,
        /// Combines with what is there.
        reduce: Option<ReduceOp>,
        /// Has a cache policy as its last operand.
        hint: bool,
    },
    /// `cp.async.bulk.prefetch`: without effect. The operands are not checked.
    BulkPrefetch,
    /// `cp.async.bulk.commit_group`: no operand.
    BulkCommit,
    /// `cp.async.bulk.wait_group`: an immediate: so many groups may be pending.
    BulkWait {
        /// `.read`: waits only until the sources have been read.
        read: bool,
    },
    /// `tensormap.replace.tile`: `[map], value` or `[map], dimension, value`.
    TensorMapReplace {
        /// Which field.
        field: TensorMapField,
        /// Where the map is.
        space: Space,
        /// Type of the value.
        ty: Type,
    },
    /// `tensormap.cp_fenceproxy`: `[to], [from], 128`: copies a map from shared to global memory
    /// and releases it for readers that acquire it.
    TensorMapCopy {
        /// For whom.
        scope: Scope,
    },
}

/// From where to where a bulk copy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BulkTarget {
    /// Destination.
    pub to: Space,
    /// Source.
    pub from: Space,
}

/// What tells that a bulk copy is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// An mbarrier, by bytes.
    Mbarrier,
    /// The thread's bulk group.
    BulkGroup,
}

/// Which elements of a tensor are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorMode {
    /// A box.
    Tile,
    /// Four rows of a matrix into one box: coordinates are a column and four rows.
    Gather4,
    /// One box into four rows of a matrix.
    Scatter4,
    /// `im2col`
    Im2col,
}

/// Fields of a tensor map. Those with a dimension have an operand for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorMapField {
    /// The base address.
    GlobalAddress,
    /// The number of dimensions, less one.
    Rank,
    /// Size of the box in a dimension.
    BoxDim,
    /// Size of the tensor in a dimension.
    GlobalDim,
    /// Stride in bytes of a dimension from the second on, which is dimension 0 here.
    GlobalStride,
    /// Step in a dimension.
    ElementStride,
    /// Code of the element type.
    ElementType,
    /// Code of the interleaving.
    InterleaveLayout,
    /// Code of the swizzling.
    SwizzleMode,
    /// Granularity of the swizzling.
    SwizzleAtomicity,
    /// Zeros or NaN out of bounds.
    FillMode,
}

const FIELDS: &[(&str, TensorMapField)] = &[
    ("global_address", TensorMapField::GlobalAddress),
    ("rank", TensorMapField::Rank),
    ("box_dim", TensorMapField::BoxDim),
    ("global_dim", TensorMapField::GlobalDim),
    ("global_stride", TensorMapField::GlobalStride),
    ("element_stride", TensorMapField::ElementStride),
    ("elemtype", TensorMapField::ElementType),
    ("interleave_layout", TensorMapField::InterleaveLayout),
    ("swizzle_mode", TensorMapField::SwizzleMode),
    ("swizzle_atomicity", TensorMapField::SwizzleAtomicity),
    ("fill_mode", TensorMapField::FillMode),
];

const MODES: &[(&str, TensorMode)] = &[
    ("tile", TensorMode::Tile),
    ("tile::gather4", TensorMode::Gather4),
    ("tile::scatter4", TensorMode::Scatter4),
    ("im2col", TensorMode::Im2col),
    ("im2col_no_offs", TensorMode::Im2col),
];

const COMPLETIONS: &[(&str, Completion)] = &[
    ("mbarrier::complete_tx::bytes", Completion::Mbarrier),
    ("bulk_group", Completion::BulkGroup),
];

const DIMENSIONS: &[(&str, u32)] = &[("1d", 1), ("2d", 2), ("3d", 3), ("4d", 4), ("5d", 5)];

pub(super) fn decode(root: &str, form: &mut Form) -> Option<AsyncCopy> {
    if root == "tensormap" {
        return tensor_map(form);
    }
    let reduce = form.flag("reduce");
    form.flag("async").then_some(())?;
    if !form.flag("bulk") {
        return if reduce { None } else { plain(form) };
    }
    if form.flag("prefetch") {
        form.take_rest();
        return Some(AsyncCopy::BulkPrefetch);
    }
    if form.flag("commit_group") {
        return form.operands.is_empty().then_some(AsyncCopy::BulkCommit);
    }
    if form.flag("wait_group") {
        form.shape(&["s"])?;
        return Some(AsyncCopy::BulkWait { read: form.flag("read") });
    }
    if form.flag("tensor") { tensor(reduce, form) } else { bulk(reduce, form) }
}

fn plain(form: &mut Form) -> Option<AsyncCopy> {
    if form.flag("commit_group") {
        return form.operands.is_empty().then_some(AsyncCopy::Commit);
    }
    if form.flag("wait_group") {
        form.shape(&["s"])?;
        return Some(AsyncCopy::Wait);
    }
    if form.flag("wait_all") {
        return form.operands.is_empty().then_some(AsyncCopy::WaitAll);
    }
    if form.flag("mbarrier") {
        form.shape(&["a"])?;
        let no_increment = form.flag("noinc");
        let known = form.flag("arrive") && form.flag("b64");
        return known.then(|| AsyncCopy::Arrive { no_increment, space: form.space() });
    }
    let hint = hint(form);
    form.shape(if hint { &["aass", "aasss"] } else { &["aas", "aass"] })?;
    let source = form.operands.len() - usize::from(hint) == 4;
    let cache_all = form.pick(&[("ca", true), ("cg", false)])?;
    drop_hints(form);
    (form.space() == Space::Shared && form.space() == Space::Global).then_some(())?;
    Some(AsyncCopy::Copy { cache_all, source, hint })
}

/// The letters of the operands that follow `base`.
fn tail(base: &str, completion: Completion, multicast: bool, hint: bool) -> String {
    let mut shape = base.to_owned();
    if completion == Completion::Mbarrier {
        shape.push('a');
    }
    shape.extend(std::iter::repeat_n('s', usize::from(multicast) + usize::from(hint)));
    shape
}

fn bulk(reduce: bool, form: &mut Form) -> Option<AsyncCopy> {
    let hint = hint(form);
    let multicast = form.flag("multicast::cluster");
    let completion = form.pick(COMPLETIONS)?;
    let target = BulkTarget { to: form.space(), from: form.space() };
    form.shape(&[tail("aas", completion, multicast, hint).as_str()])?;
    if !reduce {
        return Some(AsyncCopy::Bulk { target, completion, multicast, hint });
    }
    let op = form.pick(REDUCTIONS)?;
    form.flag("noftz");
    (!multicast).then_some(())?;
    Some(AsyncCopy::BulkReduce { target, completion, op, ty: form.ty()?, hint })
}

fn tensor(reduce: bool, form: &mut Form) -> Option<AsyncCopy> {
    let hint = hint(form);
    let multicast = form.flag("multicast::cluster");
    let dimensions = form.pick(DIMENSIONS)?;
    let completion = form.pick(COMPLETIONS)?;
    let mode = form.pick(MODES).unwrap_or(TensorMode::Tile);
    let pair = form.pick(&[("cta_group::1", false), ("cta_group::2", true)]).unwrap_or(false);
    let (to, from) = (form.space(), form.space());
    match (completion, to, from) {
        (Completion::Mbarrier, Space::Shared | Space::SharedCluster, Space::Global) if !reduce => {
            form.shape(&[tail("at", completion, multicast, hint).as_str()])?;
            Some(AsyncCopy::TensorLoad { dimensions, mode, to, multicast, pair, hint })
        }
        (Completion::BulkGroup, Space::Global, Space::Shared) if !multicast && !pair => {
            form.shape(&[tail("ta", completion, false, hint).as_str()])?;
            let reduce = if reduce { Some(form.pick(REDUCTIONS)?) } else { None };
            Some(AsyncCopy::TensorStore { dimensions, mode, reduce, hint })
        }
        _ => None,
    }
}

fn tensor_map(form: &mut Form) -> Option<AsyncCopy> {
    if form.flag("cp_fenceproxy") {
        form.shape(&["aas"])?;
        let known = ["tensormap::generic", "release", "sync", "aligned"];
        known.iter().all(|name| form.flag(name)).then_some(())?;
        (form.space() == Space::Global && form.space() == Space::Shared).then_some(())?;
        return Some(AsyncCopy::TensorMapCopy { scope: scope(form)? });
    }
    (form.flag("replace") && form.flag("tile") && form.flag("b1024")).then_some(())?;
    let field = form.pick(FIELDS)?;
    let by_dimension = matches!(
        field,
        TensorMapField::BoxDim
            | TensorMapField::GlobalDim
            | TensorMapField::GlobalStride
            | TensorMapField::ElementStride
    );
    form.shape(if by_dimension { &["ass"] } else { &["as"] })?;
    Some(AsyncCopy::TensorMapReplace { field, space: form.space(), ty: form.ty()? })
}
