//! What is known of a function's arguments: their types, and what their attributes promise.

use crate::mlir::{Attribute, Dense, FunctionType, Operation, Type, element_kind};
use crate::tensor::Kind;

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    /// `arg0`, ...
    pub(super) name: String,
    /// What the values are.
    pub(super) kind: Kind,
    /// What the pointers point to.
    pub(super) pointee: Option<Kind>,
    /// Sizes of a tensor; none for a scalar.
    pub(super) shape: Vec<usize>,
    /// What the value, or the address in bytes, is a multiple of.
    pub(super) divisibility: i64,
    /// How many values in a row follow each other.
    pub(super) contiguity: i64,
    /// How many values in a row are equal.
    pub(super) constancy: i64,
    /// Offsets from the pointer are below 2^31 bytes, and not negative.
    pub(super) short: bool,
}

/// Inputs and results.
pub(super) fn signature(function: &Operation) -> FunctionType {
    match function.attribute("function_type") {
        Some(Attribute::Type(Type::Function(signature))) => (**signature).clone(),
        _ => FunctionType { inputs: Vec::new(), results: Vec::new() },
    }
}

/// Whether values of one type can be passed as those of another: layouts do not matter.
fn same(a: &Type, b: &Type) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
        && a.shape() == b.shape()
        && element_kind(a.element()) == element_kind(b.element())
}

/// Whether two functions take and give the same.
pub(super) fn same_signature(a: &FunctionType, b: &FunctionType) -> bool {
    let all =
        |a: &[Type], b: &[Type]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    all(&a.inputs, &b.inputs) && all(&a.results, &b.results)
}

/// The arguments of a function, or the first type of which no value can be made.
pub(super) fn parameters(function: &Operation) -> Result<Vec<Parameter>, Type> {
    let inputs = signature(function).inputs;
    inputs.iter().enumerate().map(|(at, ty)| parameter(function, at, ty)).collect()
}

fn parameter(function: &Operation, at: usize, ty: &Type) -> Result<Parameter, Type> {
    let kind = match ty {
        Type::Integer(..) | Type::Index | Type::Float(_) | Type::Pointer(..) | Type::Tensor(_) => {
            element_kind(ty.element()).ok_or_else(|| ty.clone())?
        }
        _ => return Err(ty.clone()),
    };
    let pointee = match ty.element() {
        Type::Pointer(pointee, _) => Some(element_kind(pointee).ok_or_else(|| ty.clone())?),
        _ => None,
    };
    let shape: Result<Vec<_>, _> = ty.shape().iter().map(|size| usize::try_from(*size)).collect();
    let promised = |name: &str| attribute(function, at, name);
    let multiple = |name: &str| promised(name).unwrap_or(1).max(1);
    Ok(Parameter {
        name: format!("arg{at}"),
        kind,
        pointee,
        shape: shape.map_err(|_| ty.clone())?,
        divisibility: multiple("tt.divisibility"),
        contiguity: multiple("tt.contiguity"),
        constancy: multiple("tt.constancy"),
        short: promised("tt.pointer_range") == Some(32),
    })
}

/// An integer attribute of an argument; of a list the last entry, which is that of the dimension
/// in which elements follow each other.
fn attribute(function: &Operation, at: usize, name: &str) -> Option<i64> {
    let Some(Attribute::Array(all)) = function.attribute("arg_attrs") else { return None };
    let Some(Attribute::Dictionary(entries)) = all.get(at) else { return None };
    let (_, value) = entries.iter().find(|(key, _)| &**key == name)?;
    let list = || match value {
        Attribute::Dense(Dense::Elements(items), _) => items.last()?.as_integer(),
        Attribute::Dense(Dense::Splat(item), _) => item.as_integer(),
        other => other.as_integers()?.last().map(|value| i128::from(*value)),
    };
    value.as_integer().or_else(list).and_then(|value| i64::try_from(value).ok())
}
