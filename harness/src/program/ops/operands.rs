//! What operations read, so that their files need not spell out how to list and replace it.

use crate::program::{Operand, ValueId};

/// A part of an operation that may name values.
pub(super) trait Reads {
    /// Adds the values, in order.
    fn list(&self, into: &mut Vec<ValueId>);

    /// Replaces each value.
    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId);
}

impl Reads for ValueId {
    fn list(&self, into: &mut Vec<ValueId>) {
        into.push(*self);
    }

    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        *self = f(*self);
    }
}

impl Reads for Operand {
    fn list(&self, into: &mut Vec<ValueId>) {
        into.extend(self.value());
    }

    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        if let Operand::Value(id) = self {
            *id = f(*id);
        }
    }
}

impl<T: Reads> Reads for Option<T> {
    fn list(&self, into: &mut Vec<ValueId>) {
        self.iter().for_each(|part| part.list(into));
    }

    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.iter_mut().for_each(|part| part.replace(f));
    }
}

impl<T: Reads> Reads for Vec<T> {
    fn list(&self, into: &mut Vec<ValueId>) {
        self.iter().for_each(|part| part.list(into));
    }

    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.iter_mut().for_each(|part| part.replace(f));
    }
}

/// `operands` and `map_operands` of an operation that reads these fields, in this order.
macro_rules! reads {
    ($($field:ident),*) => {
        fn operands(&self) -> Vec<ValueId> {
            #[allow(unused_mut, reason = "some read nothing")]
            let mut values = Vec::new();
            $($crate::program::ops::operands::Reads::list(&self.$field, &mut values);)*
            values
        }

        #[allow(unused_variables, reason = "some read nothing")]
        fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
            $($crate::program::ops::operands::Reads::replace(&mut self.$field, f);)*
        }
    };
}
pub(super) use reads;
