//! What those who change programs share: blocks by number, what defines and reads values, copies,
//! constants, operands that may be Python numbers, and other shapes.
//!
//! The block of the kernel itself is number 0, then come those of its statements, outer ones first.
//! A changed program may be wrong: `Program::check` tells.

use std::collections::BTreeMap;

use super::ops::{BlockPointer, Digest, Full, Window};
use super::{For, Matrix, Op, Operand, Operation, ParamKind, Program, Stmt, Type, Types, ValueId};
use crate::tensor::DType;

/// The new name of each value.
pub type Names = BTreeMap<ValueId, ValueId>;

/// How often each value is read.
pub type Counts = BTreeMap<ValueId, usize>;

/// All blocks, in order of their numbers.
pub fn blocks(body: &[Stmt]) -> Vec<&[Stmt]> {
    let mut all = vec![body];
    for stmt in body {
        for block in stmt.blocks() {
            all.extend(blocks(block));
        }
    }
    all
}

/// The blocks that stand in a statement, as `Stmt::blocks` gives them.
pub fn inner_blocks(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::Let { .. } | Stmt::Do(_) | Stmt::ReturnIf(_) => vec![],
        Stmt::For(node) => vec![&mut node.body],
        Stmt::If(node) => vec![&mut node.then, &mut node.otherwise],
        Stmt::Call(node) => vec![&mut node.body],
    }
}

/// The block of that number.
pub fn block_at(body: &mut Vec<Stmt>, number: usize) -> Option<&mut Vec<Stmt>> {
    let mut left = number;
    find_block(body, &mut left)
}

fn find_block<'p>(body: &'p mut Vec<Stmt>, left: &mut usize) -> Option<&'p mut Vec<Stmt>> {
    if *left == 0 {
        return Some(body);
    }
    *left -= 1;
    for stmt in body.iter_mut() {
        for block in inner_blocks(stmt) {
            if let Some(found) = find_block(block, left) {
                return Some(found);
            }
        }
    }
    None
}

/// Visits all statements, outer ones first, in the order of `Stmt::visit`.
pub fn visit_mut(body: &mut [Stmt], f: &mut dyn FnMut(&mut Stmt)) {
    for stmt in body {
        f(stmt);
        for block in inner_blocks(stmt) {
            visit_mut(block, f);
        }
    }
}

/// Adds what a statement reads, nested ones included.
pub fn count(stmt: &Stmt, into: &mut Counts) {
    stmt.clone().map_reads(&mut |id| {
        *into.entry(id).or_default() += 1;
        id
    });
}

/// Replaces what statements read and these names name.
pub fn rename(body: &mut [Stmt], names: &Names) {
    for stmt in body {
        stmt.map_reads(&mut |id| names.get(&id).copied().unwrap_or(id));
    }
}

/// Replaces each value that statements define, nested ones included.
pub fn redefine(body: &mut [Stmt], new: &mut dyn FnMut(ValueId) -> ValueId) {
    for stmt in body {
        match stmt {
            Stmt::Let { value, .. } => *value = new(*value),
            Stmt::Do(_) | Stmt::ReturnIf(_) => {}
            Stmt::For(node) => {
                node.index = new(node.index);
                for carried in &mut node.carried {
                    carried.inside = new(carried.inside);
                    carried.after = new(carried.after);
                }
            }
            Stmt::If(node) => {
                node.merged.iter_mut().for_each(|merged| merged.value = new(merged.value));
            }
            Stmt::Call(node) => {
                node.results.iter_mut().for_each(|result| result.value = new(result.value));
            }
        }
        for block in inner_blocks(stmt) {
            redefine(block, new);
        }
    }
}

/// Numbers the values in their order, so that many changes of a program do not lead to large numbers.
pub fn renumber(program: &mut Program) {
    let mut names = Names::new();
    let mut new = |id: ValueId| {
        let next = names.len() as u32;
        *names.entry(id).or_insert(ValueId(next))
    };
    for param in &mut program.params {
        param.value = new(param.value);
    }
    redefine(&mut program.body, &mut new);
    rename(&mut program.body, &names);
}

/// A value that the program does not have; those after it are free too.
pub fn next_value(program: &Program) -> ValueId {
    let mut next = program.params.iter().map(|param| param.value.0 + 1).max().unwrap_or(0);
    redefine(&mut program.body.clone(), &mut |id| {
        next = next.max(id.0 + 1);
        id
    });
    ValueId(next)
}

