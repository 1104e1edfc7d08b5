//! The script of a finding, which runs alone: the kernel first, then its inputs as formulas, what it
//! must leave, and the code that compares, which is the same in every script.

use std::fmt::Write;

use super::prune::unused_functions;
use super::{Dialect, kernel, launch_function, nvidia_options, quote};
use crate::program::{Matrix, ParamKind};
use crate::testcase::{Argument, Fill, TestCase, python_float};

/// Buffers up to this length are written as lists of bit patterns, longer ones in base64.
pub(super) const LONGEST_LIST: usize = 64;

/// The inputs, and how buffers are held against what they must hold.
const COMPARE: &str = include_str!("compare.py");

/// What is done there with inputs of eight bits alone.
const FP8: &str =
    "    if dtype.startswith(\"fp8\"):\n        return encode_fp8(values * 2.0**scale, dtype)\n";

/// What stands for tensors without torch.
const ARRAYS: &str = include_str!("../../worker/tritonsmith_worker/arrays.py");

/// What a buffer must hold after the launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The parameter that points to it.
    pub name: String,
    /// The bit pattern of each element; `None` where it is not compared.
    pub bits: Vec<Option<u64>>,
    /// How far each element, a float, may be from that; `None` where all are compared bit for bit.
    pub margins: Option<Vec<f64>>,
}

/// A script that launches the kernel on a GPU and compares what it leaves with `expected`, or
/// compiles it where there is none. Buffers that `expected` does not name must not change.
///
/// # Panics
/// If the program is not well typed: cases are checked when they are read or generated.
pub fn standalone(case: &TestCase, expected: &[Contents]) -> String {
    let name = case.name.replace(['"', '\\', '\n'], "?");
    let mut text = format!(
        "\"\"\"{name}: python kernel.py [TARGET]\n\n\
         With torch and a GPU: launches the kernel, prints the first wrong element and PASS or FAIL \
         (status 1).\n\
         Otherwise, or with a TARGET such as cuda:90: compiles and prints the TTGIR (status 2).\n\
         \"\"\"\n\
         import base64\nimport sys\n\nimport numpy\nimport triton\nimport triton.language as tl\n\n\n"
    );
    let kernel = kernel::function(&case.program, Dialect::Compiled);
    text += &kernel.text;
    text += "\n\n";
    text += &launch_function(case, &kernel);
    text += "\n\n";
    inputs(case, &mut text);
    outputs(case, expected, &mut text);
    signature(case, &kernel, &mut text);
    with_main(text, include_str!("standalone.py"))
}

/// A script that runs the kernel on Triton's interpreter and compares likewise. It needs neither torch
/// nor a GPU: arrays take the place of tensors, as they do in the worker.
///
/// # Panics
/// As [`standalone`].
pub fn interpreted(case: &TestCase, expected: &[Contents]) -> String {
    let name = case.name.replace(['"', '\\', '\n'], "?");
    let mut text = format!(
        "\"\"\"{name}: python kernel.py\n\n\
         Runs the kernel on Triton's own interpreter; needs triton and numpy, no torch and no GPU. \
         Prints the first\nwrong element and PASS or FAIL (status 1).\n\
         \"\"\"\n\
         import base64\nimport os\nimport sys\n\n\
         os.environ[\"TRITON_INTERPRET\"] = \"1\"  # read by what follows\n\
         import numpy\nimport triton\nimport triton.language as tl\n\n\n"
    );
    let kernel = kernel::function(&case.program, Dialect::Interpreted);
    let arrays = ARRAYS.split_once("import numpy\n").map_or(ARRAYS, |(_, rest)| rest);
    text += &kernel.text;
    text += "\n\n";
    text += &launch_function(case, &kernel);
    text += "\n\n";
    inputs(case, &mut text);
    outputs(case, expected, &mut text);
    text += "\n\n";
    text += arrays.trim_start();
    with_main(text, include_str!("interpreted.py"))
}

/// The script with the code that compares, as far as it is used, and `main`.
pub(super) fn with_main(text: String, main: &str) -> String {
    let compare = match text.contains("\"fp8") {
        true => COMPARE.to_owned(),
        false => COMPARE.replace(FP8, ""),
    };
    let compare = unused_functions(&compare, &format!("{text}{main}"));
    format!("{text}\n\n{compare}\n\n{main}")
}

fn line(text: &mut String, added: impl AsRef<str>) {
    writeln!(text, "{}", added.as_ref()).expect("invariant: strings grow");
}

pub(super) fn inputs(case: &TestCase, text: &mut String) {
    line(
        text,
        "# Name, element type, length, elements off 256 bytes, scale, number behind element n.",
    );
    line(text, "BUFFERS = [");
    for (name, _, spec) in case.buffers() {
        let scale = match spec.fill {
            // The formula gives special values as they are.
            Fill::Unwritten | Fill::Special { .. } => 0,
            Fill::Ramp { scale, .. } | Fill::Random { scale, .. } | Fill::Sparse { scale, .. } => {
                scale
            }
        };
        let (name, formula) = (quote(name), spec.fill.numpy(spec.dtype));
        let (dtype, length, misalign) = (spec.dtype, spec.len, spec.misalign);
        line(
            text,
            format!(
                "    ({name}, \"{dtype}\", {length}, {misalign}, {scale}, lambda n: {formula}),"
            ),
        );
    }
    line(text, "]");
    let scalars = case.bound().filter_map(|(_, param, argument)| {
        Some(format!("{}: {}", quote(&param.name), number(argument, param.kind)?))
    });
    line(text, format!("SCALARS = {{{}}}", scalars.collect::<Vec<_>>().join(", ")));
}

