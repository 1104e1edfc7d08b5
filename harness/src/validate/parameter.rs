//! What is known of a function's arguments: their types, and what their attributes promise.

use crate::mlir::{Attribute, Dense, FunctionType, Operation, Type, element_kind};
use crate::tensor::Kind;

/// What is passed for an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A scalar or a tensor.
    Value,
    /// The address, sizes and strides of a tensor in memory.
    Descriptor,
    /// The content of a view of shared memory.
    Content,
}

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    /// What is passed.
    pub(super) form: Form,
    /// `arg0`, ...
    pub(super) name: String,
    /// What the values are.
    pub(super) kind: Kind,
    /// What the pointers point to.
    pub(super) pointee: Option<Kind>,
    /// Sizes of a tensor, view or descriptor's block; none for a scalar.
    pub(super) shape: Vec<usize>,
    /// What the value, or the address in bytes, is a multiple of.
    pub(super) divisibility: i64,
    /// How many values follow each other in each dimension.
    pub(super) contiguity: Vec<i64>,
    /// How many values are equal in each dimension.
    pub(super) constancy: Vec<i64>,
    /// Offsets from the pointer are below 2^31 bytes, and not negative.
    pub(super) short: bool,
    /// Scales of a product: biased exponents.
    pub(super) scales: bool,
}

impl Parameter {
    /// Whether it promises something that another form of it does not.
    pub(super) fn promises_more(&self, than: &Parameter) -> bool {
        let more = |(new, old): (&i64, &i64)| old % new != 0;
        than.divisibility % self.divisibility != 0
            || self.contiguity.iter().zip(&than.contiguity).any(more)
            || self.constancy.iter().zip(&than.constancy).any(more)
            || self.short && !than.short
    }
}

/// Elements of a tensor or view that is passed, at most.
const LARGEST: usize = 1 << 22;
/// Groups of operands that are scales of a product.
const SCALES: [&str; 2] = ["a_scale", "b_scale"];

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
    let form = match ty {
        Type::Integer(..) | Type::Index | Type::Float(_) | Type::Pointer(..) => Form::Value,
        Type::Tensor(_) | Type::AsyncToken => Form::Value,
        Type::TensorDesc(_) => Form::Descriptor,
        Type::MemDesc(_) => Form::Content,
        _ => return Err(ty.clone()),
    };
    let kind = match ty {
        Type::AsyncToken => Kind::Int(1),
        _ => element_kind(ty.element()).ok_or_else(|| ty.clone())?,
    };
    let pointee = match (ty.element(), form) {
        (Type::Pointer(pointee, _), Form::Value) => {
            Some(element_kind(pointee).ok_or_else(|| ty.clone())?)
        }
        (_, Form::Descriptor) => Some(kind),
        _ => None,
    };
    let shape: Result<Vec<_>, _> = ty.shape().iter().map(|size| usize::try_from(*size)).collect();
    let shape = shape.map_err(|_| ty.clone())?;
    let count = shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size));
    if count.is_none_or(|count| !(1..=LARGEST).contains(&count)) {
        return Err(ty.clone());
    }
    let promised = |name: &str| attribute(function, at, name, shape.len());
    Ok(Parameter {
        form,
        name: format!("arg{at}"),
        kind,
        pointee,
        divisibility: promised("tt.divisibility").into_iter().max().unwrap_or(1),
        contiguity: promised("tt.contiguity"),
        constancy: promised("tt.constancy"),
        // Not a number of elements, so that the rank does not matter.
        short: attribute(function, at, "tt.pointer_range", 1) == [32],
        scales: kind == Kind::Int(8) && is_scales(function, at),
        shape,
    })
}

/// Whether a product takes the argument for its scales.
fn is_scales(function: &Operation, at: usize) -> bool {
    let entry = function.regions.first().and_then(|region| region.blocks.first());
    let Some(argument) = entry.and_then(|block| block.arguments.get(at)) else { return false };
    let mut found = false;
    function.walk(&mut |op| {
        found |= SCALES.iter().any(|group| op.operand(group) == Some(*argument));
    });
    found
}

/// An attribute of an argument: a number for each dimension, at least 1. One number alone stands for
/// the last dimension, in which elements follow each other.
fn attribute(function: &Operation, at: usize, name: &str, rank: usize) -> Vec<i64> {
    let found = || {
        let Some(Attribute::Array(all)) = function.attribute("arg_attrs") else { return None };
        let Some(Attribute::Dictionary(entries)) = all.get(at) else { return None };
        entries.iter().find(|(key, _)| &**key == name).map(|(_, value)| value)
    };
    let mut numbers = vec![1; rank.max(1)];
    let number = |value: &Attribute| value.as_integer().and_then(|v| i64::try_from(v).ok());
    match found() {
        Some(Attribute::Dense(Dense::Elements(items), _)) if items.len() == numbers.len() => {
            numbers.iter_mut().zip(items.iter()).for_each(|(n, v)| *n = number(v).unwrap_or(1));
        }
        Some(Attribute::Dense(Dense::Splat(item), _)) => numbers.fill(number(item).unwrap_or(1)),
        Some(other) => match (other.as_integers(), number(other)) {
            (Some(list), _) if list.len() == numbers.len() => numbers = list,
            (_, Some(one)) => *numbers.last_mut().expect("invariant: one at least") = one,
            _ => {}
        },
        None => {}
    }
    numbers.iter_mut().for_each(|number| *number = (*number).max(1));
    numbers
}
