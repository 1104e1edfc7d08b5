//! What tests and benches share: a builder of test cases, random programs, Triton's own interpreter as a
//! child process, what scripted compilers answer, also with sanitizers, toolchains with another assembler, and a
//! module of TTGIR.

#![allow(dead_code, clippy::unwrap_used, missing_docs, unreachable_pub)]

pub mod assembler;
pub mod python;
pub mod random;
pub mod sanitizers;
pub mod scripted;
pub mod summed;

use tritonsmith::program::ops::{
    AddPtr, Arange, Binary, BinaryOp, BroadcastTo, Caching, Cast, Compare, ExpandDims, Full, Load,
    Predicate, ProgramId, Store,
};
use tritonsmith::program::{
    Matrix, Op, Operand, Operation, Param, ParamKind, Program, Stmt, Surface, Type, Types, ValueId,
};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Argument, BufferSpec, Fill, Mode, Options, SCHEMA, Step, TestCase};

/// Writes a program statement by statement.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    pub params: Vec<Param>,
    pub arguments: Vec<Argument>,
    pub types: Types,
    blocks: Vec<Vec<Stmt>>,
    next: u32,
}

impl Builder {
    pub fn new() -> Self {
        Builder { blocks: vec![vec![]], ..Builder::default() }
    }

    pub fn define(&mut self, ty: Type) -> ValueId {
        let id = ValueId(self.next);
        self.next += 1;
        self.types.define(id, ty).unwrap();
        id
    }

    pub fn ty(&self, id: ValueId) -> Type {
        self.types.get(id).unwrap().clone()
    }

    pub fn pointer(&mut self, name: &str, dtype: DType, len: usize, fill: Fill) -> ValueId {
        let ty = Type { elem: tritonsmith::program::Elem::Ptr(dtype), shape: vec![] };
        let value = self.define(ty);
        self.params.push(Param { name: name.into(), value, kind: ParamKind::Pointer(dtype) });
        self.arguments.push(Argument::Buffer(BufferSpec { dtype, len, fill, misalign: 0 }));
        value
    }

    /// A descriptor of a matrix that a buffer of that length holds.
    pub fn descriptor(&mut self, name: &str, matrix: Matrix, len: usize, fill: Fill) -> ValueId {
        let value = self.define(matrix.ty());
        self.params.push(Param { name: name.into(), value, kind: ParamKind::Descriptor(matrix) });
        let spec = BufferSpec { dtype: matrix.dtype, len, fill, misalign: 0 };
        self.arguments.push(Argument::Buffer(spec));
        value
    }

    pub fn scalar(&mut self, name: &str, dtype: DType, argument: Argument) -> ValueId {
        let value = self.define(Type::scalar(dtype));
        self.params.push(Param { name: name.into(), value, kind: ParamKind::Scalar(dtype) });
        self.arguments.push(argument);
        value
    }

    pub fn constexpr(&mut self, name: &str, number: i64) -> ValueId {
        let value = self.define(Type::scalar(DType::I32));
        self.params.push(Param { name: name.into(), value, kind: ParamKind::Constexpr(number) });
        value
    }

    /// Adds an operation with a result, if it is well typed.
    pub fn try_op(&mut self, op: impl Into<Op>) -> Option<ValueId> {
        let op = op.into();
        let ty = op.infer(&self.types).ok()??;
        let value = self.define(ty);
        self.push(Stmt::Let { value, op });
        Some(value)
    }

    pub fn op(&mut self, op: impl Into<Op>) -> ValueId {
        let op = op.into();
        let ty = op.infer(&self.types).unwrap().unwrap();
        let value = self.define(ty);
        self.push(Stmt::Let { value, op });
        value
    }

    pub fn push(&mut self, stmt: Stmt) {
        self.blocks.last_mut().unwrap().push(stmt);
    }

    pub fn open(&mut self) {
        self.blocks.push(vec![]);
    }

