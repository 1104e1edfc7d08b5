//! The shortest script that shows a finding, for the text of an issue: the kernel, its inputs in torch's words,
//! and what it must leave; or what compiles it. What a case needs beyond that would make it long: it has none
//! then, and the script of `standalone` stands there.

use std::fmt::Write;

use super::standalone::{Contents, LONGEST_LIST, number};
use super::{Dialect, call, kernel, nvidia_options, quote, usual_options};
use crate::program::{Param, ParamKind};
use crate::testcase::{Argument, BufferSpec, Fill, TestCase, python_float};

/// Element types that torch has under Triton's name, with the digits of their integers.
const TORCH: &[(&str, u32)] = &[
    ("bfloat16", 8),
    ("float16", 11),
    ("float32", 24),
    ("float64", 53),
    ("int8", 62),
    ("int16", 62),
    ("int32", 62),
    ("int64", 62),
    ("uint8", 62),
];

/// Names that the script gives a meaning.
const TAKEN: &[&str] = &["left", "expected", "print", "str", "source", "GPUTarget"];

/// A script that launches the kernel once on a GPU of NVIDIA's and compares what it leaves with `expected`, and
/// nothing else; `None` where that is not short.
///
/// # Panics
/// As [`super::module`].
pub fn launched(case: &TestCase, expected: &[Contents]) -> Option<String> {
    let kernel = plain(case).filter(|_| !expected.is_empty())?;
    let mut text = head("import torch\nimport triton\nimport triton.language as tl\n", &kernel);
    for (name, _, spec) in case.buffers() {
        line(&mut text, format!("{name} = {}", tensor(spec)?));
    }
    let mut options = usual_options(&case.options);
    options.extend(nvidia_options(&case.options).map(|(name, value)| format!("{name}={value}")));
    let given = |param: &Param| match param.kind {
        ParamKind::Pointer(_) => case.passed_as(&param.name).to_owned(),
        _ => scalar(case, param).unwrap_or_default(),
    };
    line(&mut text, call(case, &kernel, given, options));
    let names: Vec<String> =
        expected.iter().map(|contents| format!("{}.tolist()", contents.name)).collect();
    let lists: Option<Vec<String>> = expected.iter().map(|contents| list(case, contents)).collect();
    line(&mut text, format!("left = {}", names.join(", ")));
    line(&mut text, format!("expected = {}", lists?.join(", ")));
    // As text zeros of both signs differ, and NaN is itself.
    line(&mut text, "right = str(left) == str(expected)");
    line(&mut text, "print(\"PASS\" if right else f\"FAIL: {left} instead of {expected}\")");
    Some(text)
}

/// A script that compiles the kernel for a GPU of NVIDIA's such as `cuda:90`, as it is compiled where it is
/// launched; `None` where that is not short, or for other GPUs.
///
/// # Panics
/// As [`super::module`].
pub fn compiled(case: &TestCase, target: &str) -> Option<String> {
    let kernel = plain(case)?;
    let arch: u32 = target.strip_prefix("cuda:")?.parse().ok()?;
    let imports = "import triton\nimport triton.language as tl\n\
                   from triton.backends.compiler import GPUTarget\n";
    let mut text = head(imports, &kernel);
    let [mut kinds, mut constants, mut aligned]: [Vec<String>; 3] = Default::default();
    for (at, param) in case.program.params.iter().enumerate() {
        let (kind, constant, is_aligned) = specialized(case, param)?;
        kinds.push(format!("{}: {kind}", quote(&param.name)));
        constants.extend(constant.map(|value| format!("({at},): {value}")));
        aligned.extend(is_aligned.then(|| format!("({at},): [[\"tt.divisibility\", 16]]")));
    }
    for (at, (name, value)) in kernel.lifted.iter().enumerate() {
        kinds.push(format!("{}: \"constexpr\"", quote(name)));
        constants.push(format!("({},): {value}", case.program.params.len() + at));
    }
    let [kinds, constants, aligned] = [kinds, constants, aligned].map(|all| all.join(", "));
    let known = format!("{{{kinds}}}, {{{constants}}}, {{{aligned}}}");
    line(&mut text, format!("source = triton.compiler.ASTSource({}, {known})", case.program.name));
    let mut options = usual_options(&case.options);
    let taken = nvidia_options(&case.options).filter(|(name, _)| *name != "num_ctas" || arch >= 90);
    options.extend(taken.map(|(name, value)| format!("{name}={value}")));
    let (target, options) = (format!("GPUTarget(\"cuda\", {arch}, 32)"), options.join(", "));
    line(&mut text, format!("triton.compile(source, target={target}, options=dict({options}))"));
    Some(text)
}

/// The kernel, where all that it takes are numbers and aligned buffers.
fn plain(case: &TestCase) -> Option<kernel::Rendered> {
    let names = case.program.params.iter().all(|param| !TAKEN.contains(&param.name.as_str()));
    let kinds =
        case.program.params.iter().all(|param| !matches!(param.kind, ParamKind::Descriptor(_)));
    let buffers = case.buffers().all(|(_, _, spec)| spec.misalign == 0);
    let kernel = kernel::function(&case.program, Dialect::Compiled);
    // Those need memory that the launch allocates.
    let plain = names && kinds && buffers && !kernel.text.contains("make_tensor_descriptor");
    plain.then_some(kernel)
}

