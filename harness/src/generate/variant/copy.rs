//! Copies of statements, which define values of their own.

use super::Edit;
use crate::program::Stmt;
use crate::program::edit::redefine;

pub(super) use crate::program::edit::{Names, rename};

impl Edit<'_, '_, '_> {
    /// The same statements with a new value for each that they define, nested ones included.
    pub(super) fn copy(&mut self, body: &[Stmt]) -> (Vec<Stmt>, Names) {
        let mut copy = body.to_vec();
        let mut names = Names::new();
        redefine(&mut copy, &mut |id| {
            let new = self.fresh();
            names.insert(id, new);
            new
        });
        rename(&mut copy, &names);
        (copy, names)
    }
}
