//! Plants faults into PTX text: what a lowering, or LLVM, may get wrong.
//!
//! As in the module above, an *operator* knows one kind of fault; here it looks at one instruction and
//! lists what may stand in its place. The text stays valid PTX. Whether it says something else is not
//! decided here, but for faults of time: [`needed()`].
//!
//! To add an operator: write its function and add one line to [`OPERATORS`].

mod address;
mod arithmetic;
mod choice;
mod exchange;
mod matrix;
mod needed;
mod statement;
mod time;
mod vector;

pub use needed::needed;
pub use statement::{Statement, statements};

/// One kind of fault.
pub struct Operator {
    /// Its name, as plants are called after it.
    pub name: &'static str,
    /// The values are right where everything asynchronous happens to be quick and every warp in step.
    pub is_of_time: bool,
    /// What may stand in an instruction's place.
    pub edits: fn(&Statement) -> Vec<Edit>,
}

/// What stands in the place of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Instructions, or nothing.
    pub text: String,
    /// For a person.
    pub what: String,
}

/// A fault of values.
const fn values(name: &'static str, edits: fn(&Statement) -> Vec<Edit>) -> Operator {
    Operator { name, is_of_time: false, edits }
}

/// A fault of time.
const fn of_time(name: &'static str, edits: fn(&Statement) -> Vec<Edit>) -> Operator {
    Operator { name, is_of_time: true, edits }
}

/// All operators.
pub const OPERATORS: &[Operator] = &[
    of_time("drop-barrier", time::dropped_barrier),
    of_time("drop-copy-wait", time::dropped_copy_wait),
    of_time("raise-copy-wait", time::raised_copy_wait),
    of_time("drop-commit", time::dropped_commit),
    of_time("drop-product-wait", time::dropped_product_wait),
    of_time("raise-product-wait", time::raised_product_wait),
    of_time("drop-mbarrier-wait", time::dropped_mbarrier_wait),
    of_time("wrong-parity", time::wrong_parity),
    of_time("wrong-expected-bytes", time::wrong_bytes),
    values("wrong-shared-offset", address::shared),
    values("wrong-global-offset", address::global),
    values("wrong-copy-target", address::copied),
    values("wrong-matrix-row", address::rows),
    values("misaligned-vector", address::misaligned),
    values("swap-vector", vector::swapped),
    values("narrow-vector", vector::narrowed),
    values("swap-halves", vector::halves),
    values("wrong-transposition", matrix::transposed),
    values("swap-factors-of-matrix", matrix::factors),
    values("swap-sums-of-matrix", matrix::sums),
    values("wrong-descriptor", matrix::descriptors),
    values("wrong-lane", exchange::lanes),
    values("wrong-shuffle", exchange::modes),
    values("wrong-bytes", exchange::bytes),
    values("wrong-atomic", exchange::atomics),
    values("negate-guard", choice::negated),
    values("drop-guard", choice::dropped),
    values("wrong-compare", choice::compared),
    values("swap-select", choice::selected),
    values("swap-factors", arithmetic::factors),
    values("wrong-operation", arithmetic::operations),
    values("wrong-signedness", arithmetic::signedness),
    values("wrong-shift", arithmetic::shifts),
    values("wrong-mask", arithmetic::masks),
    values("wrong-constant", arithmetic::constants),
];

/// Every edit of an operator, with the number of the instruction that it is for.
pub fn edits(operator: &Operator, statements: &[Statement]) -> Vec<(usize, Edit)> {
    let each = |(at, statement): (usize, &Statement)| {
        (operator.edits)(statement).into_iter().map(move |edit| (at, edit)).collect::<Vec<_>>()
    };
    statements.iter().enumerate().flat_map(each).collect()
}

/// The text with something in an instruction's place.
pub fn apply(text: &str, statement: &Statement, instead: &str) -> String {
    let (before, after) = (&text[..statement.span.start], &text[statement.span.end..]);
    format!("{before}{instead}{after}")
}

/// The text with a trap in front of an instruction, under its guard: it ends otherwise than the text
/// itself if the instruction is ever executed.
pub fn trapped(text: &str, statement: &Statement) -> String {
    let trap = format!("{} trap;\n\t{}", statement.guard, statement.text());
    apply(text, statement, trap.trim_start())
}

/// The text without debug information, which differs where nothing else does.
pub fn plain(text: &str) -> String {
    let code = text.find("\n\t.section").map_or(text, |end| &text[..=end]);
    let is_debug = |line: &str| [".loc", ".file"].iter().any(|word| line.starts_with(word));
    let lines = code.lines().filter(|line| !is_debug(line.trim_start()));
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// One edit, if there is a text for it.
fn one(text: Option<String>, what: impl Into<String>) -> Vec<Edit> {
    text.map(|text| Edit { text, what: what.into() }).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::{Opcode, read};

    const EXAMPLE: &str = include_str!("example.ptx");

    fn is_known(text: &str) -> bool {
        let module = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut all = module.functions.iter().flat_map(|function| &function.instructions);
        !all.any(|instruction| matches!(instruction.op, Opcode::Unknown(_)))
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = OPERATORS.iter().map(|operator| operator.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), OPERATORS.len());
    }

    #[test]
    fn every_operator_changes_the_example_into_valid_text() {
        assert!(is_known(EXAMPLE));
        let all = statements(EXAMPLE);
        for operator in OPERATORS {
            let edits = edits(operator, &all);
            assert!(!edits.is_empty(), "{} finds nothing", operator.name);
            for (at, edit) in edits {
                let planted = apply(EXAMPLE, &all[at], &edit.text);
                assert_ne!(edit.text, all[at].text(), "{}: {edit:?}", operator.name);
                assert!(is_known(&planted), "{}: {edit:?}", operator.name);
            }
        }
    }

    #[test]
    fn what_is_printed_of_an_instruction_is_the_instruction() {
        let all = statements(EXAMPLE);
        let module = read(EXAMPLE).unwrap();
        assert_eq!(all.len(), module.functions[0].instructions.len());
        for statement in &all {
            let again = apply(EXAMPLE, statement, &statement.text());
            let again = read(&again).unwrap();
            assert_eq!(again.functions[0].instructions, module.functions[0].instructions);
            assert!(is_known(&trapped(EXAMPLE, statement)));
        }
    }

    #[test]
    fn debug_information_goes() {
        let text = "\t.loc\t1 2 3\n\tret;\n}\n\t.file\t1 \"a.py\"\n\t.section\t.debug_abbrev\n{\n.b8 1\n}\n";
        assert_eq!(plain(text), "\tret;\n}\n");
        assert_eq!(plain("ret;\n"), "ret;\n");
    }
}
