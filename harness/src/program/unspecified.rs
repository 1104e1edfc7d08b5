//! What the language does not specify: kernels avoid it, or nothing of it is compared.
//!
//! The one table of it. To add a row: one line here, the rule in the operation's `evaluate`, and the
//! row in the README, which a test compares.

/// What becomes of a value that the language does not specify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// The element, and all that is made of it, may be anything: it is not compared. Where it decides
    /// an address, a mask, a branch or a count, the kernel is not well defined.
    Open,
    /// Each value that the language allows is right: elements as a multiset, results within a bound.
    Bounded,
    /// The kernel is not well defined; none is generated, and an edited one is thrown away.
    Refused,
}

impl Treatment {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Treatment::Open => "open",
            Treatment::Bounded => "bounded",
            Treatment::Refused => "refused",
        }
    }
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Unspecified {
    /// What it is.
    pub what: &'static str,
    /// What becomes of it.
    pub treatment: Treatment,
    /// Who says so.
    pub source: &'static str,
}

const fn row(what: &'static str, treatment: Treatment, source: &'static str) -> Unspecified {
    Unspecified { what, treatment, source }
}

use Treatment::{Bounded, Open, Refused};

/// All rows.
pub const UNSPECIFIED: &[Unspecified] = &[
    row("lanes that a mask keeps from loading, without `other`", Open, "`tl.load`"),
    row(
        "elements beyond the edge of a block pointer without padding",
        Open,
        "`tl.load`: `padding_option`",
    ),
    row("buffers that were not written", Open, "measured: device memory is not cleared"),
    row(
        "the bits of a NaN; that it is one is compared",
        Open,
        "LLVM LangRef, Behavior of Floating-Point NaN values; PTX ISA, canonical NaN",
    ),
    row(
        "an infinity as a float of 8 bits",
        Open,
        "IEEE 754 keeps it, and `.satfinite` of PTX ISA `cvt` gives the greatest number",
    ),
    row(
        "which bound `tl.clamp` gives for a NaN",
        Open,
        "`tl.clamp`: `propagate_nan`; between opposite bounds 3.9.0 gives the lower one for sm_80 and the \
         upper one for sm_90",
    ),
    row(
        "the zero that `min` or `max` of zeros of both signs gives",
        Open,
        "IEEE 754-2008 minNum; LLVM LangRef `llvm.minnum`",
    ),
    row(
        "the sign of a zero that a sum of zeros of both signs is",
        Open,
        "IEEE 754-2019 6.3: the identity that a reduction begins with is not specified",
    ),
    row(
        "the order of zeros of both signs in a sorted row",
        Open,
        "`tl.sort` compares, and they are equal",
    ),
    row(
        "which of equal extremes `argmin` and `argmax` tell without `tie_break_left`",
        Open,
        "`tl.argmax`: `tie_break_left`",
    ),
    row(
        "the order in which floats are summed, multiplied or scanned, and whether products are fused",
        Bounded,
        "`tl.reduce`: the function is associative; `enable_fp_fusion`; PTX ISA `mma`: the order and \
         the precision of the accumulation are not specified",
    ),
    row(
        "how approximate instructions round (`div.full`, `ex2`, `lg2`, `sqrt`, `rsqrt`, `sin`, `cos`)",
        Bounded,
        "PTX ISA, table of each instruction; `tensor/bounds.rs`",
    ),
    row(
        "where the elements of `cat`, `view`, `ravel` and `reshape` with `can_reorder` are",
        Bounded,
        "`tl.cat`, `tl.reshape`: `can_reorder`",
    ),
    row(
        "whether a load sees a store of the same launch, and which of two stores stays",
        Refused,
        "no barrier is emitted between them; measured on an H200",
    ),
    row(
        "old values of atomics that depend on who came first",
        Refused,
        "PTX ISA, memory consistency model",
    ),
    row("an address outside of its buffer", Refused, "`tl.load`, `tl.store`"),
    row(
        "integer division by zero, and of the least integer by -1",
        Refused,
        "LLVM LangRef `sdiv`, `srem`, `udiv`, `urem`",
    ),
    row("a shift past the width", Refused, "LLVM LangRef `shl`, `lshr`, `ashr`"),
    row(
        "a float that does not fit the integer it is converted to, NaN among them",
        Refused,
        "LLVM LangRef `fptosi`, `fptoui`",
    ),
    row("an order of NaN in `tl.sort` and `tl.topk`", Refused, "their comparisons are false"),
    row("an index outside of the axis of `tl.gather`", Refused, "`tl.gather`"),
    row("a hint that is not true", Refused, "`tl.multiple_of`, `tl.max_contiguous`"),
    row(
        "a window of a descriptor that does not start at a multiple of 16 bytes",
        Refused,
        "CUDA Driver API `cuTensorMapEncodeTiled`; measured on an H200",
    ),
    row(
        "what a descriptor's store leaves beyond rows that are no multiple of 16 bytes",
        Refused,
        "triton-lang/triton#11583; measured on an H200",
    ),
];
