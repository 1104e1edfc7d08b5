//! Tests of the list, and of what entries ask for.

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
    let blocks = |count| format!("\"ttg.num-ctas\" = {count} : i32\n%2 = tt.histogram %1\n");
    let signature = "mismatch | cubin | outN[N] is N, expected N";
    assert_eq!(of(wrong, signature, &blocks(4)).as_deref(), Some("clusters-histogram-cubin-4"));
    assert_eq!(of(wrong, signature, &blocks(1)), None);
    let fault = "out-of-bounds | ptx | fault: N bytes of shared memory at N, of which there are N";
    let found = of(FindingKind::OutOfBounds, fault, "tt.atomic_rmw");
    assert_eq!(found.as_deref(), Some("clusters-atomic"));
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
fn errors_of_the_verifier_are_known_by_the_pass_that_made_the_operation() {
    let list = Known::list().unwrap();
    let told = |signature: &str, toolchain: &str, ir: &str| {
        let kind = FindingKind::CompilerError;
        known(&list, &Finding { kind, ..finding(signature) }, toolchain, ir)
    };
    let pass = "compiler-error | tritongpu-fuse-nested-loops";
    let flattened = "scf.if %0 {\n} {tt.flatten}\n";
    for (toolchain, wording) in [
        ("triton==3.6.0", "region control flow edge from Region #N to parent results"),
        ("triton==3.7.0", "along control flow edge from Operation scf.yield to parent"),
    ] {
        let signature = format!("{pass} | <kernel>:N:N: error: 'scf.if' op {wording}");
        let found = told(&signature, toolchain, flattened);
        assert_eq!(found.as_deref(), Some("flattened-branch"));
        assert_eq!(told(&signature, "triton==3.9.0", flattened), None);
        assert_eq!(told(&signature, toolchain, "scf.if %0 {\n}\n"), None);
    }
    let barrier = "compiler-error | triton-nvidia-gpu-membar | standard.py:N:N: error: \
                   'ttng.cluster_barrier' op must be inside a kernel function";
    let found = told(barrier, "triton==3.9.0", "tt.call @function(%0)");
    assert_eq!(found.as_deref(), Some("clusters-call"));
    assert_eq!(told(barrier, "triton==3.8.0", "tt.call @function(%0)"), None);
    assert_eq!(told(barrier, "triton==3.9.0", "tt.reduce"), None);
}

