//! What a kernel costs before it is compiled, in plain statements: about 3 ms of the compiler each.
//!
//! A wall clock would make a choice depend on the machine, so this is a table. Its numbers are a least
//! squares fit to the seconds that 2,000 kernels of seed 1 took triton==3.9.0 to TTGIR for `sm_90`.

use crate::program::Stmt;
use crate::testcase::TestCase;

/// A kernel without statements: 20 for the compiler, 20 for what the campaign does with any kernel, and the
/// rest because a campaign is counted in kernels too. With 40 in all 400 kernels of seed 1 had 4 % fewer
/// features, and took the compiler about 7 % less.
const KERNEL: u64 = 80;

/// Statements that cost more than a plain one. Sorts, and what reverses or interleaves, are written in
/// Triton's library, and are long once they are inlined.
const DEAR: &[(&str, u64)] = &[
    ("topk", 100),
    ("sort", 90),
    ("dot_scaled", 37),
    ("flip", 35),
    ("interleave", 19),
    ("randint4x", 15),
    ("reshape", 13),
    ("philox", 10),
    ("split", 7),
    ("dot", 6),
    ("fma", 6),
];

/// The cost of a case.
pub(super) fn of_case(case: &TestCase) -> u64 {
    let mut cost = KERNEL;
    let mut visit = |stmt: &Stmt| cost += of_stmt(&stmt.name());
    case.program.body.iter().for_each(|stmt| stmt.visit(&mut visit));
    cost
}

/// That of one statement, without those in it.
fn of_stmt(name: &str) -> u64 {
    let family = name.split('.').next().unwrap_or(name);
    DEAR.iter().find(|(dear, _)| *dear == family).map_or(1, |(_, cost)| *cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Config, from_seed};
    use crate::program::operations;
    use std::collections::BTreeSet;

    #[test]
    fn every_dear_statement_is_one_that_there_is() {
        let case = |index| from_seed(1, index, &Config::default());
        let names = (0..2000).flat_map(|index| operations(&case(index).program.body));
        let families = names.map(|name| name.split('.').next().unwrap_or_default().to_owned());
        let families: BTreeSet<String> = families.collect();
        for (dear, _) in DEAR {
            assert!(families.contains(*dear), "{dear} is not in {families:?}");
        }
    }

    #[test]
    fn statements_in_blocks_count() {
        let mut case = from_seed(1, 0, &Config::default());
        let mut statements = 0;
        case.program.body.iter().for_each(|stmt| stmt.visit(&mut |_| statements += 1));
        assert!(of_case(&case) >= KERNEL + statements);
        case.program.body.clear();
        assert_eq!(of_case(&case), KERNEL);
        assert_eq!([of_stmt("topk"), of_stmt("store.plain")], [100, 1]);
    }
}
