//! Another element type in place of one, in parameters and wherever operations name it.

use super::super::variant::Edit;
use crate::program::edit::retype;
use crate::program::{Op, ParamKind, Stmt};
use crate::tensor::DType;
use crate::testcase::Argument;

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let mut particular = false;
    for stmt in &edit.case.program.body {
        stmt.visit(&mut |stmt| particular |= is_particular(stmt));
    }
    let pointers = edit.case.program.params.iter().filter_map(|param| match param.kind {
        ParamKind::Pointer(dtype) if is_usual(dtype) => Some(dtype),
        _ => None,
    });
    let pointers: Vec<DType> = pointers.collect();
    if particular || pointers.is_empty() {
        return None;
    }
    let from = edit.choice.pick(&pointers);
    let alike = |to: &DType| is_usual(*to) && *to != from && to.is_float() == from.is_float();
    let to = edit.choice.pick(&DType::all().filter(alike).collect::<Vec<_>>());
    retype(edit.program(), from, to);
    for argument in &mut edit.case.arguments {
        match argument {
            Argument::Buffer(spec) if spec.dtype == from => spec.dtype = to,
            _ => {}
        }
    }
    Some(())
}

fn is_usual(dtype: DType) -> bool {
    dtype.bits() > 1 && !dtype.is_fp8()
}

/// Whether an operation takes some element types only, of which its typing rule does not tell all: what the
/// hardware has for atomic operations, products and descriptors differs between targets.
fn is_particular(stmt: &Stmt) -> bool {
    let (Stmt::Let { op, .. } | Stmt::Do(op)) = stmt else { return false };
    matches!(
        op,
        Op::Atomic(_)
            | Op::Dot(_)
            | Op::DotScaled(_)
            | Op::DescriptorLoad(_)
            | Op::DescriptorStore(_)
    )
}