/// A number that is passed, as Python writes it; `None` for a buffer.
pub(super) fn number(argument: &Argument, kind: ParamKind) -> Option<String> {
    match (argument, kind) {
        (Argument::Int(value), ParamKind::Scalar(dtype)) if dtype.bits() == 1 => {
            Some(if *value != 0 { "True" } else { "False" }.to_owned())
        }
        (Argument::Int(value), _) => Some(value.to_string()),
        (Argument::Float(value), _) => Some(python_float(*value)),
        (Argument::Buffer(_) | Argument::Same(_), _) => None,
    }
}

pub(super) fn outputs(case: &TestCase, expected: &[Contents], text: &mut String) {
    line(
        text,
        "# What the buffers must hold: bit patterns or base64, which elements are compared, and how far \
         each may be off.",
    );
    line(text, "EXPECTED = {");
    for contents in expected {
        let spec = case.buffers().find(|(name, ..)| *name == contents.name);
        let Some((_, _, spec)) = spec else { continue };
        let bits: Vec<u64> = contents.bits.iter().map(|bits| bits.unwrap_or(0)).collect();
        let values = if bits.len() <= LONGEST_LIST {
            format!("{bits:?}")
        } else {
            let bytes = spec.dtype.bytes();
            let bytes: Vec<u8> =
                bits.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(bytes)).collect();
            format!("\"{}\"", base64(&bytes))
        };
        let flags = match contents.bits.iter().all(Option::is_some) {
            true => "None".to_owned(),
            false => format!("\"{}\"", base64(&packed(&contents.bits))),
        };
        let margins = contents.margins.as_ref().map_or("None".to_owned(), |margins| {
            let bytes: Vec<u8> = margins.iter().flat_map(|margin| margin.to_le_bytes()).collect();
            format!("\"{}\"", base64(&bytes))
        });
        line(text, format!("    {}: ({values}, {flags}, {margins}),", quote(&contents.name)));
    }
    line(text, "}");
}

fn signature(case: &TestCase, kernel: &kernel::Rendered, text: &mut String) {
    let kinds = case.program.params.iter().map(|param| {
        let kind = match param.kind {
            ParamKind::Pointer(dtype) => format!("\"*{dtype}\""),
            ParamKind::Scalar(dtype) if dtype.bits() == 1 => "\"u1\"".to_owned(),
            ParamKind::Scalar(dtype) => format!("\"{dtype}\""),
            ParamKind::Descriptor(Matrix { dtype, block: [rows, columns], .. }) => {
                format!("\"tensordesc<{dtype}[{rows}, {columns}]>\"")
            }
            ParamKind::Constexpr(value) => value.to_string(),
        };
        format!("({}, {kind})", quote(&param.name))
    });
    let lifted = kernel.lifted.iter().map(|(name, value)| format!("({}, {value})", quote(name)));
    let kinds = kinds.chain(lifted);
    line(text, format!("SIGNATURE = [{}]", kinds.collect::<Vec<_>>().join(", ")));
    let mut names: Vec<String> = case
        .buffers()
        .map(|(_, _, spec)| format!("\"{}\": \"{}\"", spec.dtype, spec.dtype.triton_name()))
        .collect();
    names.sort();
    names.dedup();
    line(text, format!("LANGUAGE_NAMES = {{{}}}", names.join(", ")));
    options(case, text);
    line(text, format!("KERNEL = {}", case.program.name));
}

/// How the kernel is compiled, and what the launch does not look at.
fn options(case: &TestCase, text: &mut String) {
    let options = &case.options;
    let fusion = if options.enable_fp_fusion { "True" } else { "False" };
    let (warps, stages) = (options.num_warps, options.num_stages);
    let always =
        format!("\"num_warps\": {warps}, \"num_stages\": {stages}, \"enable_fp_fusion\": {fusion}");
    line(text, format!("OPTIONS = {{{always}}}"));
    let some: Vec<String> =
        nvidia_options(options).map(|(name, value)| format!("\"{name}\": {value}")).collect();
    line(text, format!("NVIDIA_OPTIONS = {{{}}}", some.join(", ")));
    let names =
        |names: &[String]| names.iter().map(|name| quote(name)).collect::<Vec<_>>().join(", ");
    let surface = &case.program.surface;
    let same = case.bound().filter_map(|(_, param, argument)| {
        let first = quote(case.passed_as(&param.name));
        matches!(argument, Argument::Same(_)).then(|| format!("{}: {first}", quote(&param.name)))
    });
    line(text, format!("SAME = {{{}}}", same.collect::<Vec<_>>().join(", ")));
    line(text, format!("VALUE_NOT_SEEN = [{}]", names(&surface.do_not_specialize)));
    let alignment = names(&surface.do_not_specialize_on_alignment);
    line(text, format!("ALIGNMENT_NOT_SEEN = [{alignment}]"));
}

/// One bit a flag, the first one highest, as `numpy.unpackbits` reads them.
fn packed(bits: &[Option<u64>]) -> Vec<u8> {
    let byte = |chunk: &[Option<u64>]| {
        chunk
            .iter()
            .enumerate()
            .fold(0, |byte, (at, bits)| byte | u8::from(bits.is_some()) << (7 - at))
    };
    bits.chunks(8).map(byte).collect()
}

/// Base64 with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let group = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let value = (group >> (18 - 6 * digit)) & 63;
            text.push(if digit <= chunk.len() { DIGITS[value as usize] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_rfc_4648() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn flags_are_packed_from_the_top() {
        assert_eq!(
            packed(&[Some(1), None, Some(2), None, None, None, None, None, Some(0)]),
            [0xa0, 0x80]
        );
    }
}
