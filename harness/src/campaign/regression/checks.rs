//! `CHECK` lines from the right output of a pass: no more than what tells it from the wrong one.
//!
//! Outputs of two toolchains also differ where nothing is wrong. So checks are preferred that hold of
//! the text before the pass too, that say nothing of the order of lines, and whose lines are near to
//! what the kernel stores.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::filecheck::FileCheck;
use super::lines::{Body, FAR, Line, Piece, read};
use super::render::{Kept, Order, Set, Style, render, tied};

/// Lines that are checked where nothing tells which are needed.
const MOST: usize = 8;

/// The checks that `good` passes and `bad` does not; where there are such, they are of what
/// `before` has too.
///
/// # Errors
/// If no checks tell the texts apart.
pub fn telling_apart(tool: &FileCheck, before: &str, good: &str, bad: &str) -> Result<String> {
    for order in [Order::Free, Order::Text] {
        if let Some(checks) = preserved(tool, [before, good, bad], order) {
            return Ok(checks);
        }
    }
    let body = read(good);
    let apart = |set: &Set| {
        let checks = render(&body, set);
        !tool.passes(&checks, bad) && tool.passes(&checks, good)
    };
    let orders = [Order::Free, Order::Text, Order::Next].into_iter();
    let mut sets =
        orders.flat_map(|order| [Style::Short, Style::Full].map(|style| all(&body, style, order)));
    let Some(set) = sets.find(&apart) else {
        bail!("no CHECK lines that the right output passes tell it from the wrong one");
    };
    Ok(render(&body, &smaller(&body, set, &apart)))
}

/// Checks of what the right output keeps of the text before and the wrong one does not: lines of
/// the text before are added from the effects on, until the wrong output does not pass.
fn preserved(tool: &FileCheck, texts: [&str; 3], order: Order) -> Option<String> {
    let [before, good, bad] = texts;
    let body = read(before);
    let keeps = |set: &Set| {
        let checks = render(&body, set);
        tool.passes(&checks, good) && tool.passes(&checks, before)
    };
    let fails = |set: &Set| !tool.passes(&render(&body, set), bad);
    let mut left: Vec<usize> = (0..body.lines.len()).collect();
    left.retain(|at| !body.lines[*at].name.is_empty());
    left.sort_by_key(|at| (body.lines[*at].depth, *at));
    let mut set = Set::empty(order);
    loop {
        let known = left.len();
        for line in std::mem::take(&mut left) {
            let more = set.with(line);
            if !keeps(&more) {
                // It may be found where it should once others stand before it.
                left.push(line);
            } else if fails(&more) {
                let set = smaller(&body, more, &|set: &Set| fails(set) && keeps(set));
                return Some(render(&body, &set));
            } else {
                set = more;
            }
        }
        if left.len() == known {
            return None;
        }
    }
}

/// Checks of what the pass changes, where there is no wrong output to tell it from: the label and a
/// few lines that `before` does not have.
///
/// # Errors
/// If the text has no function, or does not pass its own checks.
pub fn of_good(tool: &FileCheck, before: &str, good: &str) -> Result<String> {
    let (body, old) = (read(good), read(before));
    let known: BTreeSet<String> = old.lines.iter().map(|line| plain(&old, line)).collect();
    let new = |at: &usize| !known.contains(&plain(&body, &body.lines[*at]));
    let named = (0..body.lines.len()).filter(|at| !body.lines[*at].name.is_empty());
    let mut wanted: Vec<usize> = named.clone().filter(new).collect();
    if wanted.is_empty() {
        wanted = named.collect();
    }
    wanted.sort_by_key(|at| (body.lines[*at].depth, *at));
    let mut set = Set::empty(Order::Text);
    for line in wanted {
        if set.kept.len() == MOST {
            break;
        }
        // A line may be found at an earlier place, where those after it do not follow.
        let more = set.with(line);
        if tool.passes(&render(&body, &more), good) {
            set = more;
        }
    }
    let checks = render(&body, &set);
    let checked = tool.run(&checks, good, None)?;
    if !checked.passes {
        bail!("the right output does not pass its own checks: {}", checked.message);
    }
    Ok(checks)
}

