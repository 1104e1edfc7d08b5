//! Mutations of a test case: what comes out is well typed, and means something else. Whether it is well
//! defined is for the evaluator to say.

use std::collections::BTreeSet;

use tritonsmith::program::edit::{block_at, blocks};
use tritonsmith::program::{Stmt, ValueId};
use tritonsmith::reduce::kernel::recondition;
use tritonsmith::testcase::TestCase;

/// Edits that are tried before it is given up.
const ATTEMPTS: u32 = 16;

/// Changes a case; `None` where there is nothing to change.
type Edit = fn(&mut TestCase, &mut Dice) -> Option<()>;

const EDITS: &[Edit] = &[drop_statement, swap_statements, other_value, other_options];

/// Numbers that follow from a seed (SplitMix64, Steele et al. 2014).
struct Dice(u64);

impl Dice {
    /// A number below `end`; `None` if there is none.
    fn below(&mut self, end: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(end).ok().filter(|n| *n > 0)?).ok()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        Some(from[self.below(from.len())?])
    }
}

/// The case with one edit, made valid again; `None` if none was found.
pub fn mutate(case: &TestCase, seed: u32) -> Option<TestCase> {
    let mut dice = Dice(seed.into());
    (0..ATTEMPTS).find_map(|_| {
        let mut changed = case.clone();
        let edit = dice.pick(EDITS)?;
        edit(&mut changed, &mut dice)?;
        recondition(changed).filter(|changed| changed != case)
    })
}

/// Some block of statements.
fn block<'c>(case: &'c mut TestCase, dice: &mut Dice) -> Option<&'c mut Vec<Stmt>> {
    let count = blocks(&case.program.body).len();
    block_at(&mut case.program.body, dice.below(count)?)
}

fn drop_statement(case: &mut TestCase, dice: &mut Dice) -> Option<()> {
    let block = block(case, dice)?;
    let at = dice.below(block.len())?;
    block.remove(at);
    Some(())
}

fn swap_statements(case: &mut TestCase, dice: &mut Dice) -> Option<()> {
    let block = block(case, dice)?;
    let at = dice.below(block.len().checked_sub(1)?)?;
    block.swap(at, at + 1);
    Some(())
}

/// One statement reads another value of the same type.
fn other_value(case: &mut TestCase, dice: &mut Dice) -> Option<()> {
    let types = case.program.check().ok()?;
    let block = block(case, dice)?;
    let at = dice.below(block.len())?;
    let mut read = BTreeSet::new();
    block[at].reads(&mut read);
    let read: Vec<ValueId> = read.into_iter().collect();
    let old = dice.pick(&read)?;
    let ty = types.get(old).ok()?;
    let same = types.iter().filter(|(id, other)| *id != old && *other == ty);
    let same: Vec<ValueId> = same.map(|(id, _)| id).collect();
    let new = dice.pick(&same)?;
    block[at].map_reads(&mut |id| if id == old { new } else { id });
    Some(())
}

fn other_options(case: &mut TestCase, dice: &mut Dice) -> Option<()> {
    case.options.num_warps = dice.pick(&[1, 2, 4, 8])?;
    case.options.num_stages = dice.pick(&[1, 2, 3, 4])?;
    Some(())
}
