//! Sub-expressions that are wanted in several layouts: a value and its transpose, a coordinate that
//! serves as a row here and as a column there, the same value converted twice.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ops::BinaryOp;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let [rows, columns] = b.any_shape();
    let value = b.matrix([rows, columns], Content::Identity)?;
    let value = b.varied(value, 2);
    let turned = b.permute(value, &[1, 0])?;
    match b.choice.index(4) {
        0 => {
            let other = b.matrix([columns, rows], Content::Small)?;
            let mixed = b.mix(turned, other)?;
            let again = b.permute(mixed, &[1, 0])?;
            let both = b.mix(again, value)?;
            b.keep_defined(both)
        }
        1 => {
            // One coordinate vector as rows of one address and as columns of the other.
            let side = rows.max(columns).min(32);
            let line = b.arange(side)?;
            let line = b.with_int(BinaryOp::Rem, line, 24)?;
            let (down, across) = (b.expand(line, 1)?, b.expand(line, 0)?);
            let offset = b.offset_of(down, across, [side, side])?;
            let dtype = b.any_dtype();
            let loaded = b.load(dtype, offset, None, Content::Identity)?;
            let sum = b.binary(BinaryOp::Add, down, of(across))?;
            let mixed = b.mix(loaded, sum)?;
            b.keep_defined(mixed)?;
            b.keep_defined(turned)
        }
        2 => {
            let along = b.reduced(turned, 0);
            let across = b.reduced(value, 0);
            along.into_iter().chain(across).for_each(|sum| b.keep(sum));
            b.keep_defined(turned)
        }
        _ => {
            let varied = b.vary(turned);
            b.keep_defined(varied)?;
            b.keep_defined(value)
        }
    }
}
