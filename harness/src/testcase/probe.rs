//! A case in which every value of the kernel itself is stored, so that the first wrong one can be told.

use std::collections::{BTreeMap, BTreeSet};

use super::{Argument, BufferSpec, Fill, TestCase};
use crate::program::edit::next_value;
use crate::program::ops::{
    AddPtr, Arange, Binary, BinaryOp, Caching, Full, ProgramId, Reshape, Store,
};
use crate::program::{Op, Operand, Param, ParamKind, Stmt, Types, ValueId};
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
    /// The case with a store of each value that no loop, branch or function hides, in the order in which
    /// they are computed. What it stored itself outside of these is left out. `None` where that is no
    /// valid case.
    pub fn probed(&self) -> Option<(TestCase, Vec<Probe>)> {
        let types = self.program.check().ok()?;
        let next = next_value(&self.program).0;
        let mut case = self.clone();
        let body = std::mem::take(&mut case.program.body);
        let mut prober = Prober { case, types, next, probes: vec![], lanes: BTreeMap::new() };
        let instance = prober.instance();
        for stmt in body {
            let stores = matches!(
                &stmt,
                Stmt::Do(Op::Store(_) | Op::DescriptorStore(_) | Op::BlockStore(_))
            );
            if stores {
                continue;
            }
            let mut defined = BTreeSet::new();
            stmt.defines(&mut defined);
            let name = stmt.name();
            prober.case.program.body.push(stmt);
            for value in defined {
                prober.probe(value, &name, instance);
            }
        }
        let Prober { case, probes, .. } = prober;
        case.check().ok()?;
        Some((case, probes))
    }
}

struct Prober {
    case: TestCase,
    types: Types,
    next: u32,
    probes: Vec<Probe>,
    /// The numbers of the elements of a shape.
    lanes: BTreeMap<Vec<usize>, ValueId>,
}

impl Prober {
    fn fresh(&mut self) -> ValueId {
        self.next += 1;
        ValueId(self.next - 1)
    }

    fn emit(&mut self, op: impl Into<Op>) -> ValueId {
        let value = self.fresh();
        self.case.program.body.push(Stmt::Let { value, op: op.into() });
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

    fn probe(&mut self, value: ValueId, name: &str, instance: ValueId) {
        let Ok(ty) = self.types.get(value).cloned() else { return };
        let (Some(dtype), numel) = (ty.dtype(), ty.numel()) else { return };
        let instances: usize = self.case.grid.iter().map(|&count| count as usize).product();
        if numel * instances > MOST {
            return;
        }
        let buffer = format!("probe{}", self.probes.len());
        let pointer = self.buffer(&buffer, dtype, numel * instances);
        let lanes = self.lanes(&ty.shape);
        let start = self.binary(BinaryOp::Mul, instance, Operand::Int(numel as i128));
        let offset = self.binary(BinaryOp::Add, lanes, Operand::Value(start));
        let pointer = self.emit(AddPtr { pointer, offset: Operand::Value(offset) });
        let store = Store { pointer, value, mask: None, caching: Caching::Usual };
        self.case.program.body.push(Stmt::Do(store.into()));
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
