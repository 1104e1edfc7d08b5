//! Known findings: those that are reported upstream, or of which a script here shows that they are real, so
//! that they can be told from new ones.
//!
//! Each is a file of `corpora/known` and one line of [`FILES`]. A finding is known if its kind, the
//! toolchain, its signature and the IR that went in all fit.

use serde::{Deserialize, Serialize};

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
    ("coalesce-dead-while", include_str!("../../../corpora/known/coalesce-dead-while.json")),
    ("coalesce-dead-branch", include_str!("../../../corpora/known/coalesce-dead-branch.json")),
    ("pipelined-call", include_str!("../../../corpora/known/pipelined-call.json")),
    ("pipelined-if-else", include_str!("../../../corpora/known/pipelined-if-else.json")),
    ("pipelined-division", include_str!("../../../corpora/known/pipelined-division.json")),
    ("triton-10574", include_str!("../../../corpora/known/triton-10574.json")),
    ("triton-11305", include_str!("../../../corpora/known/triton-11305.json")),
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
}

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
    }
}

/// The id of the known finding that this is.
pub fn known(list: &[Known], finding: &Finding, toolchain: &str, ir: &str) -> Option<String> {
    list.iter().find(|known| known.fits(finding, toolchain, ir)).map(|known| known.id.clone())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_list_is_the_folder() {
        let list = Known::list().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/known");
        let mut names: Vec<_> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
            .collect();
        names.sort();
        let mut ids: Vec<_> = list.iter().map(|known| known.id.clone()).collect();
        ids.sort();
        assert_eq!(ids, names, "every file has a line in FILES");
        for known in list {
            assert!(!known.signature.is_empty() || !known.ir.is_empty(), "{} fits all", known.id);
            let names = [".py", ".mlir"].map(|end| format!("{}{end}", known.id));
            let shown = names.iter().chain(&known.script).any(|name| folder.join(name).exists());
            let reported = known.upstream.iter().any(|upstream| upstream.contains("://"));
            assert!(shown || reported, "nothing shows that {} is real", known.id);
            let script = known.script.iter().all(|script| folder.join(script).is_file());
            assert!(script, "{} names a script that is not there", known.id);
        }
    }

    #[test]
    fn what_the_layers_below_the_ir_leave_is_known() {
        let list = Known::list().unwrap();
        let of = |kind: FindingKind, signature: &str, ir: &str| {
            let finding = Finding { kind, ..finding(signature) };
            known(&list, &finding, "path:/venv", ir)
        };
        let (wrong, nan) = (FindingKind::Mismatch, FindingKind::UnexpectedNan);
        let ir = "tt.fp_to_fp %0 : f8E4M3FN -> bf16 arith.fptosi";
        let found = of(wrong, "mismatch | cubin | outN[N] is -N, expected -N", ir);
        assert_eq!(found.as_deref(), Some("ptxas-half-to-bf16"));
        let ir = "%1 = arith.subi %0, %c\n%2 = arith.divsi %1, %c\n%3 = tt.load %2\n";
        let found = of(nan, "unexpected-nan | ptx | outN[N] is NaN", ir);
        assert_eq!(found.as_deref(), Some("triton-7749-ptx"));
        let found = of(wrong, "mismatch | cubin | outN[N] is N, expected N", ir);
        assert_eq!(found.as_deref(), Some("triton-7749-cubin"));
        assert_eq!(of(wrong, "mismatch | ptx | outN[N] is N, expected N", "tt.load"), None);
        assert_eq!(of(wrong, "mismatch | ttgir | outN[N] is N, expected N", ir), None);
        let apart = "%1 = arith.subi %0, %c\n%2 = arith.divsi %0, %c\n%3 = tt.load %2\n";
        assert_eq!(of(wrong, "mismatch | ptx | outN[N] is N, expected N", apart), None);
        let ir = "%1 = arith.remsi %0, %c\n%2 = tt.histogram %1\n";
        let found = of(wrong, "mismatch | ptx | outN[N] holds inN[N], expected inN[N]", ir);
        assert_eq!(found.as_deref(), Some("histogram-beyond-bins-ptx"));
        let fault =
            "out-of-bounds | ptx | fault: N bytes of shared memory at N, of which there are N";
        let found = of(FindingKind::OutOfBounds, fault, "tt.atomic_rmw");
        assert_eq!(found.as_deref(), Some("clusters-atomic"));
        // Where the pass cannot be told from those before it.
        let passes = "mismatch | ..tritongpu-optimize-thread-locality";
        let found = of(wrong, passes, "tt.reduce scf.for tt.store");
        assert_eq!(found.as_deref(), Some("accumulator-used-in-loop"));
    }

    #[test]
    fn what_the_layers_below_the_ir_leave_is_told_by_the_layouts_too() {
        let list = Known::list().unwrap();
        let of = |kind: FindingKind, signature: &str, toolchain: &str, ir: &str| {
            known(&list, &Finding { kind, ..finding(signature) }, toolchain, ir)
        };
        let scan = "#b = #ttg.blocked<{order = [0], CGALayout = [[1]]}>\n\
                    %1 = \"tt.scan\"(%0) ({\n}) : (tensor<2xi32, #b>) -> tensor<2xi32, #b>\n";
        let sums = |toolchain: &str, ir: &str| {
            of(FindingKind::Mismatch, "mismatch | cubin | outN[N] is N, expected N", toolchain, ir)
        };
        assert_eq!(sums("triton==3.8.0", scan).as_deref(), Some("triton-11829-parts-cubin"));
        assert_eq!(sums("triton==3.9.0", scan), None);
        assert_eq!(sums("triton==3.8.0", &scan.replace("CGALayout = [[1]]", "")), None);
        let product = "ttng.warp_group_dot";
        let products = format!(
            "#d = #ttg.dot_op<{{opIdx = 0, parent = #mma}}>\n\
             %1 = {product} %a, %b, %c : tensor<64x32xbf16, #d>\n\
             %2 = {product} %d, %e, %1 : tensor<64x32xf32, #mma>\n"
        );
        let fault = |ir: &str| {
            let signature = "out-of-bounds | cubin | illegal address";
            of(FindingKind::OutOfBounds, signature, "triton==3.6.0", ir)
        };
        assert_eq!(fault(&products).as_deref(), Some("ptxas-undefined-descriptor"));
        assert_eq!(fault(&products.replace("%e, %1", "%e, %c")), None);
        assert_eq!(fault(&products.replace("opIdx = 0", "opIdx = 1")), None);
    }

    #[test]
    fn findings_of_scenarios_are_known_too() {
        let list = Known::list().unwrap();
        let stale = |signature: &str| Finding { kind: FindingKind::Stale, ..finding(signature) };
        let ours = stale("stale | constexpr_int | rebind | across processes");
        assert_eq!(known(&list, &ours, "triton==3.3.1", "").as_deref(), Some("triton-7322"));
        assert_eq!(known(&list, &ours, "triton==3.6.0", ""), None);
        let here = stale("stale | constexpr_int | rebind");
        assert_eq!(known(&list, &here, "triton==3.3.1", ""), None);
    }

    #[test]
    fn what_intels_compiler_lacks_of_scaled_products_is_known() {
        let list = Known::list().unwrap();
        let told = |kind, signature: &str, toolchain: &str, ir: &str| {
            known(&list, &Finding { kind, ..finding(signature) }, toolchain, ir)
        };
        let product = "%3 = tt.dot_scaled %0 scale %1, %2, %c lhs = e5m2 rhs = e2m1";
        let (assertion, error) = (FindingKind::Assertion, FindingKind::CompilerError);
        let pass = "compiler-error | tritonintelgpu-accelerate-matmul | <kernel>:N:N: error";
        let sizes =
            format!("{pass}: 'tt.dot' op expected the last dimension of the first operand to be N");
        let upcast = format!("{pass}: 'triton_intel_gpu.upcast_mxfp' op NYI: fpType must be ENMN");
        for (kind, signature, id) in [
            (
                assertion,
                "assertion | convert-triton-intel-gpu-to-llvm | idx < size()",
                "xpu-dot-scaled-column",
            ),
            (error, sizes.as_str(), "xpu-dot-scaled-packed"),
            (error, upcast.as_str(), "xpu-dot-scaled-half"),
        ] {
            let found = told(kind, signature, "triton-xpu==3.3.0b1", product);
            assert_eq!(found.as_deref(), Some(id));
            assert_eq!(told(kind, signature, "triton-xpu==3.3.0b1", "tt.dot"), None);
            assert_eq!(told(kind, signature, "triton-xpu==3.7.0", product), None);
        }
    }

    fn finding(signature: &str) -> Finding {
        Finding {
            kind: FindingKind::Assertion,
            signature: signature.into(),
            pass: None,
            detail: String::new(),
        }
    }

    #[test]
    fn kind_toolchain_signature_and_ir_must_fit() {
        let known = Known {
            id: "x".into(),
            title: String::new(),
            upstream: None,
            script: None,
            toolchains: vec![Range {
                package: "triton".into(),
                from: Some("3.6.0".into()),
                to: Some("3.8.0".into()),
            }],
            kinds: vec![FindingKind::Assertion],
            signature: vec!["some-pass".into()],
            ir: vec!["tt.reduce".into()],
            chain: Vec::new(),
            layouts: Vec::new(),
        };
        let ours = finding("assertion | some-pass | x");
        assert!(known.fits(&ours, "triton==3.8.0", "a tt.reduce b"));
        assert!(known.fits(&ours, "path:/venv", "a tt.reduce b"));
        assert!(!known.fits(&ours, "triton==3.9.0", "a tt.reduce b"));
        assert!(!known.fits(&ours, "triton==3.10.0", "a tt.reduce b"));
        assert!(!known.fits(&ours, "fbtriton==3.7.0", "a tt.reduce b"));
        assert!(!known.fits(&ours, "triton==3.8.0", "tt.load"));
        assert!(!known.fits(&finding("assertion | other"), "triton==3.8.0", "tt.reduce"));
        let hang = Finding { kind: FindingKind::Hang, ..ours.clone() };
        assert!(!known.fits(&hang, "triton==3.8.0", "tt.reduce"));
        let layout = |operation: &str| OperandLayout {
            operation: operation.into(),
            layout: "#ttg.linear<".into(),
        };
        let with = |operation| Known { layouts: vec![layout(operation)], ..known.clone() };
        let module = "tt.reduce %0 : tensor<4xi32, #ttg.linear<{}>>";
        assert!(with("tt.reduce").fits(&ours, "triton==3.8.0", module));
        assert!(!with("tt.scan").fits(&ours, "triton==3.8.0", module));
    }

    #[test]
    fn findings_in_modules_of_ttgir_are_told_by_what_their_buffers_went_through() {
        let list = Known::list().unwrap();
        let told = |kind, signature: &str, toolchain: &str, ir: &str| {
            let finding = Finding { kind, ..finding(signature) };
            known(&list, &finding, toolchain, ir)
        };
        let reduced =
            "#a = #ttg.linear<{}>\n%1 = \"tt.reduce\"(%0) ({\n}) : (tensor<4xi32, #a>) -> i32\n";
        let wrong = "mismatch | ptx | oN_load_convert_reduce[N] is N, expected N";
        let mismatch =
            |toolchain: &str, ir: &str| told(FindingKind::Mismatch, wrong, toolchain, ir);
        assert_eq!(mismatch("triton==3.7.1", reduced).as_deref(), Some("reduce-linear"));
        assert_eq!(mismatch("triton==3.8.0", reduced), None);
        assert_eq!(mismatch("triton==3.7.1", "tt.reduce"), None);
        let padded = "#p = #ttg.padded_shared<[8:+1] {}>\n\
                      ttg.local_store %0, %1 : !ttg.memdesc<8xi32, #p>\n";
        for signature in [
            "out-of-bounds | ptx | fault: N bytes at N, which is not aligned",
            "out-of-bounds | cubin | misaligned address",
        ] {
            let told = told(FindingKind::OutOfBounds, signature, "triton==3.9.0", padded);
            assert_eq!(told.as_deref(), Some("padded-vector"));
        }
    }
}
