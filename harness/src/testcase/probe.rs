//! A case in which every value is stored, so that the first wrong one can be told.

use std::collections::{BTreeMap, BTreeSet};

use super::{Argument, BufferSpec, Fill, TestCase};
use crate::program::edit::next_value;
use crate::program::ops::{
    AddPtr, Arange, Binary, BinaryOp, Caching, Compare, Full, Predicate, ProgramId, Reshape, Store,
};
use crate::program::{Call, For, If, Op, Operand, Param, ParamKind, Stmt, Types, ValueId};
use crate::tensor::DType;

/// Most elements that are stored of one value, in all instances.
const MOST: usize = 1 << 16;

/// Where a value is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The name of the buffer.
    pub buffer: String,
    /// The name of the operation that makes it, and its element type: `binary.add i1`.
    pub value: String,
}

impl TestCase {
    /// The case with a store of each value, in the order in which they are computed: those of branches
    /// where they are taken, of functions in them, of loops in the first iteration. What it stored itself
    /// outside of these is left out. `None` where that is no valid case.
    pub fn probed(&self) -> Option<(TestCase, Vec<Probe>)> {
        let types = self.program.check().ok()?;
        let next = next_value(&self.program).0;
        let mut case = self.clone();
        let body = std::mem::take(&mut case.program.body);
        let mut prober = Prober::new(case, types, next);
        let instance = prober.instance();
        let stores = |stmt: &Stmt| {
            matches!(stmt, Stmt::Do(Op::Store(_) | Op::DescriptorStore(_) | Op::BlockStore(_)))
        };
        for stmt in body.into_iter().filter(|stmt| !stores(stmt)) {
            prober.stmt(stmt, instance, &[]);
        }
        let Prober { mut case, block, probes, .. } = prober;
        case.program.body = block;
        case.check().ok()?;
        Some((case, probes))
    }
}

struct Prober {
    case: TestCase,
    types: Types,
    next: u32,
    probes: Vec<Probe>,
    /// The block that is written.
    block: Vec<Stmt>,
    /// The numbers of the elements of a shape, as far as they can be seen from there.
    lanes: BTreeMap<Vec<usize>, ValueId>,
}

impl Prober {
    fn new(case: TestCase, types: Types, next: u32) -> Self {
        let (probes, block, lanes) = (vec![], vec![], BTreeMap::new());
        Prober { case, types, next, probes, block, lanes }
    }

    fn fresh(&mut self) -> ValueId {
        self.next += 1;
        ValueId(self.next - 1)
    }

    fn emit(&mut self, op: impl Into<Op>) -> ValueId {
        let value = self.fresh();
        self.block.push(Stmt::Let { value, op: op.into() });
        value
    }

    fn binary(&mut self, op: BinaryOp, left: ValueId, right: Operand) -> ValueId {
        self.emit(Binary { op, left: Operand::Value(left), right })
    }

    /// The number of the instance.
    fn instance(&mut self) -> ValueId {
        let mut number = self.emit(ProgramId { axis: 2 });
        for axis in [1, 0] {
            let along = Operand::Int(i128::from(self.case.grid[axis]));
            number = self.binary(BinaryOp::Mul, number, along);
            let own = self.emit(ProgramId { axis });
            number = self.binary(BinaryOp::Add, number, Operand::Value(own));
        }
        number
    }

    /// A block that stands in the one that is written.
    fn within(&mut self, write: impl FnOnce(&mut Self)) -> Vec<Stmt> {
        let (outer, lanes) = (std::mem::take(&mut self.block), self.lanes.clone());
        write(self);
        self.lanes = lanes;
        std::mem::replace(&mut self.block, outer)
    }

    /// A statement, and stores of what it defines, where all of `first` hold.
    fn stmt(&mut self, stmt: Stmt, instance: ValueId, first: &[ValueId]) {
        let mut defined = BTreeSet::new();
        stmt.defines(&mut defined);
        let name = stmt.name();
        let stmt = self.inner(stmt, instance, first);
        self.block.push(stmt);
        for value in defined {
            self.probe(value, &name, instance, first);
        }
    }

