//! Known findings: those that are reported upstream, or of which a script here shows that they are real, so
//! that they can be told from new ones.
//!
//! Each is a file of `corpora/known` and one line of [`FILES`]. A finding is known if its kind, the
//! toolchain, its signature and the IR that went in all fit.

use serde::{Deserialize, Serialize};

use super::accumulations::Accumulation;
use super::layouts::OperandLayout;
use super::releases::Range;
use super::{Finding, FindingKind, chains};

/// The files, as they were when this program was built. The first that fits a finding is told, so what
/// fits fewer findings comes before what fits more.
const FILES: &[(&str, &str)] = &[
    (
        "accumulator-init-result",
        include_str!("../../../corpora/known/accumulator-init-result.json"),
    ),
    ("ravel", include_str!("../../../corpora/known/ravel.json")),
    ("warp-specialized-loads", include_str!("../../../corpora/known/warp-specialized-loads.json")),
    ("clusters-plan-cta", include_str!("../../../corpora/known/clusters-plan-cta.json")),
    ("unrolled-empty-range", include_str!("../../../corpora/known/unrolled-empty-range.json")),
    (
        "noinline-returns-tile-call",
        include_str!("../../../corpora/known/noinline-returns-tile-call.json"),
    ),
    (
        "noinline-returns-tile-return",
        include_str!("../../../corpora/known/noinline-returns-tile-return.json"),
    ),
    (
        "noinline-returns-tile-layout",
        include_str!("../../../corpora/known/noinline-returns-tile-layout.json"),
    ),
    ("triton-11829-layout", include_str!("../../../corpora/known/triton-11829-layout.json")),
    ("triton-11829-blocks", include_str!("../../../corpora/known/triton-11829-blocks.json")),
    ("triton-11776", include_str!("../../../corpora/known/triton-11776.json")),
    ("triton-7982", include_str!("../../../corpora/known/triton-7982.json")),
    ("symmetric-clamp", include_str!("../../../corpora/known/symmetric-clamp.json")),
    (
        "clusters-convert-layout",
        include_str!("../../../corpora/known/clusters-convert-layout.json"),
    ),
    ("clusters-mapa", include_str!("../../../corpora/known/clusters-mapa.json")),
    ("xpu-dot-scaled", include_str!("../../../corpora/known/xpu-dot-scaled.json")),
    ("xpu-dot-scaled-column", include_str!("../../../corpora/known/xpu-dot-scaled-column.json")),
    ("xpu-dot-scaled-packed", include_str!("../../../corpora/known/xpu-dot-scaled-packed.json")),
    ("xpu-dot-scaled-half", include_str!("../../../corpora/known/xpu-dot-scaled-half.json")),
    ("clusters-gather", include_str!("../../../corpora/known/clusters-gather.json")),
    ("clusters-dot-scaled", include_str!("../../../corpora/known/clusters-dot-scaled.json")),
    ("clusters-split", include_str!("../../../corpora/known/clusters-split.json")),
    ("clusters-join", include_str!("../../../corpora/known/clusters-join.json")),
    ("clusters-pipeline", include_str!("../../../corpora/known/clusters-pipeline.json")),
    ("clusters-atomic", include_str!("../../../corpora/known/clusters-atomic.json")),
    ("clusters-reshape", include_str!("../../../corpora/known/clusters-reshape.json")),
    ("clusters-reduce", include_str!("../../../corpora/known/clusters-reduce.json")),
    ("clusters-local-load", include_str!("../../../corpora/known/clusters-local-load.json")),
    ("clusters-call", include_str!("../../../corpora/known/clusters-call.json")),
    ("flattened-branch", include_str!("../../../corpora/known/flattened-branch.json")),
    ("coalesce-dead-while", include_str!("../../../corpora/known/coalesce-dead-while.json")),
    ("coalesce-dead-branch", include_str!("../../../corpora/known/coalesce-dead-branch.json")),
    ("pipelined-call", include_str!("../../../corpora/known/pipelined-call.json")),
    ("pipelined-if-else", include_str!("../../../corpora/known/pipelined-if-else.json")),
    ("pipelined-division", include_str!("../../../corpora/known/pipelined-division.json")),
    ("triton-10574", include_str!("../../../corpora/known/triton-10574.json")),
    ("triton-11305", include_str!("../../../corpora/known/triton-11305.json")),
    ("triton-11186", include_str!("../../../corpora/known/triton-11186.json")),
    ("triton-11682-result", include_str!("../../../corpora/known/triton-11682-result.json")),
    ("combine-half-sum", include_str!("../../../corpora/known/combine-half-sum.json")),
    (
        "accumulator-used-in-loop",
        include_str!("../../../corpora/known/accumulator-used-in-loop.json"),
    ),
    ("unrolled-sum", include_str!("../../../corpora/known/unrolled-sum.json")),
    ("triton-11682", include_str!("../../../corpora/known/triton-11682.json")),
    ("ptxas-half-to-bf16", include_str!("../../../corpora/known/ptxas-half-to-bf16.json")),
    (
        "ptxas-undefined-descriptor",
        include_str!("../../../corpora/known/ptxas-undefined-descriptor.json"),
    ),
    ("triton-11829-parts-ptx", include_str!("../../../corpora/known/triton-11829-parts-ptx.json")),
    (
        "triton-11829-parts-cubin",
        include_str!("../../../corpora/known/triton-11829-parts-cubin.json"),
    ),
    (
        "histogram-beyond-bins-ptx",
        include_str!("../../../corpora/known/histogram-beyond-bins-ptx.json"),
    ),
    (
        "histogram-beyond-bins-cubin",
        include_str!("../../../corpora/known/histogram-beyond-bins-cubin.json"),
    ),
    (
        "clusters-histogram-ptx-2",
        include_str!("../../../corpora/known/clusters-histogram-ptx-2.json"),
    ),
    (
        "clusters-histogram-ptx-4",
        include_str!("../../../corpora/known/clusters-histogram-ptx-4.json"),
    ),
    (
        "clusters-histogram-cubin-2",
        include_str!("../../../corpora/known/clusters-histogram-cubin-2.json"),
    ),
    (
        "clusters-histogram-cubin-4",
        include_str!("../../../corpora/known/clusters-histogram-cubin-4.json"),
    ),
    ("triton-7749-ptx", include_str!("../../../corpora/known/triton-7749-ptx.json")),
    ("triton-7749-cubin", include_str!("../../../corpora/known/triton-7749-cubin.json")),
    ("triton-7322", include_str!("../../../corpora/known/triton-7322.json")),
    (
        "interpreter-int1-subtract",
        include_str!("../../../corpora/known/interpreter-int1-subtract.json"),
    ),
    ("interpreter-int1-add", include_str!("../../../corpora/known/interpreter-int1-add.json")),
    ("interpreter-histogram", include_str!("../../../corpora/known/interpreter-histogram.json")),
    (
        "interpreter-sum-overflow",
        include_str!("../../../corpora/known/interpreter-sum-overflow.json"),
    ),
    (
        "interpreter-unsigned-inversion",
        include_str!("../../../corpora/known/interpreter-unsigned-inversion.json"),
    ),
    (
        "interpreter-umulhi-negative",
        include_str!("../../../corpora/known/interpreter-umulhi-negative.json"),
    ),
    (
        "interpreter-umulhi-type",
        include_str!("../../../corpora/known/interpreter-umulhi-type.json"),
    ),
    (
        "interpreter-atomic-xchg-float",
        include_str!("../../../corpora/known/interpreter-atomic-xchg-float.json"),
    ),
    ("interpreter-keep-dims", include_str!("../../../corpora/known/interpreter-keep-dims.json")),
    (
        "interpreter-comparison-to-bf16",
        include_str!("../../../corpora/known/interpreter-comparison-to-bf16.json"),
    ),
    (
        "interpreter-comparison-type",
        include_str!("../../../corpora/known/interpreter-comparison-type.json"),
    ),
    (
        "interpreter-bf16-subnormal",
        include_str!("../../../corpora/known/interpreter-bf16-subnormal.json"),
    ),
    (
        "interpreter-umulhi-atomic",
        include_str!("../../../corpora/known/interpreter-umulhi-atomic.json"),
    ),
    ("interpreter-umulhi", include_str!("../../../corpora/known/interpreter-umulhi.json")),
    ("interpreter-bf16", include_str!("../../../corpora/known/interpreter-bf16.json")),
    ("triton-7817", include_str!("../../../corpora/known/triton-7817.json")),
    ("padded-vector", include_str!("../../../corpora/known/padded-vector.json")),
    ("nvmma-transposed", include_str!("../../../corpora/known/nvmma-transposed.json")),
    ("reduce-linear-race", include_str!("../../../corpora/known/reduce-linear-race.json")),
    ("reduce-linear", include_str!("../../../corpora/known/reduce-linear.json")),
    ("scan-replicated", include_str!("../../../corpora/known/scan-replicated.json")),
];

