//! Mutations: other kernels made of kernels that were worth keeping.
//!
//! A *mutation* changes what a kernel computes, or how it is compiled, and leaves it well typed. Unlike a
//! variant it need not mean the same, and unlike the generator it proves nothing: whether the result is
//! well defined is for whoever evaluates it to find out, before it is compiled. To add one: write its
//! file, and add its line to [`MUTATIONS`].

mod carry;
mod detour;
mod insert;
mod loops;
mod quick;
mod resize;
mod retype;
mod splice;

use arbitrary::Unstructured;

use super::choice::Choice;
use super::random;
use super::variant::{Edit, VARIANTS};
use crate::program::edit::{block_at, blocks, rename};
use crate::program::{Stmt, Type, ValueId};
use crate::testcase::TestCase;

/// A way to change a kernel.
struct Mutation {
    name: &'static str,
    /// Changes the case, with what it needs of another one; `None` where there is nothing to change.
    apply: fn(&mut Edit<'_, '_, '_>, &TestCase) -> Option<()>,
}

/// All of them.
const MUTATIONS: &[Mutation] = &[
    Mutation { name: "insert", apply: |edit, _| insert::apply(edit) },
    Mutation { name: "detour", apply: |edit, _| detour::apply(edit) },
    Mutation { name: "carry", apply: |edit, _| carry::apply(edit) },
    Mutation { name: "loops", apply: |edit, _| loops::apply(edit) },
    Mutation { name: "resize", apply: |edit, _| resize::apply(edit) },
    Mutation { name: "retype", apply: |edit, _| retype::apply(edit) },
    Mutation { name: "splice", apply: splice::apply },
];

/// The names of the ways to mutate a case, in order: mutations proper, then variants.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let own = MUTATIONS.iter().map(|mutation| mutation.name);
    own.chain(VARIANTS.iter().map(|variant| variant.name))
}

/// The case changed in the way of that name; see [`super::mutated`].
pub(super) fn mutated(way: &str, case: &TestCase, other: &TestCase, seed: u64) -> Option<TestCase> {
    let bytes = random(seed, u64::MAX);
    let mut bytes = Unstructured::new(&bytes);
    let mut choice = Choice::new(&mut bytes);
    let mut changed = case.clone();
    match MUTATIONS.iter().find(|mutation| mutation.name == way) {
        Some(mutation) => {
            (mutation.apply)(&mut Edit::new(&mut changed, &mut choice)?, other)?;
        }
        None => {
            let variant = VARIANTS.iter().find(|variant| variant.name == way)?;
            variant.change(&mut changed, &mut choice)?;
        }
    }
    changed.check().ok()?;
    (changed != *case && quick::is_quick(&changed)).then_some(changed)
}

/// Whether ordinary operations take such tiles: numbers, but neither flags nor floats of 8 bits, of which
/// no release makes a constant or a sum.
fn is_plain(ty: &Type) -> bool {
    let plain = ty.dtype().is_some_and(|dtype| dtype.bits() > 1 && !dtype.is_fp8());
    plain && !ty.shape.is_empty()
}

/// A value and where it is defined: the number of the block, and the place in it.
#[derive(Clone, Copy)]
struct Place {
    block: usize,
    at: usize,
    value: ValueId,
}

/// The definitions of tiles that `wanted` takes.
fn places(edit: &Edit<'_, '_, '_>, wanted: impl Fn(&Type) -> bool) -> Vec<Place> {
    let mut found = Vec::new();
    for (block, stmts) in blocks(&edit.case.program.body).into_iter().enumerate() {
        for (at, stmt) in stmts.iter().enumerate() {
            let Stmt::Let { value, .. } = stmt else { continue };
            if edit.types.get(*value).is_ok_and(&wanted) {
                found.push(Place { block, at, value: *value });
            }
        }
    }
    found
}

/// Puts `stmts`, which read the value and define `new` of the same type, behind its definition, and lets
/// everybody else read `new`.
fn pass_through(
    edit: &mut Edit<'_, '_, '_>,
    place: Place,
    stmts: Vec<Stmt>,
    new: ValueId,
) -> Option<()> {
    let body = &mut edit.program().body;
    rename(body, &[(place.value, new)].into());
    let block = block_at(body, place.block)?;
    block.splice(place.at + 1..place.at + 1, stmts);
    Some(())
}