/// A tile or scalar of that type whose elements are all that number; `None` for pointers.
pub fn constant(ty: &Type, number: i8) -> Option<Op> {
    let dtype = ty.dtype()?;
    let value = match dtype.is_float() {
        true => Operand::Float(f64::from(number)),
        false => Operand::Int(number.into()),
    };
    Some(Full { shape: ty.shape.clone(), value, dtype }.into())
}

/// The operands that may be Python numbers.
pub fn numbers(op: &mut Op) -> Vec<&mut Operand> {
    match op {
        Op::Full(op) => vec![&mut op.value],
        Op::Binary(op) => vec![&mut op.left, &mut op.right],
        Op::Compare(op) => vec![&mut op.right],
        Op::AddPtr(op) => vec![&mut op.offset],
        Op::Load(op) => op.other.iter_mut().collect(),
        Op::Philox(op) => vec![&mut op.seed],
        Op::Rand(op) => vec![&mut op.seed],
        Op::DescriptorLoad(op) => window_numbers(&mut op.0),
        Op::DescriptorStore(op) => window_numbers(&mut op.window),
        Op::BlockLoad(op) => block_numbers(&mut op.block),
        Op::BlockStore(op) => block_numbers(&mut op.block),
        _ => vec![],
    }
}

/// What a passed descriptor says is not the operation's to change.
fn window_numbers(window: &mut Window) -> Vec<&mut Operand> {
    let shape = if window.host { 0 } else { window.shape.len() };
    window.shape.iter_mut().take(shape).chain(&mut window.offsets).collect()
}

/// Has the kernel make the descriptor that the parameter `value` takes now: it takes the pointer to the
/// matrix instead.
pub fn describe_in_kernel(program: &mut Program, value: ValueId) {
    for param in program.params.iter_mut().filter(|param| param.value == value) {
        if let ParamKind::Descriptor(matrix) = param.kind {
            param.kind = ParamKind::Pointer(matrix.dtype);
        }
    }
    each_window(program, &mut |window| window.host &= window.pointer != value);
}

/// Changes what the descriptor that the parameter `value` takes says, and its windows with it.
pub fn redescribe(program: &mut Program, value: ValueId, change: fn(&mut Matrix)) {
    let Some(param) = program.params.iter_mut().find(|param| param.value == value) else { return };
    let ParamKind::Descriptor(matrix) = &mut param.kind else { return };
    change(matrix);
    let matrix = *matrix;
    each_window(program, &mut |window| {
        if window.pointer == value {
            *window = Window::of_host(value, &matrix, window.offsets);
        }
    });
}

fn each_window(program: &mut Program, f: &mut dyn FnMut(&mut Window)) {
    visit_mut(&mut program.body, &mut |stmt| match stmt {
        Stmt::Let { op: Op::DescriptorLoad(op), .. } => f(&mut op.0),
        Stmt::Do(Op::DescriptorStore(op)) => f(&mut op.window),
        _ => {}
    });
}

fn block_numbers(block: &mut BlockPointer) -> Vec<&mut Operand> {
    let axes = block.axes.iter_mut();
    let axes = axes.flat_map(|axis| [&mut axis.length, &mut axis.stride, &mut axis.offset]);
    axes.chain(block.advances.iter_mut().flatten()).collect()
}

/// The lengths of dimensions that an operation names.
fn lengths(op: &mut Op) -> Vec<&mut usize> {
    match op {
        Op::Full(op) => op.shape.iter_mut().collect(),
        Op::BroadcastTo(op) => op.shape.iter_mut().collect(),
        Op::Reshape(op) => op.shape.iter_mut().collect(),
        Op::TopK(op) => vec![&mut op.count],
        Op::Histogram(op) => vec![&mut op.bins],
        Op::Unordered(op) => match &mut op.digest {
            Digest::Histogram(bins) => vec![bins],
            Digest::Reduce(_) => vec![],
        },
        Op::DescriptorLoad(op) => op.0.block.iter_mut().collect(),
        Op::DescriptorStore(op) => op.window.block.iter_mut().collect(),
        Op::BlockLoad(op) => op.block.axes.iter_mut().map(|axis| &mut axis.block).collect(),
        Op::BlockStore(op) => op.block.axes.iter_mut().map(|axis| &mut axis.block).collect(),
        _ => vec![],
    }
}

