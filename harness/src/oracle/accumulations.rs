//! Reductions that a loop adds up, in the text of a module: what `tritongpu-optimize-thread-locality` rewrites,
//! and what else is done with the sum, which tells its faults apart.
//!
//! Takes text and looks at names and indentation alone, as for chains: known findings are told by it. A loop
//! that is not printed so is not seen, and nothing is made up.

use serde::{Deserialize, Serialize};

use super::chains::values;
use super::layouts::name;

/// What is done with the sum, beside adding to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accumulation {
    /// It is made with another operation than that of the reduction.
    OtherOperation,
    /// It is read in the loop too.
    ReadInLoop,
    /// After the loop there are several uses of it.
    SeveralUses,
    /// Whatever that is.
    Sum,
}

impl Accumulation {
    /// Whether a text has such a one.
    pub(super) fn is_in(self, ir: &str) -> bool {
        let lines: Vec<&str> = ir.lines().collect();
        let loops = (0..lines.len()).filter_map(|at| Loop::at(&lines, at));
        loops.flat_map(|node| node.sums()).any(|sum| match self {
            Accumulation::OtherOperation => sum.reduces_with != sum.adds_with,
            Accumulation::ReadInLoop => sum.reads > 1,
            Accumulation::SeveralUses => sum.uses > 1,
            Accumulation::Sum => true,
        })
    }
}

/// A loop, and what comes after it in its function.
struct Loop<'a> {
    head: &'a str,
    body: &'a [&'a str],
    after: &'a [&'a str],
}

/// A reduction and what the loop carries of it.
struct Carried<'a> {
    reduces_with: &'a str,
    adds_with: &'a str,
    /// Uses of what is carried, in the loop.
    reads: usize,
    /// Uses of the result.
    uses: usize,
}

