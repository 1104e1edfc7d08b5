//! Places in another order (`tl.swizzle2d`): of the instances of a grid, as products of matrices have
//! them, or of the elements of a tile, in addresses.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ops::{BinaryOp, Swizzle};

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let group = b.choice.pick(&[2u16, 3, 4, 1, 8]);
    let (row, column, size) = if b.choice.chance(50) {
        let size = [b.grid[0] as u16, b.grid[1] as u16];
        (b.program_id(0)?, b.program_id(1)?, size)
    } else {
        let size = [shape[0] as u16, shape[1] as u16];
        (b.coordinate(&shape, 0)?, b.coordinate(&shape, 1)?, size)
    };
    let mut moved = |second| b.emit(Swizzle { row, column, size, group, second });
    let (row, column) = (moved(false)?, moved(true)?);
    let flat = b.with_int(BinaryOp::Mul, row, i128::from(size[1]))?;
    let flat = b.binary(BinaryOp::Add, flat, of(column))?;
    let offset = if b.shape(flat).is_empty() {
        // The place of the instance, before its elements.
        let elements = (shape[0] * shape[1]) as i128;
        let start = b.with_int(BinaryOp::Mul, flat, elements)?;
        let (down, across) = (b.coordinate(&shape, 0)?, b.coordinate(&shape, 1)?);
        let down = b.with_int(BinaryOp::Mul, down, shape[1] as i128)?;
        let within = b.binary(BinaryOp::Add, down, of(across))?;
        b.binary(BinaryOp::Add, within, of(start))?
    } else {
        flat
    };
    let dtype = b.any_dtype();
    let loaded = b.load(dtype, offset, None, Content::Identity)?;
    let result = b.varied(loaded, 2);
    b.keep_defined(result)
}
