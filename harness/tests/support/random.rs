//! Small random programs that use every family, for tests and benches that need no more than that.

use tritonsmith::evaluate::evaluate;
use tritonsmith::program::ops::{
    AddPtr, BinaryOp, Caching, ExpandDims, Load, Permute, Predicate, Reduce, ReduceOp, Reshape,
    Where,
};
use tritonsmith::program::{Carried, For, If, Merged, Operand, Stmt, Type, ValueId};
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Fill, TestCase};

use super::Builder;

/// A stream of numbers (xorshift64*).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % bound
    }
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The first well-defined random case at or after `seed`, with tiles of `elements`.
pub fn case(seed: u64, elements: usize, statements: usize) -> TestCase {
    (seed * 1000..)
        .map(|seed| attempt(seed, elements, statements))
        .find(|case| evaluate::<Exact>(case).is_ok())
        .unwrap()
}

struct Writer {
    builder: Builder,
    numbers: Numbers,
    shape: Vec<usize>,
    ints: Vec<ValueId>,
    floats: Vec<ValueId>,
    flags: Vec<ValueId>,
}

fn attempt(seed: u64, elements: usize, statements: usize) -> TestCase {
    let mut numbers = Numbers::new(seed);
    let mut builder = Builder::new();
    let grid = 8 + numbers.below(9) as u32;
    let columns = 1usize << (numbers.below(elements.ilog2() as usize - 2) + 2);
    let shape = match numbers.below(4) {
        0 => vec![elements],
        _ => vec![elements / columns, columns],
    };
    let len = elements * grid as usize;
    let random = |seed| Fill::Random { seed, low: -50, high: 50, scale: 0 };
    let ramp = Fill::Ramp { low: 0, stride: 7, modulus: 1009, scale: 0 };
    let a = builder.pointer("a", DType::I32, len, ramp);
    let x = builder.pointer("x", DType::F32, len, random(seed));
    let out = builder.pointer("out", DType::I32, len, Fill::Unwritten);
    let y = builder.pointer("y", DType::F32, len, Fill::Unwritten);
    let iota = builder.iota(&shape);
    let pid = builder.program_id(0);
    let start = builder.binary(BinaryOp::Mul, pid, elements as i128);
    let offsets = builder.binary(BinaryOp::Add, iota, start);
    let (ints, floats) = (builder.load(a, offsets), builder.load(x, offsets));
    let mut writer = Writer {
        builder,
        numbers,
        shape,
        ints: vec![iota, offsets, ints],
        floats: vec![floats],
        flags: vec![],
    };
    writer.flag();
    for _ in 0..statements {
        writer.statement(a, len, true);
    }
    let (int, float) = (*writer.ints.last().unwrap(), *writer.floats.last().unwrap());
    let mut builder = writer.builder;
    builder.store(out, offsets, int);
    builder.store(y, offsets, float);
    builder.case(&format!("random-{seed}"), [grid, 1, 1])
}

impl Writer {
    fn int(&mut self) -> ValueId {
        let recent = self.ints.len().saturating_sub(6);
        let at = recent + self.numbers.below(self.ints.len() - recent);
        self.ints[at]
    }

    fn small_int(&mut self) -> ValueId {
        let value = self.int();
        let modulus = self.numbers.pick(&[7i128, 12, 19, 48]);
        self.builder.binary(BinaryOp::Rem, value, modulus)
    }

    fn float(&mut self) -> ValueId {
        self.floats[self.floats.len() - 1 - self.numbers.below(self.floats.len().min(4))]
    }

    fn flag(&mut self) {
        let (left, literal) = (self.int(), self.numbers.below(100) as i128);
        let predicate = self.numbers.pick(&Predicate::ALL);
        let flag = self.builder.compare(predicate, left, literal);
        self.flags.push(flag);
    }

    fn statement(&mut self, a: ValueId, len: usize, nest: bool) {
        match self.numbers.below(if nest { 14 } else { 11 }) {
            0..=2 => self.arithmetic(),
            3 => self.divide(),
            4 => self.flag(),
            5 => self.select(),
            6 => self.gather(a, len),
            7 => self.fresh_float(),
            8 => self.reduce(),
            9 => self.transpose(),
            10 => self.float_arithmetic(),
            11 | 12 => self.for_loop(a, len),
            _ => self.branch(a, len),
        }
    }

    fn arithmetic(&mut self) {
        use BinaryOp::*;
        let op = self.numbers.pick(&[Add, Sub, Mul, And, Or, Xor, Min, Max]);
        let left = self.int();
        let right = match self.numbers.below(2) {
            0 => Operand::Int(1 + self.numbers.below(200) as i128),
            _ => Operand::Value(self.int()),
        };
        let value = self.builder.binary(op, left, right);
        self.ints.push(value);
    }

