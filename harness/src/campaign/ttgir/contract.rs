//! What a module must be for its case: read by the IR's reader, one public function that the case names, with
//! a pointer for each buffer, no recursion, and as many warps as the case says.
//!
//! Takes a case, gives its module or one line about what it is not. Must not know what compilers do with it.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::campaign::Outcome;
use crate::mlir::{self, Attribute, Module, Operation, Type};
use crate::testcase::ttgir::TtgirCase;

/// The module's attribute with the warps of a program.
const WARPS: &str = "ttg.num-warps";

/// Reads a stored case whose module is one that is judged.
///
/// # Errors
/// If it cannot be read, or the module is not what the case says.
pub fn read(path: &Path) -> Result<TtgirCase> {
    let case = TtgirCase::read(path)?;
    let refused = |what: String| anyhow!("{}: {what}", path.display());
    let module = parsed(&case).map_err(refused)?;
    match broken(&case, &module) {
        Some(what) => Err(refused(what)),
        None => Ok(case),
    }
}

/// The module of a case.
///
/// # Errors
/// [`Outcome::Inconclusive`] if the text is not understood, [`Outcome::Invalid`] if it is no module for the
/// case.
pub(super) fn module(case: &TtgirCase) -> Result<Module, Outcome> {
    let module = parsed(case).map_err(Outcome::Inconclusive)?;
    match broken(case, &module) {
        Some(what) => Err(Outcome::Invalid(what)),
        None => Ok(module),
    }
}

fn parsed(case: &TtgirCase) -> Result<Module, String> {
    mlir::parse(&case.text)
        .map_err(|error| format!("the module is not understood: {}", error.message))
}

/// What the module is not.
fn broken(case: &TtgirCase, module: &Module) -> Option<String> {
    let mut modules = 0;
    module.walk(&mut |op| modules += usize::from(op.name.as_str() == "builtin.module"));
    if modules != 1 {
        return Some(format!("the text has {modules} modules"));
    }
    let functions = module.functions();
    let public: Vec<_> = functions.iter().filter(|function| is_public(function)).collect();
    let [entry] = public[..] else {
        return Some(format!("the module has {} public functions", public.len()));
    };
    if entry.symbol() != Some(case.function.as_str()) {
        return Some(format!("the module's public function is not {}", case.function));
    }
    if let Some(what) = parameters(case, module, entry) {
        return Some(what);
    }
    if is_recursive(&functions) {
        return Some("the module's functions call each other in a circle".to_owned());
    }
    let warps = module.attribute(WARPS).and_then(Attribute::as_integer);
    match warps {
        Some(warps) if warps == i128::from(case.num_warps) => None,
        Some(warps) => Some(format!("the module has {warps} warps, the case {}", case.num_warps)),
        None => Some(format!("the module does not say {WARPS}")),
    }
}

fn is_public(function: &Operation) -> bool {
    let visibility = function.attribute("sym_visibility").and_then(Attribute::as_str);
    visibility.is_none_or(|visibility| visibility == "public")
}

/// What is wrong with the parameters.
fn parameters(case: &TtgirCase, module: &Module, entry: &Operation) -> Option<String> {
    let Some(block) = entry.regions.first().and_then(|region| region.entry()) else {
        return Some(format!("{} has no body", case.function));
    };
    if block.arguments.len() != case.buffers.len() {
        let (taken, given) = (block.arguments.len(), case.buffers.len());
        return Some(format!("{} takes {taken} parameters, the case has {given}", case.function));
    }
    let other = block.arguments.iter().find(|v| !matches!(module.ty(**v), Type::Pointer(..)))?;
    Some(format!("the parameter {} is no pointer", module.name(*other)))
}

/// Whether functions call each other in a circle: those that call none of the others go, one after another,
/// and a circle stays.
fn is_recursive(functions: &[&Operation]) -> bool {
    let mut left: Vec<(Option<&str>, Vec<&str>)> =
        functions.iter().map(|function| (function.symbol(), callees(function))).collect();
    loop {
        let names: Vec<&str> = left.iter().filter_map(|(name, _)| *name).collect();
        let before = left.len();
        left.retain(|(_, callees)| callees.iter().any(|callee| names.contains(callee)));
        if left.len() == before {
            return before > 0;
        }
    }
}

/// The functions that a function calls.
fn callees(function: &Operation) -> Vec<&str> {
    let mut found = Vec::new();
    function.walk(&mut |op| {
        found.extend(op.attribute("callee").and_then(Attribute::as_str));
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::ttgir;

    /// What is said of a module whose text is changed.
    fn said(change: impl Fn(&mut TtgirCase)) -> String {
        let mut case = ttgir(1, 0, 90);
        assert!(module(&case).is_ok());
        change(&mut case);
        match module(&case) {
            Err(Outcome::Invalid(what) | Outcome::Inconclusive(what)) => what,
            other => panic!("{other:?}\n{}", case.text),
        }
    }

    fn replaced(from: &str, to: &str) -> String {
        said(|case| case.text = case.text.replacen(from, to, 1))
    }

    #[test]
    fn a_module_of_another_kind_is_refused() {
        assert!(said(|case| case.text = " ".to_owned()).contains("0 modules"));
        assert!(said(|case| case.text = "module {}\n".to_owned()).contains("0 public functions"));
        let nested = format!("{}{}", "module {".repeat(5000), "}".repeat(5000));
        assert!(said(|case| case.text = nested.clone()).contains("nested too deeply"));
        assert!(said(|case| case.text = "module { module {} }".into()).contains("2 modules"));
        assert!(replaced("func public", "func private").contains("0 public functions"));
        let second = "  tt.func public @second() {\n    tt.return\n  }\n  tt.func public";
        assert!(replaced("  tt.func public", second).contains("2 public functions"));
        assert!(said(|case| case.function = "other".to_owned()).contains("is not other"));
        let circle = "  tt.func private @g(%a: i32) -> i32 {\n    %r = tt.call @g(%a) : (i32) -> i32\n    \
                      tt.return %r : i32\n  }\n  tt.func public";
        assert!(replaced("  tt.func public", circle).contains("in a circle"));
        assert!(said(|case| case.num_warps += 1).contains(" warps, the case "));
        assert!(said(|case| case.buffers.truncate(1)).contains("the case has 1"));
    }
}