#[test]
fn what_intels_compiler_lacks_of_scaled_products_is_known() {
    let list = Known::list().unwrap();
    let told = |kind, signature: &str, toolchain: &str, ir: &str| {
        known(&list, &Finding { kind, ..finding(signature) }, toolchain, ir)
    };
    // The IR before the failing pass, as campaigns have it.
    let product = "%3 = tt.dot_scaled %0 scale %1, %2, %c lhs = e5m2 rhs = e2m1";
    let scales = "%2 = triton_intel_gpu.upcast_mxfp %0, %1 fp_type = e4m3";
    let pass = "compiler-error | tritonintelgpu-accelerate-matmul | <kernel>:N:N: error";
    let sizes =
        format!("{pass}: 'tt.dot' op expected the last dimension of the first operand to be N");
    let upcast = format!("{pass}: 'triton_intel_gpu.upcast_mxfp' op NYI: fpType must be ENMN");
    let assertion = "assertion | convert-triton-intel-gpu-to-llvm | idx < size()";
    for (kind, signature, ir, id) in [
        (FindingKind::Assertion, assertion, scales, "xpu-dot-scaled-column"),
        (FindingKind::CompilerError, sizes.as_str(), product, "xpu-dot-scaled-packed"),
        (FindingKind::CompilerError, upcast.as_str(), product, "xpu-dot-scaled-half"),
    ] {
        let found = told(kind, signature, "triton-xpu==3.3.0b1", ir);
        assert_eq!(found.as_deref(), Some(id));
        assert_eq!(told(kind, signature, "triton-xpu==3.3.0b1", "tt.dot"), None);
        assert_eq!(told(kind, signature, "triton-xpu==3.7.0", ir), None);
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
        accumulation: None,
        operation: None,
        statement: Vec::new(),
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
    let mismatch = |toolchain: &str, ir: &str| told(FindingKind::Mismatch, wrong, toolchain, ir);
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

/// A sum of maxima or of sums, of which `after` makes use.
fn reduced(combines: &str, layout: &str, after: &str) -> String {
    format!(
        "#b = #ttg.blocked<{{sizePerThread = [1, 1], order = {layout}}}>\n\
         tt.func @f() {{\n  \
           %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<4xf32>)  : i32 {{\n    \
             %2 = \"tt.reduce\"(%1) <{{axis = 1 : i32}}> ({{\n    \
             ^bb0(%a: f32, %b: f32):\n      \
               %3 = {combines} %a, %b : f32\n      \
               tt.reduce.return %3 : f32\n    \
             }}) : (tensor<4x4xf32, #b>) -> tensor<4xf32, #ttg.slice<{{dim = 1, parent = #b}}>>\n    \
             %4 = arith.addf %acc, %2 : tensor<4xf32>\n    \
             scf.yield %4 : tensor<4xf32>\n  \
           }}\n  \
         {after}\n}}\n"
    )
}

#[test]
fn faults_of_one_pass_are_told_by_what_is_done_with_the_sum() {
    let list = Known::list().unwrap();
    let of = |signature: &str, toolchain: &str, ir: &str| {
        let kind = FindingKind::Mismatch;
        known(&list, &Finding { kind, ..finding(signature) }, toolchain, ir)
    };
    let silent = "tokenspeed-triton==3.7.10.post20260531";
    let told = |ir: &str| of("mismatch | tritongpu-optimize-thread-locality", silent, ir);
    let (once, twice) = ("tt.store %x, %0 : t", "%5 = arith.mulf %0, %0 : t");
    let (sum, maximum) = ("arith.addf", "arith.maxnumf");
    let (rows, columns) = ("[0, 1]", "[1, 0]");
    assert_eq!(told(&reduced(maximum, columns, once)).as_deref(), Some("triton-11305"));
    assert_eq!(told(&reduced(sum, columns, twice)).as_deref(), Some("triton-11682-result"));
    assert_eq!(told(&reduced(sum, rows, once)).as_deref(), Some("triton-11186"));
    let read = reduced(sum, columns, once)
        .replace("    scf.yield", "    tt.store %y, %acc : t\n    scf.yield");
    assert_eq!(told(&read).as_deref(), Some("accumulator-used-in-loop"));
    // Where each may be to blame, each is told.
    let both = told(&reduced(maximum, columns, twice));
    assert_eq!(both.as_deref(), Some("triton-11305 or triton-11682-result"));
    // A plain sum has none of these faults, nor has one in a release that is mended.
    assert_eq!(told(&reduced(sum, columns, once)), None);
    let mended = "tokenspeed-triton==3.9.10.post20261008";
    let pass = "mismatch | tritongpu-optimize-thread-locality";
    assert_eq!(of(pass, mended, &reduced(sum, columns, twice)), None);
    // Where the pass cannot be told from those before it.
    let passes = "mismatch | ..tritongpu-optimize-thread-locality";
    assert_eq!(of(passes, "triton==3.8.0", &read).as_deref(), Some("accumulator-used-in-loop"));
    // These are told of this pass alone: any before it, or the front end, may have another fault.
    for passes in [passes, "mismatch | tritongpu-coalesce..tritongpu-optimize-thread-locality"] {
        assert_eq!(of(passes, silent, &reduced(maximum, columns, once)), None, "{passes}");
        assert_eq!(of(passes, silent, &reduced(sum, columns, twice)), None, "{passes}");
    }
    assert_eq!(of("mismatch | tritongpu-pipeline", silent, &read), None);
}

#[test]
fn faults_of_the_interpreter_are_told_by_the_operation() {
    let list = Known::list().unwrap();
    let of = |kind: FindingKind, signature: &str, ir: &str| {
        let signature = format!("{kind} | interpreter | {signature}");
        known(&list, &Finding { kind, ..finding(&signature) }, "triton==3.8.0", ir)
    };
    let kinds = [FindingKind::Mismatch, FindingKind::Unwritten, FindingKind::OutOfBounds];
    let types = "# types: fp32 i1 i16 i64";
    for kind in kinds {
        let flags = of(kind, "binary.add i1", types);
        assert_eq!(flags.as_deref(), Some("interpreter-int1-add"), "{kind}");
        let bins = of(kind, "histogram i32", "tl.histogram(v1, 4)");
        assert_eq!(bins.as_deref(), Some("interpreter-histogram"), "{kind}");
        // Another type, another operation, and a place in which such an operation stands.
        for other in ["binary.add i16", "binary.mul i1", "call i32", "for i1"] {
            assert_eq!(of(kind, other, "tl.histogram(v1, 4)\n# types: i1 i32"), None, "{other}");
        }
    }
    let raised = |signature: &str, ir: &str| of(FindingKind::InterpreterFailure, signature, ir);
    let at =
        |statement: &str| format!("v1 = tl.sum(v0)\n# types: i32 u8\n{STOPPED_AT}{statement}\n");
    for sign in ["", "-"] {
        let overflow = format!("OverflowError: Python integer {sign}N out of bounds for intN");
        let sum = raised(&overflow, &at("return tl.sum(v3, axis=0)"));
        assert_eq!(sum.as_deref(), Some("interpreter-sum-overflow"), "{overflow}");
        assert_eq!(raised(&overflow, &at("v4 = v3 + v3")), None, "{overflow}");
        assert_eq!(raised(&overflow, "v1 = tl.sum(v0)"), None, "{overflow}");
    }
    let unsigned = "OverflowError: Python integer -N out of bounds for uintN";
    let inverted = raised(unsigned, &at("v2 = ~v1"));
    assert_eq!(inverted.as_deref(), Some("interpreter-unsigned-inversion"));
    assert_eq!(raised(unsigned, &at("v2 = tl.sum(v1)")), None);
}
