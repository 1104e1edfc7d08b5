//! Which of a GPU's built-ins a module imports, and definitions of them in OpenCL C: macros of
//! `builtins.cl`, one an import.
//!
//! Shapes and layouts are those of Intel's extensions
//! `cl_intel_subgroup_matrix_multiply_accumulate` and `cl_intel_subgroup_2d_block_io`; a shape that
//! is not known is refused by name, never skipped.

use super::Module;
use super::rewrite::imports;

/// The macros.
const MACROS: &str = include_str!("builtins.cl");

/// OpenCL C that defines every built-in of these kinds that the module imports; `None` for none.
///
/// # Errors
/// The name of one whose meaning is not known here.
pub(in super::super) fn definitions(module: &Module) -> Result<Option<String>, String> {
    let mut text = String::new();
    for symbol in imports(module) {
        let Some((name, signature)) = split(&symbol) else { continue };
        let line = if name.contains("_matrix_mad_k") {
            multiplication(name, signature)
        } else if name.starts_with("intel_sub_group_2d_block_") {
            transfer(name, signature)
        } else {
            continue;
        };
        text += &line.ok_or_else(|| name.to_owned())?;
        text.push('\n');
    }
    Ok((!text.is_empty()).then(|| format!("{MACROS}{text}")))
}

/// Whether a CPU lacks built-ins that the module imports: it then takes long to build.
pub(crate) fn lacks_builtins(module: &Module) -> bool {
    !matches!(definitions(module), Ok(None))
}

/// The name of a C++ function, and its parameters as they are mangled.
fn split(symbol: &str) -> Option<(&str, &str)> {
    let rest = symbol.strip_prefix("_Z")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = rest[..digits].parse().ok()?;
    rest[digits..].split_at_checked(length)
}

/// A scalar or a vector of OpenCL C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Vector {
    element: &'static str,
    length: usize,
}

impl Vector {
    fn name(self) -> String {
        let length = if self.length == 1 { String::new() } else { self.length.to_string() };
        format!("{}{length}", self.element)
    }
}

/// Mangled names of the elements that matrix built-ins have.
const ELEMENTS: [(&str, &str); 4] = [("Dh", "half"), ("s", "short"), ("i", "int"), ("f", "float")];

/// The parameters of a mangled signature. `S_` is the first vector again, `S0_` the second.
fn vectors(mut rest: &str) -> Option<Vec<Vector>> {
    let (mut found, mut known) = (Vec::<Vector>::new(), Vec::<Vector>::new());
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('S') {
            let (number, after) = after.split_once('_')?;
            let index = if number.is_empty() { 0 } else { number.parse::<usize>().ok()? + 1 };
            found.push(*known.get(index)?);
            rest = after;
            continue;
        }
        let (length, after) = match rest.strip_prefix("Dv") {
            Some(vector) => {
                let (length, after) = vector.split_once('_')?;
                (length.parse::<usize>().ok()?, after)
            }
            None => (1, rest),
        };
        let (mangled, element) = *ELEMENTS.iter().find(|(name, _)| after.starts_with(name))?;
        let vector = Vector { element, length };
        if length != 1 {
            known.push(vector);
        }
        found.push(vector);
        rest = &after[mangled.len()..];
    }
    Some(found)
}

/// How the operands of a name are read, and their width.
fn operand(name: &str) -> Option<(&'static str, u32)> {
    Some(match name {
        "f16" => ("FROM_F16", 16),
        "bf16" => ("FROM_BF16", 16),
        "i8" => ("FROM_I8", 8),
        "u8" => ("FROM_U8", 8),
        _ => return None,
    })
}

