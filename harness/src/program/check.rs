//! Type inference and scoping for whole programs.

use super::walk::free;
use super::{
    Call, Carried, For, If, Op, Operand, Operation, ParamKind, Program, Stmt, Type, ValueId,
};
use crate::tensor::DType;

/// Tables of values are as long as the largest number.
const MAX_VALUES: usize = 1 << 16;

/// Why a program is not well typed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TypeError(pub String);

/// Shorthand for failing with a message.
pub(super) fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), TypeError> {
    if condition { Ok(()) } else { Err(TypeError(message())) }
}

/// The types of the values that are in scope, by id.
#[derive(Clone, Debug, Default)]
pub struct Types {
    types: Vec<Option<Type>>,
}

impl Types {
    /// The type of a value.
    ///
    /// # Errors
    /// If nothing in scope defines it.
    pub fn get(&self, id: ValueId) -> Result<&Type, TypeError> {
        self.types
            .get(id.0 as usize)
            .and_then(Option::as_ref)
            .ok_or_else(|| TypeError(format!("v{} is not defined here", id.0)))
    }

    /// Defines a value.
    ///
    /// # Errors
    /// If something defines it already.
    pub fn define(&mut self, id: ValueId, ty: Type) -> Result<(), TypeError> {
        let index = id.0 as usize;
        ensure(index < MAX_VALUES, || format!("v{index}: values are numbered below {MAX_VALUES}"))?;
        if self.types.len() <= index {
            self.types.resize(index + 1, None);
        }
        ensure(self.types[index].is_none(), || format!("v{index} is defined twice"))?;
        self.types[index] = Some(ty);
        Ok(())
    }

    /// Ids of all values seen so far, with their types.
    pub fn iter(&self) -> impl Iterator<Item = (ValueId, &Type)> {
        self.types
            .iter()
            .enumerate()
            .filter_map(|(index, ty)| ty.as_ref().map(|ty| (ValueId(index as u32), ty)))
    }
}

impl Program {
    /// Infers the type of every value.
    ///
    /// # Errors
    /// If an operand has the wrong type, or a value is used where it is not defined.
    pub fn check(&self) -> Result<Types, TypeError> {
        let mut checker = Checker::default();
        for param in &self.params {
            if let ParamKind::Descriptor(matrix) = param.kind {
                matrix.check()?;
            }
            checker.define(param.value, param.kind.ty())?;
        }
        checker.block(&self.body)?;
        Ok(checker.all)
    }
}

/// `all` keeps every type; `scope` the values that are visible.
#[derive(Default)]
struct Checker {
    all: Types,
    scope: Types,
    /// Blocks around the statement at hand.
    depth: usize,
}

impl Checker {
    fn define(&mut self, id: ValueId, ty: Type) -> Result<(), TypeError> {
        let passed = self.depth == 0 || !ty.is_descriptor();
        ensure(passed, || format!("v{} is {ty} and no parameter", id.0))?;
        self.all.define(id, ty.clone())?;
        self.scope.define(id, ty)
    }

    fn block(&mut self, body: &[Stmt]) -> Result<(), TypeError> {
        self.depth += 1;
        body.iter().try_for_each(|stmt| self.stmt(stmt))?;
        self.depth -= 1;
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), TypeError> {
        match stmt {
            Stmt::Let { value, op } => {
                let ty = self.infer(op)?;
                let ty = ty.ok_or_else(|| TypeError(format!("{op:?} has no result")))?;
                self.define(*value, ty)
            }
            Stmt::Do(op) => {
                let ty = self.infer(op)?;
                ensure(ty.is_none(), || format!("the result of {op:?} is dropped"))
            }
            Stmt::For(node) => self.for_loop(node),
            Stmt::If(node) => self.branch(node),
            Stmt::Call(node) => self.call(node),
            Stmt::ReturnIf(condition) => {
                ensure(self.depth == 1, || "a return in a block".into())?;
                self.condition(*condition)
            }
        }
    }

    fn infer(&self, op: &Op) -> Result<Option<Type>, TypeError> {
        if !matches!(op, Op::DescriptorLoad(_) | Op::DescriptorStore(_)) {
            for id in op.operands() {
                let ty = self.scope.get(id)?;
                ensure(!ty.is_descriptor(), || format!("{op:?} takes {ty}"))?;
            }
        }
        op.infer(&self.scope)
    }

    fn for_loop(&mut self, node: &For) -> Result<(), TypeError> {
        let index = self.bounds(node)?;
        let bounds = [node.start, node.end, node.step];
        let fixed = bounds.iter().all(|bound| matches!(bound, Operand::Int(_)));
        let plain = node.num_stages.is_none() && node.unroll.is_none() && node.hints.is_empty();
        ensure(!node.is_static || fixed && plain, || "a static range of run-time values".into())?;
        ensure(!node.is_while || !node.is_static && plain, || "a range that is a while".into())?;
        let outer = self.scope.clone();
        self.define(node.index, index)?;
        for Carried { init, inside, .. } in &node.carried {
            let ty = outer.get(*init)?.clone();
            self.define(*inside, ty)?;
        }
        self.block(&node.body)?;
        for Carried { init, next, .. } in &node.carried {
            let (init, next) = (outer.get(*init)?, self.scope.get(*next)?);
            ensure(init == next, || format!("a loop carries {init} and {next}"))?;
        }
        self.scope = outer;
        for Carried { init, after, .. } in &node.carried {
            let ty = self.scope.get(*init)?.clone();
            self.define(*after, ty)?;
        }
        Ok(())
    }

