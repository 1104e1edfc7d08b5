//! What the floating-point sanitizer leaves comparable. It puts integers that wrap in place of floats: sums,
//! products and casts keep their laws, everything that looks at a float's value or bits does not.
//!
//! It takes the TTIR of a kernel and knows nothing of the kernel itself. Where no decision, address or
//! integer hangs on a float, the kernel is as well defined with the integers as it is with floats, and what
//! differs between two builds is no matter of rounding.

/// Operations that the sanitizer leaves as they are (`FpSanitizer.cpp` has no pattern for them), or of
/// which it keeps no law.
const OUTSIDE: &[(&str, &str)] = &[
    ("arith.cmpf", "a comparison of floats"),
    ("arith.fptosi", "a float that becomes an integer"),
    ("arith.fptoui", "a float that becomes an integer"),
    ("math.absf", "an absolute value"),
    ("tt.atomic", "atomics"),
    ("tt.descriptor_reduce", "atomics"),
    ("tt.elementwise_inline_asm", "inline assembly"),
    ("tt.extern_elementwise", "a function of a library"),
];

/// The bits of floats are those of the integers that stand for them.
const BITS: &str = "the bits of a float";

/// In a combine function: what is associative for floats and not for the integers.
const DIVIDES: &[&str] = &["arith.divf", "arith.remf", "math.", "tt.precise"];
const COMBINES: &str = "a combine function of more than sums and products";

/// An extreme is associative alone. But a pass may begin it with an infinity in every thread, which is no
/// extreme of the integers (`optimize-thread-locality`, in loops).
const EXTREMES: &[&str] =
    &["arith.maxnumf", "arith.minnumf", "arith.maximumf", "arith.minimumf", "tt.clampf"];
const EXTREME: &str = "an extreme of floats in a loop";
const ARITHMETIC: &[&str] = &["arith.addf", "arith.subf", "arith.mulf", "arith.negf", "math.fma"];

/// Why builds of this kernel need not agree to the bit, in words to count under; `None` if they must.
pub fn outside_ring(ttir: &str) -> Option<&'static str> {
    let loops = ttir.contains("scf.for") || ttir.contains("scf.while");
    let mut combine: Option<String> = None;
    for line in ttir.lines() {
        if let Some((_, why)) = OUTSIDE.iter().find(|(operation, _)| line.contains(operation)) {
            return Some(*why);
        }
        if line.contains("bitcast") && has(line, &["f8E", "f16", "f32", "f64"]) {
            return Some(BITS);
        }
        if line.contains("\"tt.reduce\"(") || line.contains("\"tt.scan\"(") {
            combine = Some(String::new());
        }
        let Some(body) = &mut combine else { continue };
        body.push_str(line);
        body.push('\n');
        if line.contains("tt.reduce.return") || line.contains("tt.scan.return") {
            let why = lawless(body, loops);
            if why.is_some() {
                return why;
            }
            combine = None;
        }
    }
    // One that is not seen to its end was not looked at.
    combine.map(|_| COMBINES)
}

/// What a combine function has that the integers do not keep.
fn lawless(body: &str, loops: bool) -> Option<&'static str> {
    let extreme = has(body, EXTREMES);
    if has(body, DIVIDES) || extreme && has(body, ARITHMETIC) {
        return Some(COMBINES);
    }
    (extreme && loops).then_some(EXTREME)
}

fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(combine: &str) -> String {
        format!(
            "%2 = \"tt.reduce\"(%1) <{{axis = 0 : i32}}> ({{\n^bb0(%a: f32, %b: f32):\n{combine}\n\
             tt.reduce.return %3 : f32\n}}) : (tensor<8xf32>) -> f32\n"
        )
    }

    #[test]
    fn sums_and_products_are_kept() {
        let text = "%1 = arith.mulf %0, %0 : tensor<8xf32>\n%5 = arith.divf %0, %4 : f32\n\
                    %6 = tt.bitcast %p : !tt.ptr<i1> -> !tt.ptr<i8>\nscf.for\n";
        let sum = reduced("%3 = arith.addf %a, %b : f32");
        assert_eq!(outside_ring(&format!("{text}{sum}")), None);
        let most = reduced("%3 = arith.maxnumf %a, %b : f32");
        assert_eq!(outside_ring(&most), None);
        assert_eq!(outside_ring(&format!("{text}{most}")), Some(EXTREME));
    }

    #[test]
    fn what_looks_at_a_float_is_not() {
        let line = |text: &str| outside_ring(text);
        assert_eq!(line("%1 = arith.cmpf olt, %a, %b : f32"), Some("a comparison of floats"));
        assert_eq!(line("%1 = tt.bitcast %a : tensor<8xf32> -> tensor<8xi32>"), Some(BITS));
        assert_eq!(line("%1 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v"), Some("atomics"));
        assert_eq!(line("tt.descriptor_reduce add, %d[%i], %v"), Some("atomics"));
        let converted = line("%1 = arith.fptosi %a : f32 to i32");
        assert_eq!(converted, Some("a float that becomes an integer"));
        let welford = reduced("%3 = arith.divf %a, %b : f32");
        assert_eq!(outside_ring(&welford), Some(COMBINES));
        let mixed = reduced("%3 = arith.maxnumf %a, %b : f32\n%4 = arith.addf %a, %3 : f32");
        assert_eq!(outside_ring(&mixed), Some(COMBINES));
        assert_eq!(outside_ring("%2 = \"tt.scan\"(%1) ({"), Some(COMBINES));
    }
}
