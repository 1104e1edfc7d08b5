//! Builds one kernel: statements, types, facts and arguments together.
//!
//! Nothing gets in that the facts do not prove to be well defined, so a policy may ask for anything
//! and must only cope with a `None`.

use super::choice::Choice;
use super::config::Config;
use super::facts::{Facts, Known, transfer};
use super::interval::Interval;
use crate::program::ops::{
    Arange, Binary, BinaryOp, BroadcastTo, Cast, Compare, ExpandDims, Full, Op, Operation, Permute,
    Predicate, ProgramId, Reduce, ReduceOp, Reshape, Unary, UnaryOp, Where,
};
use crate::program::{Operand, Param, ParamKind, Stmt, Type, Types, ValueId};
use crate::tensor::DType;
use crate::testcase::Argument;

/// An operand that is a value.
pub(super) fn of(id: ValueId) -> Operand {
    Operand::Value(id)
}

/// An enclosing loop, as far as addresses of stores need it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) index: ValueId,
    /// First value of the index.
    pub(super) low: i128,
    /// Number of values that the index may have.
    pub(super) span: i128,
}

/// An input buffer, to which more loads may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    pub(super) pointer: ValueId,
    pub(super) dtype: DType,
    pub(super) facts: Facts,
    pub(super) argument: usize,
}

/// A kernel in the making.
pub(super) struct Builder<'a, 'b> {
    pub(super) choice: Choice<'a, 'b>,
    pub(super) config: Config,
    pub(super) grid: [u32; 3],
    /// Element types in use.
    pub(super) dtypes: Vec<DType>,
    pub(super) params: Vec<Param>,
    pub(super) arguments: Vec<Argument>,
    pub(super) inputs: Vec<Input>,
    pub(super) loops: Vec<Loop>,
    /// Results that something must still use.
    pub(super) kept: Vec<ValueId>,
    /// Number of statements so far.
    pub(super) statements: u32,
    /// The shape of most tiles.
    pub(super) tile: [usize; 2],
    /// Coordinates that are at hand: shape with one dimension that is not 1, and the value.
    pub(super) coordinates: Vec<(Vec<usize>, ValueId)>,
    /// The number of the program instance, and integers passed at run time.
    pub(super) instance: Option<ValueId>,
    pub(super) scalars: Vec<ValueId>,
    types: Types,
    facts: Vec<Option<Facts>>,
    /// Values in scope, oldest first.
    visible: Vec<ValueId>,
    block: Vec<Stmt>,
    next: u32,
}

impl Known for Builder<'_, '_> {
    fn rounds(&self) -> bool {
        self.config.numerics.rounds()
    }

    fn facts(&self, id: ValueId) -> Option<Facts> {
        self.facts.get(id.0 as usize).copied().flatten()
    }

    fn ty(&self, id: ValueId) -> Option<Type> {
        self.types.get(id).ok().cloned()
    }
}

impl<'a, 'b> Builder<'a, 'b> {
    pub(super) fn new(choice: Choice<'a, 'b>, config: Config, grid: [u32; 3]) -> Self {
        Builder {
            choice,
            config,
            grid,
            dtypes: vec![DType::I32],
            params: vec![],
            arguments: vec![],
            inputs: vec![],
            loops: vec![],
            kept: vec![],
            statements: 0,
            tile: [1, 1],
            coordinates: vec![],
            instance: None,
            scalars: vec![],
            types: Types::default(),
            facts: vec![],
            visible: vec![],
            block: vec![],
            next: 0,
        }
    }

    /// The statements; the builder is done.
    pub(super) fn into_parts(self) -> (Vec<Param>, Vec<Argument>, Vec<Stmt>) {
        (self.params, self.arguments, self.block)
    }

    /// The statements so far.
    pub(super) fn statements(&self) -> &[Stmt] {
        &self.block
    }

    /// Whether another part may be begun.
    pub(super) fn has_room(&self) -> bool {
        self.statements < self.config.max_statements
    }

    /// A new value of a type, with its facts.
    pub(super) fn define(&mut self, ty: Type, facts: Option<Facts>) -> ValueId {
        let id = ValueId(self.next);
        self.next += 1;
        self.types.define(id, ty).expect("invariant: fresh ids");
        self.facts.push(facts);
        self.visible.push(id);
        id
    }

    pub(super) fn parameter(
        &mut self,
        name: String,
        kind: ParamKind,
        facts: Option<Facts>,
    ) -> ValueId {
        let value = self.define(kind.ty(), facts);
        // Parameters are visible everywhere, whenever they were added.
        self.visible.pop();
        self.params.push(Param { name, value, kind });
        value
    }

    pub(super) fn push(&mut self, stmt: Stmt) {
        self.statements += 1;
        self.block.push(stmt);
    }

    /// Runs `body` on an empty block and scope of its own; gives its statements and its result.
    pub(super) fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> (Vec<Stmt>, T) {
        let outer = std::mem::take(&mut self.block);
        let (visible, kept) = (self.visible.len(), std::mem::take(&mut self.kept));
        let result = body(self);
        self.visible.truncate(visible);
        self.kept = kept;
        (std::mem::replace(&mut self.block, outer), result)
    }

