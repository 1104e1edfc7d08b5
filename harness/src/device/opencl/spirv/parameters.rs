//! The parameters of an entry point, hidden ones included: the launch's true signature, whatever
//! the release of the compiler.

use std::collections::BTreeMap;

use spirv::{Op, StorageClass};

use super::{Malformed, Module};

/// What one parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    /// A pointer to memory that the whole launch sees.
    Global,
    /// A pointer to memory of one work-group, which the launch allots.
    Local,
    /// A number of so many bytes. A truth value is one byte.
    Value(usize),
    /// Something that no launch here passes.
    Other,
}

/// The parameters of the entry point of that name.
///
/// # Errors
/// When the module has no such entry point.
pub(crate) fn parameters(module: &Module, entry: &str) -> Result<Vec<Parameter>, Malformed> {
    let mut entries = module.entry_points();
    let (function, _) = entries
        .find(|(_, name)| name == entry)
        .ok_or_else(|| Malformed::EntryPoint(entry.to_owned()))?;
    let mut types = BTreeMap::new();
    let (mut inside, mut found) = (false, Vec::new());
    for instruction in module.instructions() {
        let bytes = instruction.word(2).div_ceil(8) as usize;
        if instruction.is(Op::TypePointer) {
            let class = instruction.word(2);
            let local = class == StorageClass::Workgroup as u32;
            let global = class == StorageClass::CrossWorkgroup as u32;
            let kind = match (local, global) {
                (true, _) => Parameter::Local,
                (_, true) => Parameter::Global,
                _ => Parameter::Other,
            };
            types.insert(instruction.word(1), kind);
        } else if instruction.is(Op::TypeInt) || instruction.is(Op::TypeFloat) {
            types.insert(instruction.word(1), Parameter::Value(bytes));
        } else if instruction.is(Op::TypeBool) {
            types.insert(instruction.word(1), Parameter::Value(1));
        } else if instruction.is(Op::Function) {
            inside = instruction.word(2) == function;
        } else if instruction.is(Op::FunctionEnd) {
            inside = false;
        } else if inside && instruction.is(Op::FunctionParameter) {
            found.push(types.get(&instruction.word(1)).copied().unwrap_or(Parameter::Other));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{module, string};
    use super::*;

    fn kernel() -> Module {
        let mut entry = vec![6, 9];
        entry.extend(string("add"));
        module(&[
            (Op::EntryPoint, entry),
            (Op::TypeInt, vec![1, 32, 0]),
            (Op::TypeFloat, vec![2, 16]),
            (Op::TypePointer, vec![3, StorageClass::CrossWorkgroup as u32, 1]),
            (Op::TypePointer, vec![4, StorageClass::Workgroup as u32, 1]),
            (Op::Function, vec![5, 8, 0, 7]),
            (Op::FunctionParameter, vec![2, 20]),
            (Op::FunctionEnd, vec![]),
            (Op::Function, vec![5, 9, 0, 7]),
            (Op::FunctionParameter, vec![3, 21]),
            (Op::FunctionParameter, vec![1, 22]),
            (Op::FunctionParameter, vec![2, 23]),
            (Op::FunctionParameter, vec![3, 24]),
            (Op::FunctionParameter, vec![4, 25]),
            (Op::FunctionEnd, vec![]),
        ])
    }

    #[test]
    fn the_entry_points_own_parameters_are_found() {
        let [global, local] = [Parameter::Global, Parameter::Local];
        let expected = [global, Parameter::Value(4), Parameter::Value(2), global, local];
        assert_eq!(parameters(&kernel(), "add").unwrap(), expected);
        assert!(matches!(parameters(&kernel(), "sub"), Err(Malformed::EntryPoint(_))));
    }
}
