//! Branches on scalars, in loops where there are any.

use crate::generate::builder::Builder;
use crate::generate::memory::Content;
use crate::program::ValueId;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let subject = b.some_matrix(Content::Small)?;
    let condition = b.condition()?;
    let joined = b.branch(
        condition,
        |b| side(b, subject),
        |b| {
            if b.choice.chance(50) { side(b, subject) } else { Some(subject) }
        },
    )?;
    let result = b.varied(joined, 1);
    b.keep_defined(result)
}

/// Something of the type of `subject`.
fn side(b: &mut Builder<'_, '_>, subject: ValueId) -> Option<ValueId> {
    let dtype = b.dtype(subject)?;
    let shape = b.shape(subject);
    let changed = match b.choice.index(3) {
        0 => b.varied(subject, 3),
        1 => {
            let other = b.matrix([shape[0], shape[1]], Content::Small)?;
            b.mix(subject, other)?
        }
        _ => {
            let axis = b.choice.index(2);
            let sum = b.reduced(subject, axis)?;
            let wide = b.expand(sum, axis)?;
            b.broadcast(wide, &shape)?
        }
    };
    b.convert(changed, dtype)
}