/// `intel_sub_group_<a>_<b>_matrix_mad_k<depth>`.
fn multiplication(name: &str, signature: &str) -> Option<String> {
    let (kinds, depth) = name.strip_prefix("intel_sub_group_")?.split_once("_matrix_mad_k")?;
    let (left, right) = kinds.split_once('_')?;
    let [a, b, sum] = vectors(signature)?[..] else { return None };
    let rows = sum.length;
    if (left, right) == ("tf32", "tf32") {
        let whole = b.name() == "float8" && sum.element == "float" && depth == "8";
        let halves = a.element == "float" && a.length == rows.div_ceil(2);
        let types = format!("{}, {}, {}", a.name(), a.length, sum.name());
        return (whole && halves).then(|| format!("MAD_TF32({name}, {types}, {rows})"));
    }
    let ((read_a, width), (read_b, other)) = (operand(left)?, operand(right)?);
    let word = match a.element {
        "short" => "ushort",
        "int" => "uint",
        _ => return None,
    };
    // Of bf16 and f16, sums come back in the operands' own format, and then as bits.
    let (sum_word, kind, read, write) = match (sum.element, left) {
        ("int", "i8" | "u8") => ("int", "int", "FROM_I32", "TO_I32"),
        ("float", "f16" | "bf16") => ("float", "float", "FROM_F32", "TO_F32"),
        ("half", "f16") => ("ushort", "float", "FROM_F16", "TO_F16"),
        ("short", "bf16") => ("ushort", "float", "FROM_BF16", "TO_BF16"),
        _ => return None,
    };
    let whole = b.name() == "int8" && a.length == rows && width == other;
    let deep = depth.parse::<u32>() == Ok(256 / width);
    let (a, sum) = (a.name(), sum.name());
    (whole && deep).then(|| {
        format!(
            "MAD_PACKED({name}, {a}, {word}, {sum}, {sum_word}, {kind}, {rows}, {width}, {read_a}, \
             {read_b}, {read}, {write})"
        )
    })
}

/// `intel_sub_group_2d_block_<what>_<bits>b_<rows>r<columns>x<blocks>c`.
fn transfer(name: &str, signature: &str) -> Option<String> {
    let rest = name.strip_prefix("intel_sub_group_2d_block_")?;
    let (rest, blocks) = rest.strip_suffix('c')?.rsplit_once('x')?;
    let (rest, columns) = rest.rsplit_once('r')?;
    let (rest, rows) = rest.rsplit_once("b_")?;
    let (what, bits) = rest.rsplit_once('_')?;
    let numbers = [rows, columns, blocks].map(|number| number.parse::<u32>().ok());
    let [Some(rows), Some(columns), Some(blocks)] = numbers else { return None };
    let element = match bits {
        "8" => "uchar",
        "16" => "ushort",
        "32" => "uint",
        "64" => "ulong",
        _ => return None,
    };
    // What a lane's registers are declared as: the last parameter's type.
    let word = match (what, signature.bytes().last()?) {
        ("prefetch", _) => "void",
        (_, b'h') => "uchar",
        (_, b't') => "ushort",
        (_, b'j') => "uint",
        (_, b'm') => "ulong",
        _ => return None,
    };
    let wide = columns >= 16 && columns.is_multiple_of(16);
    let shared = columns > 0 && 16u32.is_multiple_of(columns) && rows.is_multiple_of(16 / columns);
    let kind = match what {
        "read" if wide => "BLOCK_READ_WIDE",
        "read" if shared => "BLOCK_READ_NARROW",
        "read_transform" if columns == 16 => "BLOCK_READ_TRANSFORM",
        "read_transpose" if rows == 16 && blocks == 1 => "BLOCK_READ_TRANSPOSE",
        "write" if columns == 16 && blocks == 1 => "BLOCK_WRITE",
        "prefetch" => "BLOCK_PREFETCH",
        _ => return None,
    };
    Some(format!("{kind}({name}, {element}, {word}, {rows}, {columns}, {blocks})"))
}

#[cfg(test)]
mod tests {
    use spirv::{Decoration, LinkageType, Op};

    use super::super::tests::{module, string};
    use super::*;