/// Checks that every function comes out, and nothing of what is in it: all that is known of a right output
/// where neither one nor a wrong one is there. Functions are named without the operation that they are,
/// which a pass may lower.
///
/// # Errors
/// If the text has no function.
pub fn labels(before: &str) -> Result<String> {
    let names = read(before).functions.into_iter().map(|function| function.label);
    let names = names.filter_map(|label| Some(label[label.find('@')?..].to_owned()));
    let checks: String = names.map(|name| format!("// CHECK-LABEL: {name}\n")).collect();
    if checks.is_empty() {
        bail!("no function is in the module");
    }
    Ok(checks)
}

/// A line without names of values and with its aliases spelled out.
fn plain(body: &Body, line: &Line) -> String {
    fn add(out: &mut String, body: &Body, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Value(_) => out.push('%'),
                Piece::Alias(alias) => add(out, body, &body.aliases[*alias].1),
            }
        }
    }
    let mut out = String::new();
    add(&mut out, body, &line.pieces);
    out
}

fn all(body: &Body, style: Style, order: Order) -> Set {
    let kept = (0..body.lines.len()).map(|line| Kept { line, style }).collect();
    Set { kept, order }
}

/// No more than is needed.
fn smaller(body: &Body, set: Set, apart: &dyn Fn(&Set) -> bool) -> Set {
    let set = near(body, set, apart);
    let set = fewer(body, set, apart);
    let set = barer(body, set, apart);
    // What is left of them often stands in the order of the text, which is easier to read.
    let plain = Set { order: Order::Text, ..set.clone() };
    if set.order == Order::Free && apart(&plain) { plain } else { set }
}

/// The lines that are nearest to the effects and do.
fn near(body: &Body, set: Set, apart: &dyn Fn(&Set) -> bool) -> Set {
    let depth = |kept: &Kept| body.lines[kept.line].depth;
    let most = set.kept.iter().map(depth).filter(|depth| *depth != FAR).max().unwrap_or(0);
    for limit in 0..=most {
        let kept = set.kept.iter().copied().filter(|kept| depth(kept) <= limit).collect();
        let less = Set { kept, order: set.order };
        if apart(&less) {
            return less;
        }
    }
    set
}

/// Leaves lines out, long runs and those that are far from the effects first.
fn fewer(body: &Body, mut set: Set, apart: &dyn Fn(&Set) -> bool) -> Set {
    let mut length = set.kept.len();
    while length > 0 {
        let mut lines: Vec<usize> = set.kept.iter().map(|kept| kept.line).collect();
        lines.sort_by_key(|line| (std::cmp::Reverse(body.lines[*line].depth), *line));
        let before = set.kept.len();
        for run in lines.chunks(length) {
            let kept = set.kept.iter().copied().filter(|kept| !run.contains(&kept.line)).collect();
            let less = Set { kept, order: set.order };
            if apart(&less) {
                set = less;
            }
        }
        // What was needed before a line went may not be any more.
        if length > 1 || set.kept.len() == before {
            length /= 2;
        }
    }
    set
}

/// Leaves operands out that name no value of another line.
fn barer(body: &Body, mut set: Set, apart: &dyn Fn(&Set) -> bool) -> Set {
    for at in 0..set.kept.len() {
        let line = &body.lines[set.kept[at].line];
        let tied = tied(body, &set);
        let free = |piece: &Piece| matches!(piece, Piece::Value(value) if !tied.contains(value));
        let operands = &line.pieces[line.results..line.short];
        let values = operands.iter().filter(|piece| matches!(piece, Piece::Value(_)));
        let unnamed = values.clone().all(free) && values.count() > 0;
        if unnamed && !line.name.is_empty() && set.kept[at].style == Style::Short {
            let mut bare = set.clone();
            bare.kept[at].style = Style::Bare;
            if apart(&bare) {
                set = bare;
            }
        }
    }
    set
}
