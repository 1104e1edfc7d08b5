//! Chains of operations in the text of a module: whether what one makes goes into the next.
//!
//! Takes text and looks at names alone, as for layouts: known findings are told by it. What a loop carries
//! is followed from its first value only, so a chain may be missed, and none is made up.

use std::collections::HashMap;

use super::layouts::name;

/// Whether there are operations, one for each name, of which each takes, at first hand or through others,
/// what the one before it made. A name is how an operation's begins: `arith.divsi`.
pub(super) fn is_in(chain: &[String], ir: &str) -> bool {
    // How many of the chain each value has behind it.
    let mut behind: HashMap<&str, usize> = HashMap::new();
    for line in ir.lines().map(str::trim_start) {
        let operation = name(line);
        if operation.starts_with("tt.func") {
            behind.clear();
            continue;
        }
        let before = values(operation).filter_map(|value| behind.get(value)).max();
        let mut count = before.copied().unwrap_or(0);
        if chain.get(count).is_some_and(|next| operation.starts_with(next.as_str())) {
            count += 1;
        }
        if count == chain.len() {
            return true;
        }
        let results = if line.starts_with('%') { line.split_once(" = ") } else { None };
        for result in values(results.map_or("", |(results, _)| results)) {
            behind.insert(result, count);
        }
    }
    false
}

/// The names of the values in a text, without their `%`.
pub(super) fn values(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| !c.is_ascii_alphanumeric() && !"_.$-".contains(c);
    text.split('%').skip(1).map(move |rest| &rest[..rest.find(ends).unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "\
tt.func public @first(%x: i32) {
  %c-1_i32 = arith.constant -1 : i32
  %a = arith.subi %x, %c-1_i32 : i32
  %b:2 = \"tt.both\"(%a, %x) : (i32, i32) -> (i32, i32)
  %c = arith.divsi %b#1, %x : i32
  %p = arith.addi %x, %x : i32
  %l = tt.load %p : !tt.ptr<i32>
  tt.store %p, %c : !tt.ptr<i32>
}
tt.func private @second(%c: i32) {
  %l = tt.load %c : !tt.ptr<i32>
}
";

    fn has(names: &[&str]) -> bool {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        is_in(&names, MODULE)
    }

    #[test]
    fn what_an_operation_makes_is_followed_through_others() {
        assert!(has(&["arith.subi", "arith.divsi", "tt.store"]));
        assert!(has(&["arith.constant", "arith.subi", "tt.both"]));
        assert!(has(&["tt.load"]) && has(&["arith.addi", "tt.load"]));
    }

    #[test]
    fn operations_that_do_not_feed_each_other_are_none() {
        assert!(!has(&["arith.divsi", "arith.subi"]));
        assert!(!has(&["arith.subi", "arith.addi"]));
        assert!(!has(&["arith.subi", "arith.subi"]));
        assert!(!has(&["tt.load", "tt.store"]));
    }

    #[test]
    fn values_of_other_functions_have_nothing_behind_them() {
        assert!(!has(&["arith.divsi", "tt.load"]));
    }
}
