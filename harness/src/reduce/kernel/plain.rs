//! Makes what remains plain: options, how things are written, numbers, inputs, the grid.
//!
//! Changes of a kind are tried all at once, then fewer at a time.

use crate::program::edit::{describe_in_kernel, numbers, plain_of, redescribe, retype, visit_mut};
use crate::program::ops::Caching;
use crate::program::{For, Matrix, Op, Operand, ParamKind, Stmt, Surface};
use crate::reduce::Search;
use crate::testcase::{Argument, BufferSpec, Fill, TestCase};

use super::recondition;

type Change = Box<dyn Fn(&mut TestCase)>;

/// The changes that change something.
struct Changes<'c> {
    case: &'c TestCase,
    all: Vec<Change>,
}

impl Changes<'_> {
    fn add(&mut self, change: impl Fn(&mut TestCase) + 'static) {
        let mut changed = self.case.clone();
        change(&mut changed);
        if changed != *self.case {
            self.all.push(Box::new(change));
        }
    }
}

/// Takes what changes nothing of what the kernel means.
pub(super) fn options(search: &mut Search<'_, TestCase>) -> bool {
    most(search, writing)
}

/// Takes smaller numbers, inputs and grids, and usual element types.
pub(super) fn values(search: &mut Search<'_, TestCase>) -> bool {
    // Apart, because all of a kind often go at once, and all of all kinds hardly ever.
    let launch = most(search, launch);
    let numbers = most(search, literals);
    most(search, inputs) | launch | numbers
}

fn most(search: &mut Search<'_, TestCase>, changes: fn(&TestCase) -> Vec<Change>) -> bool {
    search.fewer(
        |case| changes(case).len(),
        |case, run| {
            let mut changed = case.clone();
            changes(case).get(run)?.iter().for_each(|change| change(&mut changed));
            recondition(changed)
        },
    )
}

fn writing(case: &TestCase) -> Vec<Change> {
    let mut changes = Changes { case, all: Vec::new() };
    changes.add(|case| case.program.surface = Surface::default());
    changes.add(|case| case.options.num_warps = case.options.num_warps.min(4));
    changes.add(|case| case.options.num_stages = case.options.num_stages.min(2));
    changes.add(|case| case.options.enable_fp_fusion = false);
    changes.add(|case| case.options.num_ctas = 1);
    changes.add(|case| case.options.maxnreg = None);
    for at in 0..super::statements(case) {
        changes.add(move |case| with_stmt(case, at, plain));
    }
    // In the kernel, what a descriptor says can be made smaller too.
    for param in &case.program.params {
        if matches!(param.kind, ParamKind::Descriptor(_)) {
            let value = param.value;
            changes.add(move |case| describe_in_kernel(&mut case.program, value));
        }
    }
    changes.add(|case| case.options.num_warps = 1);
    changes.add(|case| case.options.num_stages = 1);
    for at in 0..case.arguments.len() {
        changes.add(move |case| with_buffer(case, at, |spec| spec.misalign = 0));
    }
    changes.all
}

fn with_stmt(case: &mut TestCase, wanted: usize, change: impl Fn(&mut Stmt)) {
    let mut at = 0;
    visit_mut(&mut case.program.body, &mut |stmt| {
        if at == wanted {
            change(stmt);
        }
        at += 1;
    });
}

fn with_buffer(case: &mut TestCase, at: usize, change: impl Fn(&mut BufferSpec)) {
    if let Some(Argument::Buffer(spec)) = case.arguments.get_mut(at) {
        change(spec);
    }
}

/// Asks nothing in particular of the compiler.
fn plain(stmt: &mut Stmt) {
    match stmt {
        Stmt::Let { op: Op::Load(op), .. } => op.caching = Caching::Usual,
        Stmt::Do(Op::Store(op)) => op.caching = Caching::Usual,
        Stmt::For(node) => {
            node.hints.clear();
            node.num_stages = None;
            node.unroll = None;
            node.is_static = false;
            node.is_while = false;
        }
        Stmt::Call(node) => node.noinline = false,
        _ => {}
    }
}

