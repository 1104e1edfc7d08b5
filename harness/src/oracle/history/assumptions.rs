//! Judges what code was compiled on the strength of: is it true of the launch that runs the code?
//!
//! Takes the parameters of the function as its text has them, and what a launch passes. The runtime
//! specializes on arguments (a pointer at a multiple of 16 bytes, an integer that is 1, the width of
//! an integer), and the compiler relies on it. Values do not tell: the attribute on an argument that
//! is no multiple of 16 only breaks vector accesses, later.

use crate::compile::{BoundArgument, BoundConstant, BoundValue, Launch};

/// A parameter of the compiled function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its type, as MLIR prints it.
    pub ty: String,
    /// What its value is a multiple of (`tt.divisibility`); 1 where nothing is said.
    pub divisibility: i128,
}

/// Something that code relies on and that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalseAssumption {
    /// The parameter's name; empty where the function as a whole does not fit.
    pub parameter: String,
    /// Which assumption it is: `tt.divisibility`.
    pub what: &'static str,
    /// In words.
    pub detail: String,
}

/// The first assumption that a launch breaks.
pub fn false_assumption(parameters: &[Parameter], launch: &Launch) -> Option<FalseAssumption> {
    let broken = launch.constants.iter().find(|one| !one.declared && one.assumed != one.passed);
    if let Some(constant) = broken {
        return Some(folded(constant));
    }
    let described = |argument: &BoundArgument| {
        matches!(argument.value, BoundValue::Descriptor { .. } | BoundValue::Other(_))
    };
    if launch.arguments.iter().any(described) {
        return None; // a descriptor is several parameters, or one, as the target has it
    }
    if parameters.len() != launch.arguments.len() {
        let (has, passed) = (parameters.len(), launch.arguments.len());
        let detail = format!("the code has {has} parameters, the launch passes {passed}");
        return Some(FalseAssumption { parameter: String::new(), what: "parameters", detail });
    }
    let pairs = parameters.iter().zip(&launch.arguments).enumerate();
    pairs.into_iter().find_map(|(at, (parameter, argument))| {
        let (what, detail) = broken_by(parameter, argument)?;
        let name = launch.parameters.get(at).cloned().unwrap_or_default();
        Some(FalseAssumption { detail: format!("{name}: {detail}"), parameter: name, what })
    })
}

fn folded(constant: &BoundConstant) -> FalseAssumption {
    let BoundConstant { name, assumed, passed, .. } = constant;
    FalseAssumption {
        parameter: name.clone(),
        what: "constant",
        detail: format!("{name}: the code holds {assumed}, the launch passes {passed}"),
    }
}

fn broken_by(parameter: &Parameter, argument: &BoundArgument) -> Option<(&'static str, String)> {
    if let Some(due) = mlir_type(&argument.ty)
        && due != parameter.ty
    {
        let detail = format!("the code takes {}, the launch passes {}", parameter.ty, argument.ty);
        return Some(("type", detail));
    }
    let value = match &argument.value {
        BoundValue::Int(value) => *value,
        BoundValue::Pointer { address, .. } => i128::from(*address),
        _ => return None,
    };
    if let Some((low, high)) = range(&argument.ty)
        && !(low..=high).contains(&value)
    {
        return Some(("width", format!("{value} is no {}", argument.ty)));
    }
    let divisor = parameter.divisibility.max(1);
    let detail = || format!("{value} is no multiple of {divisor}, as tt.divisibility says");
    (value % divisor != 0).then(|| ("tt.divisibility", detail()))
}

/// How MLIR prints a type of a signature; `None` for one that this does not know.
fn mlir_type(ty: &str) -> Option<String> {
    if let Some(pointee) = ty.strip_prefix('*') {
        let pointee = pointee.strip_prefix('k').unwrap_or(pointee);
        return Some(format!("!tt.ptr<{}>", mlir_type(pointee)?));
    }
    let known = match ty {
        "fp16" => "f16",
        "bf16" => "bf16",
        "fp32" => "f32",
        "fp64" => "f64",
        _ => return integer(ty).map(|(bits, _)| format!("i{bits}")),
    };
    Some(known.to_owned())
}

/// Width of an integer type, and whether it has a sign.
fn integer(ty: &str) -> Option<(u32, bool)> {
    let signed = ty.starts_with('i');
    let bits = ty.strip_prefix(['i', 'u'])?.parse().ok()?;
    (1..=64).contains(&bits).then_some((bits, signed && bits > 1))
}

fn range(ty: &str) -> Option<(i128, i128)> {
    let (bits, signed) = integer(ty)?;
    Some(match signed {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Kernel;

    fn launch(ty: &str, value: BoundValue) -> Launch {
        Launch {
            kernel: Kernel::default(),
            grid: [1, 1, 1],
            arguments: vec![BoundArgument { ty: ty.into(), value }],
            parameters: vec!["n".into()],
            constants: vec![],
        }
    }

    fn what(ty: &str, divisibility: i128, launch: &Launch) -> Option<&'static str> {
        let parameters = [Parameter { ty: ty.into(), divisibility }];
        false_assumption(&parameters, launch).map(|assumption| assumption.what)
    }

    #[test]
    fn alignment_must_hold() {
        let pointer = |address| launch("*i32", BoundValue::Pointer { name: "p".into(), address });
        assert_eq!(what("!tt.ptr<i32>", 16, &pointer(0x10010)), None);
        assert_eq!(what("!tt.ptr<i32>", 16, &pointer(0x10004)), Some("tt.divisibility"));
        assert_eq!(what("!tt.ptr<i32>", 1, &pointer(0x10004)), None);
        let int = |value| launch("i32", BoundValue::Int(value));
        assert_eq!(what("i32", 16, &int(-32)), None);
        assert_eq!(what("i32", 16, &int(0)), None);
        assert_eq!(what("i32", 16, &int(17)), Some("tt.divisibility"));
    }

    #[test]
    fn types_widths_and_the_number_of_parameters_must_fit() {
        let big = launch("i32", BoundValue::Int(1 << 31));
        assert_eq!(what("i32", 1, &big), Some("width"));
        let big = launch("u64", BoundValue::Int(u64::MAX.into()));
        assert_eq!(what("i64", 1, &big), None);
        assert_eq!(what("i32", 1, &big), Some("type"));
        assert_eq!(what("i1", 1, &launch("u1", BoundValue::Int(1))), None);
        assert_eq!(what("f32", 1, &launch("fp32", BoundValue::Float(1.5))), None);
        let none = false_assumption(&[], &big).map(|assumption| assumption.what);
        assert_eq!(none, Some("parameters"));
    }

    #[test]
    fn folded_constants_must_be_what_is_passed() {
        let mut launch = launch("i32", BoundValue::Int(5));
        let (name, assumed) = ("n".to_owned(), "int 1".to_owned());
        let constant = BoundConstant { name, declared: false, passed: assumed.clone(), assumed };
        launch.constants = vec![constant.clone()];
        assert_eq!(what("i32", 1, &launch), None);
        launch.constants = vec![BoundConstant { passed: "int 16".into(), ..constant.clone() }];
        assert_eq!(what("i32", 1, &launch), Some("constant"));
        // What a kernel does with a declared one is for its values to show.
        let passed = "bool True".to_owned();
        launch.constants = vec![BoundConstant { passed, declared: true, ..constant }];
        assert_eq!(what("i32", 1, &launch), None);
    }
}
