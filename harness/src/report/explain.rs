//! `explain.md`: what is wrong, where, who shows it, and how to see it again.

use std::fmt::Write;

use super::classes::section;
use super::markdown::{code, escape, row};
use super::minimal::{Bad, Minimal, OWN_BUILD, Side, Sides, fenced};

/// Said where nobody knows that it gets no smaller.
const CUT_SHORT: &str = "**It may get smaller**: a search ended at its limit. `reduce` with larger \
                         `--attempts` and `--time` goes on where it stopped.\n\n";

/// The explanation of a finding that was made small. `has_test`: whether there is a lit test of it.
pub fn explain(minimal: &Minimal, has_test: bool) -> String {
    let mut out = format!("# {}\n\n{}\n\n", escape(&minimal.record.id), escape(&minimal.summary()));
    place(&mut out, minimal);
    if let Some(classes) = &minimal.record.classes {
        out.push_str(&section(classes));
    }
    if let Some(sides) = &minimal.sides {
        side_by_side(&mut out, sides);
    }
    if let Some(Bad::Crash(message)) = &minimal.bad {
        let _ = write!(out, "## What the pass says\n\n{}\n", fenced("", message));
    }
    toolchains(&mut out, minimal);
    commands(&mut out, minimal, has_test);
    numbers(&mut out, minimal);
    out
}

fn place(out: &mut String, minimal: &Minimal) {
    let record = &minimal.record;
    let mut line = |name: &str, value: &str| out.push_str(&row(&[name, value]));
    line("what", "value");
    line("---", "---");
    line("kind", record.kind.name());
    line("first wrong pass", &code(minimal.pass_name().as_deref().unwrap_or("not known")));
    let own = if minimal.pass.is_some() { "Triton" } else { "not known" };
    line("layer", &code(minimal.layer.as_deref().unwrap_or(own)));
    line("target", &code(&record.target));
    line("how it comes about", minimal.reach.words());
    if let Some((seen, runs)) = minimal.flaky {
        line("not in each run", &format!("seen in {seen} of {runs}"));
    }
    line("known as", &record.known.as_deref().map_or_else(|| "no, it is new".to_owned(), code));
    out.push('\n');
}

fn side_by_side(out: &mut String, sides: &Sides) {
    let _ = write!(
        out,
        "## Side by side\n\n{}: {}, {}\n\n| | before the pass | after it |\n|---|---|---|\n",
        escape(&sides.what),
        code(&sides.place),
        escape(&sides.input)
    );
    let mut rows = |name: &str, before: &Side, after: &Side| {
        out.push_str(&row(&[name, &code(&before.value), &code(&after.value)]));
        if before.line.is_some() || after.line.is_some() {
            let line =
                |side: &Side| side.line.as_deref().map_or(String::new(), |line| code(line.trim()));
            out.push_str(&row(&["by", &line(before), &line(after)]));
        }
    };
    rows("value", &sides.before, &sides.after);
    if let Some((before, after)) = &sides.load {
        rows("a load reads", before, after);
    }
    out.push('\n');
}

fn toolchains(out: &mut String, minimal: &Minimal) {
    out.push_str("## Toolchains\n\n| toolchain | shows it | verdict |\n|---|---|---|\n");
    for tried in &minimal.toolchains {
        let shows = match tried.shows {
            Some(true) => "**yes**",
            Some(false) => "no",
            None => "not judged",
        };
        out.push_str(&row(&[&code(&tried.toolchain), shows, &escape(&tried.word)]));
    }
    out.push('\n');
    match &minimal.good {
        Some(good) => {
            let _ = write!(out, "The right output is that of {}.\n\n", code(&good.toolchain));
        }
        None if minimal.before.is_some() => {
            out.push_str("No toolchain is known to give the right output.\n\n");
        }
        None => {}
    }
}