    /// The statement with the same done in its blocks.
    fn inner(&mut self, stmt: Stmt, instance: ValueId, first: &[ValueId]) -> Stmt {
        match stmt {
            Stmt::If(If { condition, then, otherwise, merged }) => {
                let then = self.stmts(then, instance, first);
                let otherwise = self.stmts(otherwise, instance, first);
                Stmt::If(If { condition, then, otherwise, merged })
            }
            Stmt::Call(Call { noinline, body, results }) => {
                // A function that is not inlined takes no tiles.
                let lanes = std::mem::take(&mut self.lanes);
                let body = self.stmts(body, instance, first);
                self.lanes = lanes;
                Stmt::Call(Call { noinline, body, results })
            }
            Stmt::For(mut node) if self.has_a_first(&node) => {
                let body = std::mem::take(&mut node.body);
                node.body = self.within(|own| {
                    let (left, right) = (node.index, node.start);
                    let begins = own.emit(Compare { predicate: Predicate::Eq, left, right });
                    let first = [first, &[begins]].concat();
                    body.into_iter().for_each(|stmt| own.stmt(stmt, instance, &first));
                });
                Stmt::For(node)
            }
            other => other,
        }
    }

    fn stmts(&mut self, body: Vec<Stmt>, instance: ValueId, first: &[ValueId]) -> Vec<Stmt> {
        self.within(|own| body.into_iter().for_each(|stmt| own.stmt(stmt, instance, first)))
    }

    /// Whether the number of an iteration can be held against that of the first.
    fn has_a_first(&self, node: &For) -> bool {
        match node.start {
            Operand::Value(start) => match (self.types.get(start), self.types.get(node.index)) {
                (Ok(start), Ok(index)) => start == index,
                _ => false,
            },
            Operand::Int(_) => true,
            Operand::Float(_) => false,
        }
    }

    fn lanes(&mut self, shape: &[usize]) -> ValueId {
        if let Some(known) = self.lanes.get(shape) {
            return *known;
        }
        let numel: usize = shape.iter().product();
        let value = if shape.is_empty() {
            self.emit(Full { shape: vec![], value: Operand::Int(0), dtype: DType::I32 })
        } else {
            let flat = self.emit(Arange { start: 0, end: numel as i32 });
            match shape.len() {
                1 => flat,
                _ => self.emit(Reshape { value: flat, shape: shape.to_vec() }),
            }
        };
        self.lanes.insert(shape.to_vec(), value);
        value
    }

    fn probe(&mut self, value: ValueId, name: &str, instance: ValueId, first: &[ValueId]) {
        let Ok(ty) = self.types.get(value).cloned() else { return };
        let (Some(dtype), numel) = (ty.dtype(), ty.numel()) else { return };
        let instances: usize = self.case.grid.iter().map(|&count| count as usize).product();
        if numel * instances > MOST {
            return;
        }
        let buffer = format!("probe{}", self.probes.len());
        let pointer = self.buffer(&buffer, dtype, numel * instances);
        let lanes = self.lanes(&ty.shape);
        let store = self.within(|own| {
            let start = own.binary(BinaryOp::Mul, instance, Operand::Int(numel as i128));
            let offset = own.binary(BinaryOp::Add, lanes, Operand::Value(start));
            let pointer = own.emit(AddPtr { pointer, offset: Operand::Value(offset) });
            let store = Store { pointer, value, mask: None, caching: Caching::Usual };
            own.block.push(Stmt::Do(store.into()));
        });
        let guarded = first.iter().rev().fold(store, |then, &condition| {
            vec![Stmt::If(If { condition, then, otherwise: vec![], merged: vec![] })]
        });
        self.block.extend(guarded);
        self.probes.push(Probe { buffer, value: format!("{name} {dtype}") });
    }

    fn buffer(&mut self, name: &str, dtype: DType, len: usize) -> ValueId {
        let value = self.fresh();
        let kind = ParamKind::Pointer(dtype);
        self.case.program.params.push(Param { name: name.to_owned(), value, kind });
        let spec = BufferSpec { dtype, len, fill: Fill::Unwritten, misalign: 0 };
        self.case.arguments.push(Argument::Buffer(spec));
        value
    }
}