    pub fn close(&mut self) -> Vec<Stmt> {
        self.blocks.pop().unwrap()
    }

    pub fn arange(&mut self, length: usize) -> ValueId {
        self.op(Arange { start: 0, end: length as i32 })
    }

    pub fn program_id(&mut self, axis: usize) -> ValueId {
        self.op(ProgramId { axis })
    }

    pub fn binary(
        &mut self,
        op: BinaryOp,
        left: impl IntoOperand,
        right: impl IntoOperand,
    ) -> ValueId {
        self.op(Binary { op, left: left.operand(), right: right.operand() })
    }

    pub fn compare(
        &mut self,
        predicate: Predicate,
        left: ValueId,
        right: impl IntoOperand,
    ) -> ValueId {
        self.op(Compare { predicate, left, right: right.operand() })
    }

    pub fn cast(&mut self, value: ValueId, dtype: DType) -> ValueId {
        self.op(Cast { value, dtype, bitcast: false })
    }

    pub fn bitcast(&mut self, value: ValueId, dtype: DType) -> ValueId {
        self.op(Cast { value, dtype, bitcast: true })
    }

    pub fn full(&mut self, shape: &[usize], value: impl IntoOperand, dtype: DType) -> ValueId {
        self.op(Full { shape: shape.to_vec(), value: value.operand(), dtype })
    }

    /// Indices 0.. in row-major order over `shape`.
    pub fn iota(&mut self, shape: &[usize]) -> ValueId {
        let mut sum: Option<ValueId> = None;
        for (axis, &length) in shape.iter().enumerate() {
            let mut part = self.arange(length);
            for other in 0..shape.len() {
                if other != axis {
                    part = self.op(ExpandDims { value: part, axis: other });
                }
            }
            let stride: usize = shape[axis + 1..].iter().product();
            if stride != 1 {
                part = self.binary(BinaryOp::Mul, part, stride as i128);
            }
            sum = Some(sum.map_or(part, |sum| self.binary(BinaryOp::Add, sum, part)));
        }
        sum.unwrap()
    }

    pub fn load(&mut self, pointer: ValueId, offset: ValueId) -> ValueId {
        let pointer = self.op(AddPtr { pointer, offset: Operand::Value(offset) });
        self.op(Load { pointer, mask: None, other: None, caching: Caching::Usual })
    }

    pub fn store(&mut self, pointer: ValueId, offset: ValueId, value: ValueId) {
        let pointer = self.op(AddPtr { pointer, offset: Operand::Value(offset) });
        self.push(Stmt::Do(Op::Store(Store {
            pointer,
            value,
            mask: None,
            caching: Caching::Usual,
        })));
    }

    pub fn broadcast(&mut self, value: ValueId, shape: &[usize]) -> ValueId {
        if self.ty(value).shape == shape {
            return value;
        }
        self.op(BroadcastTo { value, shape: shape.to_vec() })
    }

    pub fn case(mut self, name: &str, grid: [u32; 3]) -> TestCase {
        let body = self.close();
        let case = TestCase {
            schema: SCHEMA,
            name: name.into(),
            mode: Mode::Exact,
            program: Program {
                name: "kernel".into(),
                params: self.params,
                body,
                surface: Surface::default(),
            },
            arguments: self.arguments,
            grid,
            options: Options::new(4, 2, false),
            scenario: vec![Step::Launch],
        };
        case.check().unwrap();
        case
    }
}

pub trait IntoOperand {
    fn operand(self) -> Operand;
}
impl IntoOperand for ValueId {
    fn operand(self) -> Operand {
        Operand::Value(self)
    }
}
impl IntoOperand for i128 {
    fn operand(self) -> Operand {
        Operand::Int(self)
    }
}
impl IntoOperand for f64 {
    fn operand(self) -> Operand {
        Operand::Float(self)
    }
}
impl IntoOperand for Operand {
    fn operand(self) -> Operand {
        self
    }
}