impl<'a> Loop<'a> {
    /// The loop that begins in this line.
    fn at(lines: &'a [&'a str], at: usize) -> Option<Self> {
        let head = lines[at];
        if !name(head).starts_with("scf.for ") {
            return None;
        }
        let ends = |line: &&str| indent(line) <= indent(head);
        let rest = &lines[at + 1..];
        let end = rest.iter().position(ends)?;
        let (body, after) = rest.split_at(end);
        let function = after.iter().position(|line| name(line).starts_with("tt.func"));
        Some(Loop { head, body, after: &after[..function.unwrap_or(after.len())] })
    }

    /// The reductions whose sums it carries.
    fn sums(&self) -> Vec<Carried<'a>> {
        (0..self.body.len()).filter_map(|at| self.sum(at)).collect()
    }

    /// The sum that the reduction in this line of the body goes into.
    fn sum(&self, at: usize) -> Option<Carried<'a>> {
        let line = self.body[at];
        let reduced = result(line).filter(|_| name(line).starts_with("tt.reduce\""))?;
        let region = &self.body[at + 1..];
        let end = region.iter().position(|line| line.trim_start().starts_with("})"))?;
        let (region, rest) = region.split_at(end);
        let [_, combines, _] = region else { return None };
        let adds = rest.iter().find(|line| operands(line).any(|value| value == reduced))?;
        let (sum, own) = (result(adds)?, indent(adds));
        let yields = |line: &&&str| indent(line) == own && name(line).starts_with("scf.yield ");
        let position = operands(rest.iter().find(yields)?).position(|value| value == sum)?;
        let (_, carried) = self.head.split_once("iter_args(")?;
        let inside = values(carried).step_by(2).nth(position)?;
        if !operands(adds).any(|value| value == inside) {
            return None;
        }
        let left = self.left(position)?;
        Some(Carried {
            reduces_with: word(combines),
            adds_with: word(adds),
            reads: count(self.body, inside),
            uses: count(self.after, &left),
        })
    }

    /// The name of the result at that position: `1`, of several `1#0`.
    fn left(&self, position: usize) -> Option<String> {
        let (results, _) = self.head.trim_start().strip_prefix('%')?.split_once(" = ")?;
        Some(match results.split_once(':') {
            Some((results, _)) => format!("{results}#{position}"),
            None => results.to_owned(),
        })
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name of the value that a line defines, if it is one.
fn result(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('%')?.split_once(" = ").map(|(result, _)| result)
}

/// The values that a line reads.
fn operands(line: &str) -> impl Iterator<Item = &str> {
    values(name(line))
}

/// The name of a line's operation.
fn word(line: &str) -> &str {
    name(line).split(['"', ' ']).next().unwrap_or_default()
}

/// How often lines read a value; one of several is such as `1#0`.
fn count(lines: &[&str], value: &str) -> usize {
    let ends = |c: char| !c.is_ascii_alphanumeric() && !"_.$-#".contains(c);
    let reads = |line: &str| {
        let values = name(line).split('%').skip(1);
        values.filter(|rest| rest[..rest.find(ends).unwrap_or(rest.len())] == *value).count()
    };
    lines.iter().copied().map(reads).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "\
tt.func public @first(%x: tensor<2x!tt.ptr<f32>, #b>) {
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%n = %c0, %acc = %zero) -> (i32, tensor<2xf32>)  : i32 {
    %1 = tt.load %p : tensor<2x2x!tt.ptr<f32>, #b>
    %2 = \"tt.reduce\"(%1) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %3 = arith.addf %a, %b : f32
      tt.reduce.return %3 : f32
    }) : (tensor<2x2xf32, #b>) -> tensor<2xf32, #ttg.slice<{dim = 1, parent = #b}>>
    %4 = arith.addi %n, %c1 : i32
    %5 = arith.addf %acc, %2 : tensor<2xf32>
    scf.yield %4, %5 : i32, tensor<2xf32>
  }
  tt.store %x, %0#1 : tensor<2x!tt.ptr<f32>, #b>
  tt.return
}
tt.func public @second(%0: i32) {
  tt.return
}
";

    /// Which of them the module has, with a text replaced.
    fn found(from: &str, to: &str) -> Vec<Accumulation> {
        assert!(MODULE.contains(from), "{from}");
        let module = MODULE.replace(from, to);
        [
            Accumulation::OtherOperation,
            Accumulation::ReadInLoop,
            Accumulation::SeveralUses,
            Accumulation::Sum,
        ]
        .into_iter()
        .filter(|accumulation| accumulation.is_in(&module))
        .collect()
    }

    #[test]
    fn a_sum_that_is_stored_once_is_a_sum() {
        assert_eq!(found("tt.return", "tt.return"), [Accumulation::Sum]);
        assert_eq!(found("%acc, %2", "%2, %acc"), [Accumulation::Sum]);
        // A use of the other result, or of another function's value, is none.
        let other = "  %6 = arith.muli %0#0, %0#0 : i32\n  tt.return";
        assert_eq!(found("  tt.return", other), [Accumulation::Sum]);
    }

    #[test]
    fn what_else_is_done_with_a_sum_is_told() {
        let maximum = "%3 = arith.maxnumf %a";
        let other = [Accumulation::OtherOperation, Accumulation::Sum];
        assert_eq!(found("%3 = arith.addf %a", maximum), other);
        let store = "    tt.store %y, %acc : tensor<2x!tt.ptr<f32>, #b>\n    scf.yield";
        let read = [Accumulation::ReadInLoop, Accumulation::Sum];
        assert_eq!(found("    scf.yield", store), read);
        let twice = "tt.store %x, %0#1 : t\n  tt.store %y, %0#1 : t";
        let uses = [Accumulation::SeveralUses, Accumulation::Sum];
        assert_eq!(found("tt.store %x, %0#1", twice), uses);
        let square = "%6 = arith.mulf %0#1, %0#1 : t\n  tt.store %x, %6";
        assert_eq!(found("tt.store %x, %0#1", square), uses);
    }

    #[test]
    fn a_reduction_that_no_loop_adds_up_is_none() {
        for (from, to) in [
            ("scf.yield %4, %5", "scf.yield %4, %acc"),
            ("arith.addf %acc, %2", "arith.addf %zero, %2"),
            ("scf.for", "scf.while"),
            ("\"tt.reduce\"(%1)", "\"tt.scan\"(%1)"),
            ("      tt.reduce.return", "      %7 = arith.negf %3 : f32\n      tt.reduce.return"),
        ] {
            assert!(found(from, to).is_empty(), "{to}");
        }
        // Nor is one of a text that ends too early.
        let cut = MODULE.split("    %5").next().unwrap();
        assert!(!Accumulation::Sum.is_in(cut));
    }
}
