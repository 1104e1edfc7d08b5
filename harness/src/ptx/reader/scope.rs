//! Names inside a function: registers and variables by scope, and labels that may come later.

use std::collections::HashMap;

use crate::ptx::program::{Reg, Symbol};

/// What a name of a function means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Register(Reg),
    /// `%r<8>` under the name `%r`: the first register and how many.
    Family(u32, u32),
    Symbol(Symbol),
}

/// What a label stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Instruction(u32),
    /// A `.branchtargets` table.
    Table(u32),
}

/// A use of a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use<'a> {
    pub(super) name: &'a str,
    pub(super) scope: u32,
    /// Byte offset in the text, for errors.
    pub(super) offset: usize,
}

/// Names of one scope. Those of families are apart: `a` and `a<2>` go together.
#[derive(Default)]
struct Names<'a> {
    plain: HashMap<&'a str, Named>,
    /// Few, one for each type of register, and most names are of their members.
    families: Vec<(&'a str, Named)>,
}

impl<'a> Names<'a> {
    /// False if the scope has the name already.
    fn define(&mut self, name: &'a str, named: Named) -> bool {
        if !matches!(named, Named::Family(..)) {
            return self.plain.insert(name, named).is_none();
        }
        let is_new = self.family(name).is_none();
        self.families.push((name, named));
        is_new
    }

    fn family(&self, name: &str) -> Option<Named> {
        self.families.iter().find(|(known, _)| *known == name).map(|(_, named)| *named)
    }

    /// A register, also as a member of a family, or a variable.
    fn find(&self, name: &str) -> Option<Named> {
        // Most names are of a family's members, which needs no hash of the name.
        member(self, name).or_else(|| self.plain.get(name).copied())
    }
}

/// The scopes of one function. Scope 0 is the function itself.
#[derive(Default)]
pub(super) struct Scopes<'a> {
    /// The scopes that are open, from the outermost.
    open: Vec<(u32, Names<'a>)>,
    /// The outer scope of each scope.
    parents: Vec<Option<u32>>,
    labels: HashMap<(u32, &'a str), Target>,
}

impl<'a> Scopes<'a> {
    pub(super) fn enter(&mut self) {
        let id = super::index(self.parents.len());
        self.parents.push(self.open.last().map(|scope| scope.0));
        self.open.push((id, Names::default()));
    }

    /// Closes the innermost scope; false if it was the function's.
    pub(super) fn leave(&mut self) -> bool {
        self.open.pop();
        !self.open.is_empty()
    }

    pub(super) fn current(&self) -> u32 {
        self.open.last().map_or(0, |scope| scope.0)
    }

    /// Names something in the innermost scope. False if the scope has the name already.
    pub(super) fn define(&mut self, name: &'a str, named: Named) -> bool {
        self.open.last_mut().is_some_and(|scope| scope.1.define(name, named))
    }

    /// What the name means, innermost scope first: a register, also as a member of a family, or a
    /// variable.
    pub(super) fn find(&self, name: &str) -> Option<Named> {
        self.open.iter().rev().find_map(|(_, names)| names.find(name))
    }

    /// Names a place. False if the scope has the label already.
    pub(super) fn label(&mut self, name: &'a str, target: Target) -> bool {
        self.labels.insert((self.current(), name), target).is_none()
    }

    /// Makes a label of the innermost scope a table's.
    pub(super) fn relabel(&mut self, name: &'a str, target: Target) {
        self.labels.insert((self.current(), name), target);
    }

    /// What a label means where it is used.
    pub(super) fn target(&self, used: &Use) -> Option<Target> {
        let mut scope = Some(used.scope);
        while let Some(id) = scope {
            if let Some(target) = self.labels.get(&(id, used.name)) {
                return Some(*target);
            }
            scope = self.parents.get(id as usize).copied().flatten();
        }
        None
    }
}

/// `%r12` of the family `%r`. A family's own name may end in digits, so each split is tried.
fn member(names: &Names<'_>, name: &str) -> Option<Named> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    (name.len() - digits..name.len()).find_map(|split| {
        let Some(Named::Family(first, count)) = names.family(&name[..split]) else {
            return None;
        };
        let digits = &name[split..];
        let number: u32 = digits.parse().ok()?;
        let is_plain = digits == "0" || !digits.starts_with('0');
        (is_plain && number < count).then(|| Named::Register(Reg(first + number)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_names_hide_outer_ones() {
        let mut scopes = Scopes::default();
        scopes.enter();
        assert!(scopes.define("%r", Named::Family(4, 3)));
        assert!(scopes.define("t", Named::Register(Reg(0))));
        assert_eq!(scopes.find("%r2"), Some(Named::Register(Reg(6))));
        assert_eq!(scopes.find("%r3"), None);
        assert_eq!(scopes.find("%r02"), None);
        assert_eq!(scopes.find("%r"), None);
        // `.reg .b32 %r;` beside `.reg .b32 %r<3>;`
        assert!(scopes.define("%r", Named::Register(Reg(7))));
        assert_eq!(scopes.find("%r"), Some(Named::Register(Reg(7))));
        assert_eq!(scopes.find("%r2"), Some(Named::Register(Reg(6))));
        scopes.enter();
        assert!(scopes.define("t", Named::Register(Reg(9))));
        assert!(!scopes.define("t", Named::Register(Reg(9))));
        assert_eq!(scopes.find("t"), Some(Named::Register(Reg(9))));
        assert!(scopes.leave());
        assert_eq!(scopes.find("t"), Some(Named::Register(Reg(0))));
        assert!(!scopes.leave());
    }

    #[test]
    fn a_label_belongs_to_its_scope() {
        let mut scopes = Scopes::default();
        scopes.enter();
        assert!(scopes.label("a", Target::Instruction(1)));
        scopes.enter();
        assert!(scopes.label("b", Target::Instruction(2)));
        let inner = scopes.current();
        scopes.leave();
        let used = |name, scope| Use { name, scope, offset: 0 };
        assert_eq!(scopes.target(&used("a", inner)), Some(Target::Instruction(1)));
        assert_eq!(scopes.target(&used("b", inner)), Some(Target::Instruction(2)));
        assert_eq!(scopes.target(&used("b", 0)), None);
    }
}