    /// Adds an operation with facts that the caller has proven.
    pub(super) fn emit_with(&mut self, op: impl Into<Op>, facts: Option<Facts>) -> Option<ValueId> {
        let op = op.into();
        let ty = op.infer(&self.types).ok()??;
        let value = self.define(ty, facts);
        self.push(Stmt::Let { value, op });
        Some(value)
    }

    /// Adds an operation if it is well typed and proven to be well defined.
    pub(super) fn emit(&mut self, op: impl Into<Op>) -> Option<ValueId> {
        let op = op.into();
        let ty = op.infer(&self.types).ok()??;
        if ty.numel() > self.config.max_tile as usize {
            return None;
        }
        let facts = transfer(self, &op, &ty)?;
        self.emit_with(op, Some(facts))
    }

    /// Adds an operation without a result.
    pub(super) fn perform(&mut self, op: impl Into<Op>) -> Option<()> {
        let op = op.into();
        if op.infer(&self.types).ok()?.is_none() {
            self.push(Stmt::Do(op));
        }
        Some(())
    }

    pub(super) fn dtype(&self, id: ValueId) -> Option<DType> {
        self.ty(id)?.dtype()
    }

    pub(super) fn shape(&self, id: ValueId) -> Vec<usize> {
        self.ty(id).map_or(vec![], |ty| ty.shape)
    }

    pub(super) fn range(&self, id: ValueId) -> Option<Interval> {
        self.facts(id).map(|facts| facts.range)
    }

    /// Values in scope that `keep` accepts, oldest first.
    pub(super) fn candidates(&self, keep: impl Fn(&Type, Facts) -> bool) -> Vec<ValueId> {
        let fits = |id: &&ValueId| match (self.types.get(**id), self.facts(**id)) {
            (Ok(ty), Some(facts)) => !facts.raw && keep(ty, facts),
            _ => false,
        };
        self.visible.iter().filter(fits).copied().collect()
    }

    /// Whether a value is in scope.
    pub(super) fn sees(&self, id: ValueId) -> bool {
        self.visible.contains(&id)
    }

    pub(super) fn arange(&mut self, length: usize) -> Option<ValueId> {
        self.emit(Arange { start: 0, end: length as i32 })
    }

    pub(super) fn program_id(&mut self, axis: usize) -> Option<ValueId> {
        let facts = Facts::of(Interval::new(0, i128::from(self.grid[axis]) - 1));
        self.emit_with(ProgramId { axis }, Some(facts))
    }

    pub(super) fn full(
        &mut self,
        shape: &[usize],
        value: Operand,
        dtype: DType,
    ) -> Option<ValueId> {
        self.emit(Full { shape: shape.to_vec(), value, dtype })
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: ValueId, b: Operand) -> Option<ValueId> {
        self.emit(Binary { op, left: of(a), right: b })
    }

    /// A binary operation with a Python int.
    pub(super) fn with_int(&mut self, op: BinaryOp, a: ValueId, b: i128) -> Option<ValueId> {
        self.binary(op, a, Operand::Int(b))
    }

    pub(super) fn unary(&mut self, op: UnaryOp, value: ValueId) -> Option<ValueId> {
        self.emit(Unary { op, value })
    }

    pub(super) fn compare(&mut self, p: Predicate, left: ValueId, b: Operand) -> Option<ValueId> {
        self.emit(Compare { predicate: p, left, right: b })
    }

    pub(super) fn cast(&mut self, value: ValueId, dtype: DType) -> Option<ValueId> {
        if self.dtype(value)? == dtype {
            return Some(value);
        }
        self.emit(Cast { value, dtype, bitcast: false })
    }

    pub(super) fn select(&mut self, c: ValueId, a: ValueId, b: ValueId) -> Option<ValueId> {
        self.emit(Where { condition: c, then: a, otherwise: b })
    }

    pub(super) fn expand(&mut self, value: ValueId, axis: usize) -> Option<ValueId> {
        self.emit(ExpandDims { value, axis })
    }

    pub(super) fn broadcast(&mut self, value: ValueId, shape: &[usize]) -> Option<ValueId> {
        if self.shape(value) == shape {
            return Some(value);
        }
        self.emit(BroadcastTo { value, shape: shape.to_vec() })
    }

    pub(super) fn reshape(&mut self, value: ValueId, shape: &[usize]) -> Option<ValueId> {
        self.emit(Reshape { value, shape: shape.to_vec() })
    }

    pub(super) fn permute(&mut self, value: ValueId, axes: &[usize]) -> Option<ValueId> {
        self.emit(Permute { value, axes: axes.to_vec() })
    }

    pub(super) fn reduce(&mut self, op: ReduceOp, value: ValueId, axis: usize) -> Option<ValueId> {
        self.emit(Reduce { op, value, axis: Some(axis), keep_dims: false })
    }

    /// Marks a result as one that must reach a store.
    pub(super) fn keep(&mut self, value: ValueId) {
        self.kept.push(value);
    }
}