fn head(imports: &str, kernel: &kernel::Rendered) -> String {
    format!("{imports}\n\n{}\n\n", kernel.text)
}

fn line(text: &mut String, added: impl AsRef<str>) {
    writeln!(text, "{}", added.as_ref()).expect("invariant: strings grow");
}

/// What is passed for a parameter that is no pointer, as Python.
fn scalar(case: &TestCase, param: &Param) -> Option<String> {
    if let ParamKind::Constexpr(value) = param.kind {
        return Some(value.to_string());
    }
    let (_, _, argument) = case.bound().find(|(_, bound, _)| bound.name == param.name)?;
    number(argument, param.kind)
}

/// What the launch makes of a parameter: its type as a Python literal, its value where it becomes a constant,
/// and whether it is known to be a multiple of 16.
fn specialized(case: &TestCase, param: &Param) -> Option<(String, Option<String>, bool)> {
    let surface = &case.program.surface;
    let constant = |value: String| Some(("\"constexpr\"".to_owned(), Some(value), false));
    let value_seen = !surface.do_not_specialize.contains(&param.name);
    let seen = value_seen && !surface.do_not_specialize_on_alignment.contains(&param.name);
    match param.kind {
        ParamKind::Constexpr(value) => constant(value.to_string()),
        ParamKind::Pointer(dtype) => Some((format!("\"*{dtype}\""), None, seen)),
        ParamKind::Scalar(dtype) => {
            let (_, _, argument) = case.bound().find(|(_, bound, _)| bound.name == param.name)?;
            let kind = match dtype.bits() {
                1 => "u1".to_owned(),
                _ => dtype.to_string(),
            };
            match argument {
                Argument::Int(1) if value_seen && kind == "i32" => constant("1".to_owned()),
                Argument::Int(value) if dtype.bits() > 1 => {
                    Some((format!("\"{kind}\""), None, seen && value % 16 == 0))
                }
                _ => Some((format!("\"{kind}\""), None, false)),
            }
        }
        ParamKind::Descriptor(_) => None,
    }
}

/// A tensor with the contents of a buffer, as an expression.
fn tensor(spec: &BufferSpec) -> Option<String> {
    let dtype = spec.dtype.triton_name();
    let (_, digits) = TORCH.iter().find(|(name, _)| *name == dtype)?;
    let (len, most) = (spec.len, 1i64 << digits);
    let (numbers, scale) = match &spec.fill {
        Fill::Unwritten => {
            return Some(format!("torch.zeros({len}, dtype=torch.{dtype}, device=\"cuda\")"));
        }
        Fill::Ramp { low, stride, modulus, scale } => {
            (ramp(len, most, *low, [*stride, *modulus])?, *scale)
        }
        Fill::Random { scale, .. } | Fill::Sparse { scale, .. } if len <= LONGEST_LIST => {
            let values: Vec<i64> = (0..len).filter_map(|at| spec.fill.integer(at)).collect();
            let fits = values.iter().all(|value| value.unsigned_abs() <= most.unsigned_abs());
            (fits.then(|| format!("torch.tensor({values:?}, device=\"cuda\")"))?, *scale)
        }
        _ => return None,
    };
    let numbers = format!("({numbers}).to(torch.{dtype})");
    match spec.dtype.is_float() {
        true if scale == 0 => Some(numbers),
        // Neither too large for any of the types, nor rounded in one.
        true if (-8..=4).contains(&scale) => Some(format!("{numbers} * 2.0**{scale}")),
        true => None,
        false => Some(numbers),
    }
}

/// The integers of a ramp, if none is above `most`.
fn ramp(len: usize, most: i64, low: i64, [stride, modulus]: [u64; 2]) -> Option<String> {
    let end = u128::from(stride) * len as u128;
    let span = i64::try_from(end.min(modulus.into())).ok().filter(|span| *span <= most)?;
    let fits = end <= i64::MAX as u128 && low.unsigned_abs() <= (most - span).unsigned_abs();
    let parts = [
        format!("torch.arange({len}, device=\"cuda\")"),
        if stride == 1 { String::new() } else { format!(" * {stride}") },
        if end > modulus.into() { format!(" % {modulus}") } else { String::new() },
        if low == 0 { String::new() } else { format!(" + {low}") },
    ];
    (fits && modulus > 0).then(|| parts.concat())
}

/// What a buffer must hold, where each element is known to the bit and they are few or all equal.
fn list(case: &TestCase, contents: &Contents) -> Option<String> {
    let (_, _, spec) = case.buffers().find(|(name, ..)| *name == contents.name)?;
    let bits: Vec<u64> = contents.bits.iter().copied().collect::<Option<_>>()?;
    let value = |bits: u64| match spec.dtype.format() {
        Some(format) => python_float(format.from_bits(bits)),
        None if spec.dtype.is_signed() => {
            let unused = 64 - spec.dtype.bits();
            (((bits << unused) as i64) >> unused).to_string()
        }
        None => bits.to_string(),
    };
    let first = *bits.first().filter(|_| contents.margins.is_none())?;
    if bits.iter().all(|bits| *bits == first) {
        return Some(format!("[{}] * {}", value(first), bits.len()));
    }
    let values: Vec<String> = bits.iter().map(|bits| value(*bits)).collect();
    (values.len() <= LONGEST_LIST).then(|| format!("[{}]", values.join(", ")))
}
