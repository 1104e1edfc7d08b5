//! Matrix loads and stores between shared memory and a warp's registers, and matrix products.

use super::Form;
use super::memory::width;
use crate::ptx::program::Operand;
use crate::ptx::types::{Space, Type};

/// A matrix instruction. All lanes of the warp (`wgmma`: of four warps) execute it together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// `ldmatrix`: `d, [a]` with a vector of registers. Lane i gives the address of row i.
    Load {
        /// `m8n8`, `m16n16` or `m8n16`.
        shape: MatrixShape,
        /// How many matrices.
        count: u32,
        /// `.trans`
        transposed: bool,
        /// Element type of the result.
        ty: Type,
        /// Packed source format, `b6x16_p32` or `b4x16_p64`, that is expanded to `b8x16`.
        packed: Option<u32>,
    },
    /// `stmatrix`: `[a], b` with a vector of registers.
    Store {
        /// `m8n8` or `m16n8`.
        shape: MatrixShape,
        /// How many matrices.
        count: u32,
        /// `.trans`
        transposed: bool,
        /// Element type.
        ty: Type,
    },
    /// `movmatrix`: `d, a`: transposes an 8x8 matrix of `b16`.
    Transpose,
    /// `mma.sync`: `d, a, b, c`, vectors of registers.
    Multiply {
        /// The shape.
        shape: MatrixShape,
        /// `.row` or `.col` of A.
        a_layout: MulLayout,
        /// `.row` or `.col` of B.
        b_layout: MulLayout,
        /// Type of D.
        d: Type,
        /// Type of A.
        a: Type,
        /// Type of B.
        b: Type,
        /// Type of C.
        c: Type,
        /// `.satfinite`: clamps integer sums.
        satfinite: bool,
    },
    /// `wgmma.mma_async`: `d, a, b, scale_d, ...`: `d` a vector; `a` a vector of registers or a
    /// shared descriptor (a `u64`); `b` a descriptor; `scale_d` a predicate (or an immediate): D =
    /// A*B + D if true, otherwise A*B. For floats then follow `imm_scale_a, imm_scale_b` (1 or -1),
    /// and for `f16` and `bf16` `imm_trans_a` (only if `a` is a descriptor) and `imm_trans_b` (0 or
    /// 1).
    GroupMultiply {
        /// The shape.
        shape: MatrixShape,
        /// Type of D.
        d: Type,
        /// Type of A.
        a: Type,
        /// Type of B.
        b: Type,
        /// `.satfinite`: clamps integer sums.
        satfinite: bool,
        /// A is in registers.
        a_in_registers: bool,
    },
    /// `wgmma.fence`: no operand.
    GroupFence,
    /// `wgmma.commit_group`: no operand.
    GroupCommit,
    /// `wgmma.wait_group`: an immediate: so many groups may be pending.
    GroupWait,
}

/// `m16n8k16` is (16, 8, 16); without `k`, that is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixShape {
    /// Rows of the result.
    pub m: u32,
    /// Columns of the result.
    pub n: u32,
    /// Length of the products.
    pub k: u32,
}

/// Layout of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MulLayout {
    /// `.row`
    Row,
    /// `.col`
    Column,
}

const LAYOUTS: &[(&str, MulLayout)] = &[("row", MulLayout::Row), ("col", MulLayout::Column)];
const COUNTS: &[(&str, u32)] = &[("x1", 1), ("x2", 2), ("x4", 4)];
const PACKED: &[(&str, u32)] = &[("b6x16_p32", 6), ("b4x16_p64", 4)];

impl MatrixShape {
    /// The shape of a modifier without its dot.
    pub fn from_name(name: &str) -> Option<MatrixShape> {
        let (m, rest) = name.strip_prefix('m')?.split_once('n')?;
        let (n, k) = match rest.split_once('k') {
            Some((n, k)) => (n, k.parse().ok()?),
            None => (rest, 0),
        };
        Some(MatrixShape { m: m.parse().ok()?, n: n.parse().ok()?, k })
    }
}

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Matrix> {
    (form.flag("sync") && form.flag("aligned")).then_some(())?;
    match root {
        "ldmatrix" => load(form),
        "stmatrix" => store(form),
        "movmatrix" => {
            form.shape(&["ds"])?;
            let known = form.flag("trans") && form.flag("m8n8") && form.flag("b16");
            known.then_some(Matrix::Transpose)
        }
        "mma" => multiply(form),
        _ => group(form),
    }
}

fn load(form: &mut Form) -> Option<Matrix> {
    form.shape(&["wa"])?;
    (form.space() == Space::Shared).then_some(())?;
    let shape = form.take(MatrixShape::from_name)?;
    let count = form.pick(COUNTS)?;
    let transposed = form.flag("trans");
    let packed = form.pick(PACKED);
    let ty = if packed.is_some() { form.flag("b8x16").then_some(Type::B8)? } else { form.ty()? };
    // A 16x16 matrix of bytes takes two registers of each lane.
    let registers = if shape.m == 16 { 2 * count } else { count };
    (width(form, 0) == registers as usize).then_some(())?;
    Some(Matrix::Load { shape, count, transposed, ty, packed })
}

fn store(form: &mut Form) -> Option<Matrix> {
    form.shape(&["av"])?;
    (form.space() == Space::Shared).then_some(())?;
    let shape = form.take(MatrixShape::from_name)?;
    let count = form.pick(COUNTS)?;
    let transposed = form.flag("trans");
    let ty = form.ty()?;
    (width(form, 1) == count as usize).then_some(())?;
    Some(Matrix::Store { shape, count, transposed, ty })
}

fn multiply(form: &mut Form) -> Option<Matrix> {
    form.shape(&["wvvv"])?;
    let shape = form.take(MatrixShape::from_name)?;
    let (a_layout, b_layout) = (form.pick(LAYOUTS)?, form.pick(LAYOUTS)?);
    // The kind is implied by the types; without block scales it changes nothing.
    form.flag("kind::f8f6f4");
    let satfinite = form.flag("satfinite");
    let (d, a, b, c) = (form.ty()?, form.ty()?, form.ty()?, form.ty()?);
    Some(Matrix::Multiply { shape, a_layout, b_layout, d, a, b, c, satfinite })
}

fn group(form: &mut Form) -> Option<Matrix> {
    if form.flag("fence") {
        return form.operands.is_empty().then_some(Matrix::GroupFence);
    }
    if form.flag("commit_group") {
        return form.operands.is_empty().then_some(Matrix::GroupCommit);
    }
    if form.flag("wait_group") {
        return matches!(form.operands, [Operand::Immediate(_)]).then_some(Matrix::GroupWait);
    }
    form.flag("mma_async").then_some(())?;
    let a_in_registers = matches!(form.operands.get(1), Some(Operand::Vector(_)));
    let shape = form.take(MatrixShape::from_name)?;
    let satfinite = form.flag("satfinite");
    let (d, a, b) = (form.ty()?, form.ty()?, form.ty()?);
    form.shape(match (a, a_in_registers) {
        (Type::F16 | Type::Bf16, false) => &["wvssssss"],
        (Type::F16 | Type::Bf16, true) => &["wvsssss"],
        (Type::S8 | Type::U8 | Type::B1, _) => &["wvss"],
        _ => &["wvssss"],
    })?;
    Some(Matrix::GroupMultiply { shape, d, a, b, satfinite, a_in_registers })
}
