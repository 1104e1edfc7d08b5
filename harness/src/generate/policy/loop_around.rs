//! Another policy inside a loop: its addresses move with the iterations, and its results are stored
//! by each of them.

use super::POLICIES;
use crate::generate::builder::Builder;
use crate::program::ValueId;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    if !b.loops.is_empty() {
        return None;
    }
    let config = b.config.clone();
    let inner: Vec<_> =
        POLICIES.iter().filter(|p| p.weight <= 3 && (p.possible)(&config)).collect();
    b.repeat(&[], |b, _| {
        let policy = b.choice.pick_ref(&inner);
        // What it gave up on is dead code.
        let _ = (policy.run)(b);
        let kept: Vec<ValueId> = std::mem::take(&mut b.kept);
        if kept.is_empty() {
            let _ = b.loops.last().copied().and_then(|enclosing| b.store(enclosing.index));
        }
        for value in kept.into_iter().take(2) {
            let _ = b.store(value);
        }
        vec![]
    })?;
    Some(())
}