/// A known finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Its id: the name of the file.
    pub id: String,
    /// One line about it.
    pub title: String,
    /// Where it is reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// The file of `corpora/known` that shows it; the one that is named after it, by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Where it occurs; a toolchain by path, whose place in history is unknown, always fits.
    pub toolchains: Vec<Range>,
    /// The kinds it shows as.
    pub kinds: Vec<FindingKind>,
    /// Parts that the signature must all have.
    #[serde(default)]
    pub signature: Vec<String>,
    /// Parts that the IR (the TTIR, or the module given; with the TTGIR, where no pass is to blame) must
    /// all have.
    #[serde(default)]
    pub ir: Vec<String>,
    /// Operations that the IR must have, by how their names begin: each takes, at first hand or through
    /// others, what the one before it made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<String>,
    /// Layouts of operations that the IR must all have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<OperandLayout>,
    /// What the IR must do with the sum of a reduction in a loop. Such entries do not exclude each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accumulation: Option<Accumulation>,
    /// The operation that Triton's interpreter got wrong first, and the type of its elements, as they end the
    /// signature: `binary.add i1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Parts that the statement must all have at which Triton's interpreter stopped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statement: Vec<String>,
}

/// How the line of a text begins that has the statement at which Triton's interpreter stopped.
pub const STOPPED_AT: &str = "# stopped at: ";

