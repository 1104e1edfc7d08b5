//! The kind of a type in words: its elements and its layout. Shapes, and what follows from the number of
//! warps, are left out: they would make a kind of every size.

use crate::mlir::{Attribute, Module, Type};

/// Layouts may be slices of slices; more than this has no release.
const DEPTH: usize = 4;

/// What tells layouts of one family apart.
const PARAMETERS: &[&str] = &[
    "sizePerThread",
    "order",
    "dim",
    "opIdx",
    "kWidth",
    "versionMajor",
    "versionMinor",
    "instrShape",
    "vec",
    "perPhase",
    "maxPhase",
    "swizzlingByteWidth",
    "transposed",
];

/// The kind of a type.
pub(super) fn kind(module: &Module, ty: &Type) -> String {
    let word = match ty {
        Type::Tensor(_) => "tensor",
        Type::MemDesc(_) => "memory",
        Type::TensorDesc(_) => "descriptor",
        other => return other.to_string(),
    };
    let mut kind = format!("{word} {} {}", ty.shape().len(), ty.element());
    if let Some(encoding) = ty.encoding() {
        layout(module, encoding, DEPTH, &mut kind);
    }
    kind
}

fn layout(module: &Module, attribute: &Attribute, depth: usize, kind: &mut String) {
    let attribute = module.resolve(attribute);
    let Attribute::Dialect(name, _) = attribute else { return };
    kind.push_str(&format!(" {name}"));
    for key in PARAMETERS {
        if let Some(value) = attribute.parameter(key) {
            kind.push_str(&format!(" {key} {value}"));
        }
    }
    if let Some(parent) = attribute.parameter("parent").filter(|_| depth > 0) {
        layout(module, parent, depth - 1, kind);
    }
}