fn commands(out: &mut String, minimal: &Minimal, has_test: bool) {
    let record = &minimal.record;
    let mut lines = String::new();
    if !record.replay.is_empty() {
        let _ = writeln!(lines, "{}", record.replay);
    }
    if let (Some(pass), true) = (minimal.pass_name(), minimal.before.is_some()) {
        let _ = writeln!(
            lines,
            "tritonsmith tv before.mlir --pass '{pass}' --toolchain {} --target {}",
            record.toolchain, record.target
        );
    }
    match minimal.flag().filter(|_| minimal.before.is_some()) {
        Some(flag) if has_test => {
            let test = "regression.mlir -split-input-file";
            let _ = writeln!(lines, "triton-opt {test} {flag} | FileCheck regression.mlir");
        }
        Some(flag) => {
            let _ = writeln!(lines, "triton-opt before.mlir {flag}");
        }
        None => {}
    }
    if minimal.script.is_some() {
        let place =
            if minimal.needs_gpu { "  # on a GPU; without one it only compiles" } else { "" };
        let _ = writeln!(lines, "python kernel.py{place}");
    }
    let _ = write!(out, "## To see it again\n\n{}\n", fenced("sh", &lines));
    if record.toolchain == OWN_BUILD {
        out.push_str("VENV is the environment that Triton was built in.\n\n");
    }
}

fn numbers(out: &mut String, minimal: &Minimal) {
    if minimal.cut_short {
        out.push_str(CUT_SHORT);
    }
    let numbers = minimal.numbers;
    let rows = [("statements of the kernel", numbers.statements), ("lines of MLIR", numbers.lines)];
    if rows.iter().all(|(_, sizes)| sizes.is_none()) {
        return;
    }
    out.push_str("## Reduction\n\n| | before | after |\n|---|---|---|\n");
    for (name, sizes) in rows {
        if let Some((before, after)) = sizes {
            out.push_str(&row(&[name, &before.to_string(), &after.to_string()]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::minimal::example;
    use super::*;

    #[test]
    fn it_has_values_versions_commands_and_numbers() {
        let text = explain(&example(), true);
        for part in [
            "| first wrong pass | `p{a=1 b=2}` |",
            "| value | `5` | `7` |",
            "| by | `tt.store %1, %2` | `tt.store %1, %3` |",
            "| `triton==3.8.0` | **yes** | different |",
            "before.mlir --pass 'p{a=1 b=2}' --toolchain triton==3.8.0 --target cuda:90",
            "triton-opt regression.mlir -split-input-file -p=\"a=1 b=2\" | FileCheck regression.mlir",
            "tritonsmith replay findings/mismatch-12ab",
            "| statements of the kernel | 25 | 6 |",
            "reachable from Python",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn a_bar_ends_no_cell_and_has_no_backslash_elsewhere() {
        let mut minimal = example();
        let sides = minimal.sides.as_mut().unwrap();
        sides.place = "%a|b".into();
        sides.before.value = "1|2".into();
        let text = explain(&minimal, true);
        assert!(text.contains("\n\nwrong store: `%a|b`, input 0\n\n"), "{text}");
        assert!(text.contains("| value | `1\\|2` | `7` |\n"), "{text}");
    }

    #[test]
    fn it_says_who_agrees_where_that_is_known() {
        let mut minimal = example();
        assert!(!explain(&minimal, true).contains("## Who agrees"));
        minimal.record.classes = Some(super::super::classes::example());
        let text = explain(&minimal, true);
        assert!(text.contains("\n\n## Who agrees\n\n| together | left |"), "{text}");
        assert!(text.contains("\n\nalone: cuda cubin\n\n## Side by side"), "{text}");
    }

    #[test]
    fn a_search_that_was_stopped_is_told() {
        let mut minimal = example();
        assert!(!explain(&minimal, true).contains("may get smaller"));
        minimal.cut_short = true;
        assert!(explain(&minimal, true).contains("**It may get smaller**"));
    }

    #[test]
    fn a_build_of_one_s_own_is_named_by_no_folder() {
        let mut minimal = example();
        assert!(!explain(&minimal, true).contains("VENV"));
        minimal.record.toolchain = OWN_BUILD.to_owned();
        let text = explain(&minimal, true);
        assert!(text.contains("--toolchain path:VENV") && text.contains("VENV is"), "{text}");
    }

    #[test]
    fn a_crash_has_its_message() {
        let bad = Some(Bad::Crash("C.cpp:1: Assertion".into()));
        let text = explain(&Minimal { bad, sides: None, good: None, ..example() }, false);
        assert!(text.contains("What the pass says\n\n```\nC.cpp:1: Assertion\n```"), "{text}");
        assert!(text.contains("No toolchain is known"));
    }
}
