//! Gives what remains the names that a reader expects.

use super::recondition::{reach, sources};
use crate::program::edit::renumber;
use crate::program::{Elem, Operation, Param, ParamKind, Program, Stmt, ValueId};
use crate::testcase::TestCase;

/// Names of buffers that are read; no name of Python's or of the module's.
const LETTERS: &str = "abcdefghijkm";

/// The case with values numbered in order and plain names; `None` where that is not valid.
pub(super) fn canonical(case: &TestCase) -> Option<TestCase> {
    let mut case = case.clone();
    let names = parameter_names(&case.program);
    let program = &mut case.program;
    let lists = [
        &mut program.surface.do_not_specialize,
        &mut program.surface.do_not_specialize_on_alignment,
    ];
    for list in lists {
        for name in list.iter_mut() {
            let at = program.params.iter().position(|param| param.name == *name)?;
            name.clone_from(&names[at]);
        }
    }
    for (param, name) in program.params.iter_mut().zip(names) {
        param.name = name;
    }
    "kernel".clone_into(&mut program.name);
    renumber(program);
    case.check().ok()?;
    Some(case)
}

/// The name of each parameter: letters for buffers, `out` for those that are written, `n` for
/// numbers.
fn parameter_names(program: &Program) -> Vec<String> {
    let written = written(program);
    let (mut read, mut out, mut number) = (0, 0, 0);
    let name = |param: &Param| match param.kind {
        ParamKind::Pointer(_) | ParamKind::Descriptor(_) if written.contains(&param.value) => {
            numbered("out", &mut out)
        }
        ParamKind::Pointer(_) | ParamKind::Descriptor(_) => match LETTERS.get(read..=read) {
            Some(letter) => {
                read += 1;
                letter.to_owned()
            }
            None => {
                read += 1;
                format!("in{read}")
            }
        },
        ParamKind::Scalar(_) | ParamKind::Constexpr(_) => numbered("n", &mut number),
    };
    program.params.iter().map(name).collect()
}

/// `out`, `out1`, ...
fn numbered(word: &str, count: &mut usize) -> String {
    *count += 1;
    if *count == 1 { word.to_owned() } else { format!("{word}{}", *count - 1) }
}

/// The pointers that lead to where something is written.
fn written(program: &Program) -> Vec<ValueId> {
    let Ok(types) = program.check() else { return Vec::new() };
    let is_pointer = |id: &ValueId| types.get(*id).is_ok_and(|ty| matches!(ty.elem, Elem::Ptr(_)));
    let mut sources = sources(&program.body);
    sources.values_mut().for_each(|from| from.retain(is_pointer));
    let mut roots = Vec::new();
    for stmt in &program.body {
        stmt.visit(&mut |stmt| {
            if let Stmt::Let { op, .. } | Stmt::Do(op) = stmt {
                roots.extend(op.writes_to());
            }
        });
    }
    reach(roots, &sources).into_iter().collect()
}
