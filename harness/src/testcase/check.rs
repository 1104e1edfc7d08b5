//! Checks what serde cannot: that a case makes sense and stays within what this program handles.
//!
//! A case may come from anybody, so the limits stand before anything is allocated or compiled, and
//! names, which end up in Python text, must be identifiers.

use std::collections::BTreeSet;

use super::{Argument, BufferSpec, CaseError, TestCase};
use crate::program::ops::Helper;
use crate::program::{Matrix, ParamKind};

/// Bytes that all buffers of a case may have together.
const MAX_BYTES: u128 = 1 << 30;
/// Program instances of a launch.
const MAX_INSTANCES: u64 = 65536;
/// Elements of a tile: Triton's own `TRITON_MAX_TENSOR_NUMEL`.
const MAX_ELEMENTS: u128 = 1 << 20;
/// Warps of a program: 1024 threads of 32.
const MAX_WARPS: u32 = 32;
/// More stages than any pipeline has.
const MAX_STAGES: u32 = 32;
/// The portable size of a cluster of thread blocks (CUDA C++ Programming Guide).
const MAX_CTAS: u32 = 8;
/// Characters of a name.
const MAX_NAME: usize = 100;

/// Names that Python, or the rendered module, gives a meaning.
const RESERVED: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield", "range", "tl", "triton", "launch", "ts", "numpy", "torch", "sys", "base64",
];

impl TestCase {
    /// Checks types, limits, names, and that arguments are what the parameters take.
    ///
    /// # Errors
    /// If the case makes no sense.
    pub fn check(&self) -> Result<(), CaseError> {
        self.names()?;
        self.limits()?;
        let types = self.program.check().map_err(|error| CaseError::Invalid(error.to_string()))?;
        for (_, ty) in types.iter() {
            let elements = ty.shape.iter().map(|&n| n as u128).product::<u128>();
            let fits = ty.shape.iter().all(|n| n.is_power_of_two()) && elements <= MAX_ELEMENTS;
            ensure(fits, || format!("a tile of shape {:?}: Triton has none such", ty.shape))?;
        }
        self.passed()
    }

    fn names(&self) -> Result<(), CaseError> {
        let mut seen = BTreeSet::new();
        let params = self.program.params.iter().map(|param| param.name.as_str());
        for name in std::iter::once(self.program.name.as_str()).chain(params) {
            let mut characters = name.chars();
            let first = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
            let rest = characters.all(|c| c.is_ascii_alphanumeric() || c == '_');
            // `v12` is the value 12, `v12_all` the results that it is one of.
            let value = name.strip_suffix("_all").unwrap_or(name).strip_prefix('v');
            let value = value.is_some_and(|number| number.bytes().all(|c| c.is_ascii_digit()));
            let value = value || name.starts_with(Helper::PREFIX);
            let fits =
                first && rest && !value && name.len() <= MAX_NAME && !RESERVED.contains(&name);
            ensure(fits, || "a name of the kernel is no free Python identifier".to_owned())?;
            ensure(seen.insert(name), || format!("the name `{name}` is used twice"))?;
        }
        // It stands in file names and in the docstring of a script.
        let plain = |c: char| !c.is_control() && !"\"\\/".contains(c);
        let fits = (1..=2 * MAX_NAME).contains(&self.name.len()) && self.name.chars().all(plain);
        ensure(fits, || "its name is empty, too long, or has a quote or a slash".to_owned())
    }

    fn limits(&self) -> Result<(), CaseError> {
        let options = &self.options;
        let warps = options.num_warps.is_power_of_two() && options.num_warps <= MAX_WARPS;
        ensure(warps, || format!("num_warps is {}: 1 to 32, a power of two", options.num_warps))?;
        let stages = (1..=MAX_STAGES).contains(&options.num_stages);
        ensure(stages, || format!("num_stages is {}: 1 to {MAX_STAGES}", options.num_stages))?;
        let ctas = options.num_ctas.is_power_of_two() && options.num_ctas <= MAX_CTAS;
        ensure(ctas, || format!("num_ctas is {}: 1 to {MAX_CTAS}", options.num_ctas))?;
        let registers = options.maxnreg.is_none_or(|most| (16..=255).contains(&most));
        ensure(registers, || "maxnreg is not between 16 and 255".to_owned())?;
        let instances = self.grid.iter().fold(1u64, |all, &n| all.saturating_mul(n.into()));
        ensure((1..=MAX_INSTANCES).contains(&instances), || {
            format!("the grid is empty or has more than {MAX_INSTANCES} instances")
        })?;
        let bytes = |(_, _, spec): (&str, u64, &BufferSpec)| {
            spec.len as u128 * spec.dtype.bytes() as u128 + u128::from(spec.misalign)
        };
        let total = self.buffers().map(bytes).sum::<u128>();
        ensure(total <= MAX_BYTES, || {
            format!("its buffers have {total} bytes: {MAX_BYTES} at most")
        })?;
        ensure(self.scenario.len() == 1, || "its scenario is not one launch".to_owned())
    }