    fn defined(symbol: &str) -> Result<Option<String>, String> {
        let mut words = vec![3, Decoration::LinkageAttributes as u32];
        words.extend(string(symbol));
        words.push(LinkageType::Import as u32);
        let text = definitions(&module(&[(Op::Decorate, words)]))?;
        Ok(text.map(|text| text.trim_start_matches(MACROS).trim().to_owned()))
    }

    /// Imports of kernels that triton-xpu 3.3.0b1 compiles for Ponte Vecchio.
    const REAL: [(&str, &str, &str); 7] = [
        (
            "_Z36",
            "intel_sub_group_i8_i8_matrix_mad_k32|Dv8_sDv8_iS0_",
            "MAD_PACKED|short8, ushort, int8, int, int, 8, 8, FROM_I8, FROM_I8, FROM_I32, TO_I32",
        ),
        (
            "_Z40",
            "intel_sub_group_bf16_bf16_matrix_mad_k16|Dv8_sDv8_iDv8_f",
            "MAD_PACKED|short8, ushort, float8, float, float, 8, 16, FROM_BF16, FROM_BF16, \
             FROM_F32, TO_F32",
        ),
        (
            "_Z39",
            "intel_sub_group_tf32_tf32_matrix_mad_k8|Dv4_fDv8_fS0_",
            "MAD_TF32|float4, 4, float8, 8",
        ),
        (
            "_Z42",
            "intel_sub_group_2d_block_read_16b_32r16x2c|PU3AS1viiiDv2_iPt",
            "BLOCK_READ_WIDE|ushort, ushort, 32, 16, 2",
        ),
        (
            "_Z42",
            "intel_sub_group_2d_block_write_32b_8r16x1c|PU3AS1viiiDv2_iPj",
            "BLOCK_WRITE|uint, uint, 8, 16, 1",
        ),
        (
            "_Z52",
            "intel_sub_group_2d_block_read_transform_16b_32r16x2c|PU3AS1viiiDv2_iPj",
            "BLOCK_READ_TRANSFORM|ushort, uint, 32, 16, 2",
        ),
        (
            "_Z46",
            "intel_sub_group_2d_block_prefetch_16b_16r16x2c|PU3AS1viiiDv2_i",
            "BLOCK_PREFETCH|ushort, void, 16, 16, 2",
        ),
    ];

    #[test]
    fn imports_of_real_kernels_are_defined() {
        for (length, symbol, expected) in REAL {
            let (name, parameters) = symbol.split_once('|').unwrap();
            let (macro_name, arguments) = expected.split_once('|').unwrap();
            let expected = format!("{macro_name}({name}, {arguments})");
            let symbol = format!("{length}{name}{parameters}");
            assert_eq!(defined(&symbol).unwrap().as_deref(), Some(expected.as_str()));
        }
    }

    #[test]
    fn one_row_and_sums_in_half_precision_have_their_own_types() {
        let row = defined("_Z38intel_sub_group_f16_f16_matrix_mad_k16sDv8_if").unwrap().unwrap();
        assert!(row.contains(" short, ushort, float, float, float, 1, 16,"), "{row}");
        let halves = "_Z38intel_sub_group_f16_f16_matrix_mad_k16Dv4_sDv8_iDv4_Dh";
        let halves = defined(halves).unwrap().unwrap();
        assert!(halves.contains(" half4, ushort, float, 4, 16,"), "{halves}");
    }

    #[test]
    fn what_is_not_known_is_refused_and_what_the_runtime_has_is_left_alone() {
        assert_eq!(defined("_Z23intel_sub_group_shufflefj"), Ok(None));
        assert_eq!(defined("plain_c"), Ok(None));
        let four_bits = "_Z36intel_sub_group_i4_i4_matrix_mad_k64Dv8_sDv8_iS0_";
        let refused = Err("intel_sub_group_i4_i4_matrix_mad_k64".to_owned());
        assert_eq!(defined(four_bits), refused);
        let rows = "_Z51intel_sub_group_2d_block_read_transpose_32b_32r8x1cPU3AS1viiiDv2_iPj";
        assert!(defined(rows).is_err());
    }
}