    /// The type of the induction variable.
    fn bounds(&self, node: &For) -> Result<Type, TypeError> {
        let mut found = Type::scalar(DType::I32);
        for operand in [node.start, node.end, node.step] {
            match operand {
                Operand::Value(id) => {
                    let ty = self.scope.get(id)?;
                    let fits =
                        ty.is_scalar() && matches!(ty.dtype(), Some(DType::I32 | DType::I64));
                    ensure(fits, || format!("a loop bound is {ty}"))?;
                    if ty.dtype() == Some(DType::I64) {
                        found = ty.clone();
                    }
                }
                Operand::Int(value) => {
                    ensure(i32::try_from(value).is_ok(), || format!("loop bound {value}"))?;
                }
                Operand::Float(value) => return Err(TypeError(format!("loop bound {value}"))),
            }
        }
        Ok(found)
    }

    fn condition(&self, condition: ValueId) -> Result<(), TypeError> {
        let condition = self.scope.get(condition)?;
        let is_flag = *condition == Type::scalar(DType::I1);
        ensure(is_flag, || format!("a condition is {condition}"))
    }

    fn call(&mut self, node: &Call) -> Result<(), TypeError> {
        let outer = self.scope.clone();
        // `code_generator.py` refuses other arguments.
        for id in free(&node.body) {
            let ty = outer.get(id)?;
            ensure(!node.noinline || ty.is_scalar(), || format!("{ty} is passed out of line"))?;
        }
        self.block(&node.body)?;
        let inner = std::mem::replace(&mut self.scope, outer);
        for result in &node.results {
            let ty = inner.get(result.inner)?.clone();
            self.define(result.value, ty)?;
        }
        Ok(())
    }

    fn branch(&mut self, node: &If) -> Result<(), TypeError> {
        self.condition(node.condition)?;
        let outer = self.scope.clone();
        self.block(&node.then)?;
        let then = std::mem::replace(&mut self.scope, outer.clone());
        self.block(&node.otherwise)?;
        let otherwise = std::mem::replace(&mut self.scope, outer);
        for merged in &node.merged {
            let (a, b) = (then.get(merged.then)?, otherwise.get(merged.otherwise)?);
            ensure(a == b, || format!("a branch gives {a} and {b}"))?;
            self.define(merged.value, a.clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::edit::{describe_in_kernel, redescribe};
    use crate::program::ops::{BroadcastTo, Cast, DescriptorLoad, Window};
    use crate::program::{Matrix, Param, Surface};

    fn program(matrix: Matrix, body: Vec<Stmt>) -> Program {
        let kind = ParamKind::Descriptor(matrix);
        let params = vec![Param { name: "d".into(), value: ValueId(0), kind }];
        Program { name: "kernel".into(), params, body, surface: Surface::default() }
    }

    #[test]
    fn only_windows_take_a_descriptor() {
        let matrix = Matrix { dtype: DType::F32, shape: [3, 6], stride: 8, block: [4, 8] };
        let with = |op: Op| program(matrix, vec![Stmt::Let { value: ValueId(1), op }]);
        let load = DescriptorLoad(Window::of_host(ValueId(0), &matrix, [Operand::Int(0); 2]));
        let mut fine = with(load.clone().into());
        assert!(fine.check().is_ok());
        let refused = |program: &Program| program.check().unwrap_err().to_string();
        let cast = Cast { value: ValueId(0), dtype: DType::I64, bitcast: true };
        assert!(refused(&with(cast.into())).contains("takes windows"));
        let broadcast = BroadcastTo { value: ValueId(0), shape: vec![4] };
        assert!(refused(&with(broadcast.into())).contains("takes windows"));
        let call = |noinline| {
            let body = vec![Stmt::Let { value: ValueId(1), op: load.clone().into() }];
            program(matrix, vec![Stmt::Call(Call { noinline, body, results: vec![] })])
        };
        assert!(call(false).check().is_ok());
        assert!(refused(&call(true)).contains("out of line"));
        assert!(refused(&program(Matrix { stride: 6, ..matrix }, vec![])).contains("no GPU"));
        redescribe(&mut fine, ValueId(0), |matrix| matrix.shape[0] = 1);
        assert!(fine.check().is_ok() && fine.params[0].kind != ParamKind::Descriptor(matrix));
        describe_in_kernel(&mut fine, ValueId(0));
        assert_eq!(fine.params[0].kind, ParamKind::Pointer(DType::F32));
        assert!(fine.check().is_ok());
    }
}