    fn divide(&mut self) {
        let op = self.numbers.pick(&[BinaryOp::FloorDiv, BinaryOp::Rem, BinaryOp::Shr]);
        let literal = if op == BinaryOp::Shr { 3 } else { self.numbers.pick(&[3i128, 48, 192]) };
        let left = self.int();
        let value = self.builder.binary(op, left, literal);
        self.ints.push(value);
    }

    fn select(&mut self) {
        let condition = *self.flags.last().unwrap();
        let (then, otherwise) = (self.int(), self.int());
        let value = self.builder.op(Where { condition, then, otherwise });
        self.ints.push(value);
    }

    fn gather(&mut self, a: ValueId, len: usize) {
        let value = self.int();
        let index = self.builder.binary(BinaryOp::Rem, value, len as i128);
        let mask = self.builder.compare(Predicate::Ge, index, 0i128);
        let pointer = self.builder.op(AddPtr { pointer: a, offset: Operand::Value(index) });
        let other = Some(Operand::Int(self.numbers.below(9) as i128));
        let value =
            self.builder.op(Load { pointer, mask: Some(mask), other, caching: Caching::Usual });
        self.ints.push(value);
    }

    fn fresh_float(&mut self) {
        let value = self.small_int();
        let value = self.builder.cast(value, DType::F32);
        self.floats.push(value);
    }

    fn float_arithmetic(&mut self) {
        use BinaryOp::*;
        let op = self.numbers.pick(&[Add, Sub, Mul, Min, Max]);
        let (left, right) = (self.float(), self.float());
        let value = self.builder.binary(op, left, right);
        self.floats.push(value);
    }

    fn reduce(&mut self) {
        let value = self.int();
        let op = self.numbers.pick(&[ReduceOp::Sum, ReduceOp::Min, ReduceOp::Max]);
        let axis = self.numbers.below(self.shape.len());
        let mut reduced = self.builder.op(Reduce { op, value, axis: Some(axis), keep_dims: false });
        if self.shape.len() > 1 {
            reduced = self.builder.op(ExpandDims { value: reduced, axis });
        }
        let shape = self.shape.clone();
        let value = self.builder.broadcast(reduced, &shape);
        self.ints.push(value);
    }

    fn transpose(&mut self) {
        if self.shape.len() == 1 {
            return self.arithmetic();
        }
        let value = self.int();
        let value = self.builder.op(Permute { value, axes: vec![1, 0] });
        let shape = self.shape.clone();
        let value = self.builder.op(Reshape { value, shape });
        self.ints.push(value);
    }

    fn for_loop(&mut self, a: ValueId, len: usize) {
        let (init, kept) = (self.int(), self.pools());
        let ty = self.builder.ty(init);
        let index = self.builder.define(Type::scalar(DType::I32));
        let inside = self.builder.define(ty.clone());
        self.builder.open();
        self.ints.push(inside);
        self.statement(a, len, false);
        self.statement(a, len, false);
        let last = self.int();
        let next = self.builder.binary(BinaryOp::Add, last, index);
        let body = self.builder.close();
        self.restore(kept);
        let after = self.builder.define(ty);
        self.builder.push(Stmt::For(For {
            index,
            start: Operand::Int(0),
            end: Operand::Int(2 + self.numbers.below(3) as i128),
            step: Operand::Int(1),
            num_stages: self.numbers.pick(&[None, Some(2)]),
            unroll: None,
            is_static: false,
            hints: vec![],
            is_while: false,
            carried: vec![Carried { init, inside, next, after }],
            body,
        }));
        self.ints.push(after);
    }

    fn branch(&mut self, a: ValueId, len: usize) {
        let pid = self.builder.program_id(0);
        let condition = self.builder.compare(Predicate::Lt, pid, 3i128);
        let mut arms = vec![];
        for _ in 0..2 {
            let kept = self.pools();
            self.builder.open();
            self.arithmetic();
            self.statement(a, len, false);
            let result = self.int();
            arms.push((self.builder.close(), result));
            self.restore(kept);
        }
        let (otherwise, other_result) = arms.pop().unwrap();
        let (then, then_result) = arms.pop().unwrap();
        let ty = self.builder.ty(then_result);
        let value = self.builder.define(ty);
        let merged = vec![Merged { value, then: then_result, otherwise: other_result }];
        self.builder.push(Stmt::If(If { condition, then, otherwise, merged }));
        self.ints.push(value);
    }

    fn pools(&self) -> [usize; 3] {
        [self.ints.len(), self.floats.len(), self.flags.len()]
    }

    fn restore(&mut self, [ints, floats, flags]: [usize; 3]) {
        self.ints.truncate(ints);
        self.floats.truncate(floats);
        self.flags.truncate(flags);
    }
}