    fn passed(&self) -> Result<(), CaseError> {
        let passed = self.program.params.iter();
        let passed = passed.filter(|p| !matches!(p.kind, ParamKind::Constexpr(_))).count();
        ensure(passed == self.arguments.len(), || {
            "parameters and arguments differ in number".to_owned()
        })?;
        for (_, param, argument) in self.bound() {
            let fits = match (param.kind, argument) {
                (ParamKind::Pointer(dtype), Argument::Buffer(spec)) => {
                    dtype == spec.dtype && spec.len > 0
                }
                (ParamKind::Pointer(dtype), Argument::Same(first)) => {
                    let first = self.arguments.get(*first);
                    matches!(first, Some(Argument::Buffer(spec)) if spec.dtype == dtype)
                }
                (ParamKind::Descriptor(matrix), Argument::Buffer(spec)) => describes(&matrix, spec),
                (ParamKind::Descriptor(matrix), Argument::Same(first)) => {
                    let first = self.arguments.get(*first);
                    matches!(first, Some(Argument::Buffer(spec)) if describes(&matrix, spec))
                }
                (ParamKind::Scalar(dtype), Argument::Int(value)) => {
                    dtype.int_range().is_some_and(|(low, high)| low <= *value && *value <= high)
                }
                (ParamKind::Scalar(dtype), Argument::Float(_)) => dtype.is_float(),
                _ => false,
            };
            ensure(fits, || format!("`{}` gets an argument that it cannot take", param.name))?;
        }
        Ok(())
    }
}

/// Whether a buffer has a matrix where a descriptor of it may start.
fn describes(matrix: &Matrix, spec: &BufferSpec) -> bool {
    matrix.dtype == spec.dtype && matrix.may_start(spec.misalign) && matrix.len() <= spec.len
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), CaseError> {
    if condition { Ok(()) } else { Err(CaseError::Invalid(message())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Op, Stmt, ValueId, ops};
    use crate::tensor::DType;
    use crate::testcase::{Fill, Mode, Options, SCHEMA, Step};

    fn case() -> TestCase {
        let spec = BufferSpec { dtype: DType::F32, len: 4, fill: Fill::Unwritten, misalign: 0 };
        let kind = ParamKind::Pointer(DType::F32);
        TestCase {
            schema: SCHEMA,
            name: "c".into(),
            mode: Mode::Exact,
            program: crate::program::Program {
                name: "kernel".into(),
                params: vec![crate::program::Param { name: "a".into(), value: ValueId(0), kind }],
                body: vec![],
                surface: crate::program::Surface::default(),
            },
            arguments: vec![Argument::Buffer(spec)],
            grid: [1, 1, 1],
            options: Options::new(4, 2, false),
            scenario: vec![Step::Launch],
        }
    }

    fn refused(change: impl FnOnce(&mut TestCase)) -> String {
        let mut case = case();
        change(&mut case);
        case.check().unwrap_err().to_string()
    }

    #[test]
    fn what_would_take_the_machine_down_is_refused() {
        assert!(case().check().is_ok());
        let with_len = |case: &mut TestCase, len| {
            let Argument::Buffer(spec) = &mut case.arguments[0] else { unreachable!() };
            spec.len = len;
        };
        assert!(refused(|case| with_len(case, usize::MAX)).contains("bytes"));
        let full = |shape: Vec<usize>| {
            let value = crate::program::Operand::Float(0.0);
            Op::from(ops::Full { shape, value, dtype: DType::F32 })
        };
        let tile = |case: &mut TestCase, value, shape| {
            case.program.body.push(Stmt::Let { value: ValueId(value), op: full(shape) });
        };
        assert!(refused(|case| tile(case, 1, vec![1 << 40])).contains("tile"));
        assert!(refused(|case| tile(case, 1, vec![1 << 33, 1 << 33])).contains("tile"));
        assert!(refused(|case| tile(case, 1, vec![3])).contains("tile"));
        assert!(refused(|case| tile(case, u32::MAX, vec![4])).contains("numbered"));
        assert!(refused(|case| case.grid = [1 << 20, 1, 1]).contains("grid"));
        // Four instances, modulo 2^64.
        assert!(refused(|case| case.grid = [769_546, 494_770, 48_448_661]).contains("grid"));
        assert!(refused(|case| case.options.num_warps = 1 << 30).contains("num_warps"));
        assert!(refused(|case| case.options.num_stages = 0).contains("num_stages"));
        assert!(refused(|case| case.scenario.clear()).contains("scenario"));
    }

    #[test]
    fn a_descriptor_wants_a_matrix_that_is_there() {
        let with = |len: usize, misalign: u32| {
            move |case: &mut TestCase| {
                let (shape, stride, block) = ([2, 6], 8, [4, 4]);
                let matrix = Matrix { dtype: DType::F32, shape, stride, block };
                case.program.params[0].kind = ParamKind::Descriptor(matrix);
                let fill = Fill::Unwritten;
                let spec = BufferSpec { dtype: DType::F32, len, fill, misalign };
                case.arguments[0] = Argument::Buffer(spec);
            }
        };
        let mut whole = case();
        with(16, 4)(&mut whole);
        assert!(whole.check().is_ok());
        assert!(refused(with(15, 4)).contains("cannot take"));
        assert!(refused(with(16, 2)).contains("cannot take"));
    }

    #[test]
    fn names_that_are_no_identifiers_are_refused() {
        for name in
            ["", "x; import os", "for", "tl", "v12", "v1_all", "combine_x", "a b", "é", "1a"]
        {
            let text = refused(|case| case.program.name = name.to_owned());
            assert!(text.contains("name"), "{name}: {text}");
        }
        assert!(refused(|case| case.program.name = "a".into()).contains("twice"));
        assert!(refused(|case| case.name = "../x".into()).contains("name"));
    }
}