/// The grid, how often loops run, and the element types.
fn launch(case: &TestCase) -> Vec<Change> {
    let mut changes = Changes { case, all: Vec::new() };
    for axis in 0..3usize {
        changes.add(move |case| case.grid[axis] = case.grid[axis].div_ceil(2));
        changes.add(move |case| case.grid[axis] = 1);
    }
    for at in 0..super::statements(case) {
        for bound in [Bound::End, Bound::Step, Bound::Start] {
            changes.add(move |case| with_stmt(case, at, |stmt| shorter(stmt, bound)));
        }
    }
    for param in &case.program.params {
        let from = match param.kind {
            ParamKind::Pointer(dtype) => dtype,
            ParamKind::Descriptor(matrix) => matrix.dtype,
            ParamKind::Scalar(_) | ParamKind::Constexpr(_) => continue,
        };
        let to = plain_of(from);
        changes.add(move |case| {
            retype(&mut case.program, from, to);
            for at in 0..case.arguments.len() {
                with_buffer(case, at, |spec| {
                    spec.dtype = if spec.dtype == from { to } else { spec.dtype };
                });
            }
        });
    }
    changes.all
}

/// Numbers in the kernel.
fn literals(case: &TestCase) -> Vec<Change> {
    let mut changes = Changes { case, all: Vec::new() };
    for at in 0..super::statements(case) {
        changes.add(move |case| with_stmt(case, at, |stmt| each_number(stmt, half)));
        changes.add(move |case| with_stmt(case, at, |stmt| each_number(stmt, one)));
    }
    for param in &case.program.params {
        if matches!(param.kind, ParamKind::Descriptor(_)) {
            let value = param.value;
            for change in DESCRIPTIONS {
                changes.add(move |case| redescribe(&mut case.program, value, change));
            }
        }
    }
    changes.all
}

/// Less of a matrix whose descriptor is passed: rows, columns, and what lies between the rows.
const DESCRIPTIONS: [fn(&mut Matrix); 3] = [
    |matrix| matrix.shape[0] = matrix.shape[0].div_ceil(2),
    |matrix| matrix.shape[1] = matrix.shape[1].div_ceil(2),
    |matrix| {
        let unit = Matrix::unit(matrix.dtype);
        matrix.stride = matrix.shape[1].next_multiple_of(unit as u32);
    },
];

/// What buffers hold, and how long they are.
fn inputs(case: &TestCase) -> Vec<Change> {
    let mut changes = Changes { case, all: Vec::new() };
    for at in 0..case.arguments.len() {
        changes.add(move |case| with_buffer(case, at, |spec| spec.len = spec.len.div_ceil(2)));
    }
    for at in 0..case.arguments.len() {
        changes.add(move |case| with_buffer(case, at, |spec| spec.fill = ramp(&spec.fill)));
    }
    changes.all
}

/// A bound of a loop.
#[derive(Clone, Copy)]
enum Bound {
    Start,
    End,
    Step,
}

/// A loop of one iteration, or one that starts and goes on as most do.
fn shorter(stmt: &mut Stmt, bound: Bound) {
    let Stmt::For(For { start, end, step, .. }) = stmt else { return };
    match (bound, *start, *step) {
        (Bound::Start, ..) => *start = Operand::Int(0),
        (Bound::Step, ..) => *step = Operand::Int(1),
        (Bound::End, Operand::Int(start), Operand::Int(step)) => {
            // A second iteration may be what matters.
            let twice = Operand::Int(start + 2 * step);
            let is_more = !matches!(*end, Operand::Int(end) if end <= start + 2 * step);
            *end = if is_more { twice } else { Operand::Int(start + step) };
        }
        (Bound::End, ..) => {}
    }
}

fn each_number(stmt: &mut Stmt, change: fn(Operand) -> Operand) {
    if let Stmt::Let { op, .. } | Stmt::Do(op) = stmt {
        numbers(op).into_iter().for_each(|operand| *operand = change(*operand));
    }
}

fn half(operand: Operand) -> Operand {
    match operand {
        Operand::Int(value) if value.abs() > 3 => Operand::Int(value / 2),
        other => other,
    }
}

fn one(operand: Operand) -> Operand {
    match operand {
        Operand::Int(value) if value != 0 => Operand::Int(1),
        Operand::Float(value) if value != 0.0 => Operand::Float(1.0),
        other => other,
    }
}

/// The plainest contents with as many different values.
fn ramp(fill: &Fill) -> Fill {
    let modulus = match fill {
        Fill::Unwritten | Fill::Sparse { .. } => return fill.clone(),
        Fill::Ramp { modulus, .. } => *modulus,
        Fill::Random { low, high, .. } | Fill::Special { low, high, .. } => {
            high.abs_diff(*low).saturating_add(1)
        }
    };
    Fill::Ramp { low: 0, stride: 1, modulus, scale: 0 }
}