/// Why the list cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("corpora/known/{file}.json: {reason}")]
pub struct KnownError {
    file: String,
    reason: String,
}

impl Known {
    /// The list that this program was built with.
    ///
    /// # Errors
    /// If a file is no known finding; a test rules that out.
    pub fn list() -> Result<Vec<Known>, KnownError> {
        let read = |(file, text): &(&str, &str)| {
            let error = |reason: String| KnownError { file: (*file).to_owned(), reason };
            let known: Known = serde_json::from_str(text).map_err(|e| error(e.to_string()))?;
            if known.id == *file { Ok(known) } else { Err(error("its id is another".into())) }
        };
        FILES.iter().map(read).collect()
    }

    /// Whether this is that finding. `toolchain` is an id such as `triton==3.8.0`.
    pub fn fits(&self, finding: &Finding, toolchain: &str, ir: &str) -> bool {
        let has = |parts: &[String], text: &str| parts.iter().all(|part| text.contains(part));
        self.kinds.contains(&finding.kind)
            && (toolchain.starts_with("path:")
                || self.toolchains.iter().any(|range| range.holds(toolchain)))
            && has(&self.signature, &finding.signature)
            && has(&self.ir, ir)
            && (self.chain.is_empty() || chains::is_in(&self.chain, ir))
            && self.layouts.iter().all(|layout| layout.is_in(ir))
            && self.accumulation.is_none_or(|accumulation| accumulation.is_in(ir))
            && self
                .operation
                .as_deref()
                .is_none_or(|name| finding.signature.ends_with(&format!("| {name}")))
            && (self.statement.is_empty()
                || stopped_at(ir).any(|statement| has(&self.statement, statement)))
    }
}

/// The statement at which Triton's interpreter stopped, where the text tells it.
fn stopped_at(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix(STOPPED_AT))
}

/// The id of the known finding that this is; `a or b` where entries fit that do not exclude each other.
pub fn known(list: &[Known], finding: &Finding, toolchain: &str, ir: &str) -> Option<String> {
    let mut fitting = list.iter().filter(|known| known.fits(finding, toolchain, ir));
    let first = fitting.next()?;
    let both = |other: &&Known| first.accumulation.is_some() && other.accumulation.is_some();
    let ids = std::iter::once(first).chain(fitting.filter(both)).map(|known| known.id.as_str());
    Some(ids.collect::<Vec<_>>().join(" or "))
}

#[cfg(test)]
mod tests;