/// Gives every dimension another length: `to` of the one it has, where a reshape gets what fits its
/// operand. `None` if types do not fit then.
pub fn resize(program: &mut Program, to: &dyn Fn(usize) -> usize) -> Option<()> {
    let mut types = Types::default();
    for param in &mut program.params {
        if let ParamKind::Descriptor(matrix) = &mut param.kind {
            matrix.block = matrix.block.map(to);
        }
        types.define(param.value, param.kind.ty()).ok()?;
    }
    resize_block(&mut program.body, to, &mut types)
}

fn resize_block(body: &mut [Stmt], to: &dyn Fn(usize) -> usize, types: &mut Types) -> Option<()> {
    for stmt in body {
        match stmt {
            Stmt::Let { value, op } => {
                resize_op(op, to, types)?;
                let ty = op.infer(types).ok()??;
                types.define(*value, ty).ok()?;
            }
            Stmt::Do(op) => resize_op(op, to, types)?,
            Stmt::ReturnIf(_) => {}
            Stmt::For(node) => {
                let index = index_type(node, types)?;
                types.define(node.index, index).ok()?;
                for carried in &node.carried {
                    same_type(carried.init, carried.inside, types)?;
                }
                resize_block(&mut node.body, to, types)?;
                for carried in &node.carried {
                    same_type(carried.init, carried.after, types)?;
                }
            }
            Stmt::If(node) => {
                resize_block(&mut node.then, to, types)?;
                resize_block(&mut node.otherwise, to, types)?;
                for merged in &node.merged {
                    same_type(merged.then, merged.value, types)?;
                }
            }
            Stmt::Call(node) => {
                resize_block(&mut node.body, to, types)?;
                for result in &node.results {
                    same_type(result.inner, result.value, types)?;
                }
            }
        }
    }
    Some(())
}

fn same_type(from: ValueId, to: ValueId, types: &mut Types) -> Option<()> {
    let ty = types.get(from).ok()?.clone();
    types.define(to, ty).ok()
}

fn index_type(node: &For, types: &Types) -> Option<Type> {
    let mut found = Type::scalar(DType::I32);
    for id in [node.start, node.end, node.step].into_iter().filter_map(Operand::value) {
        let ty = types.get(id).ok()?;
        if ty.dtype() == Some(DType::I64) {
            found = ty.clone();
        }
    }
    Some(found)
}

fn resize_op(op: &mut Op, to: &dyn Fn(usize) -> usize, types: &Types) -> Option<()> {
    lengths(op).into_iter().for_each(|length| *length = to(*length));
    if let Op::Arange(op) = op {
        let length = op.end.checked_sub(op.start)?;
        op.end = op.start.checked_add(i32::try_from(to(usize::try_from(length).ok()?)).ok()?)?;
    }
    if let Op::Reshape(op) = op {
        let wanted = types.get(op.value).ok()?.numel();
        loop {
            let now = op.shape.iter().product::<usize>();
            let greatest = op.shape.iter_mut().max()?;
            match now.cmp(&wanted) {
                std::cmp::Ordering::Equal => break,
                std::cmp::Ordering::Greater if *greatest > 1 => *greatest /= 2,
                std::cmp::Ordering::Less if now > 0 => *greatest *= 2,
                _ => return None,
            }
        }
    }
    Some(())
}

/// The types that are most plain: of integers and of floats.
pub fn plain_of(dtype: DType) -> DType {
    if dtype.is_float() { DType::F32 } else { DType::I32 }
}

/// Puts one element type for another, in parameters and in all operations that name it.
pub fn retype(program: &mut Program, from: DType, to: DType) {
    let change = |dtype: &mut DType| {
        if *dtype == from {
            *dtype = to;
        }
    };
    for param in &mut program.params {
        match &mut param.kind {
            ParamKind::Pointer(dtype) | ParamKind::Scalar(dtype) => change(dtype),
            ParamKind::Descriptor(matrix) => change(&mut matrix.dtype),
            ParamKind::Constexpr(_) => {}
        }
    }
    visit_mut(&mut program.body, &mut |stmt| match stmt {
        Stmt::Let { op: Op::Full(op), .. } => change(&mut op.dtype),
        Stmt::Let { op: Op::Cast(op), .. } => change(&mut op.dtype),
        Stmt::Let { op: Op::Downcast(op), .. } => change(&mut op.dtype),
        Stmt::Let { op: Op::Dot(op), .. } => change(&mut op.out_dtype),
        _ => {}
    });
}
