//! `issue.md`: a report in the form that Triton's template for bugs asks for.

use std::fmt::Write;

use super::markdown::{escape, title};
use super::minimal::{Bad, Minimal, Tried, fenced};

/// The text of an issue. `regression` is the lit test, where there is one.
pub fn issue(minimal: &Minimal, regression: Option<&str>) -> String {
    let mut out = format!("Title: {}\n\n", title(&minimal.title()));
    if let Some(known) = &minimal.record.known {
        let _ = write!(out, "Known as {}: do not file it again.\n\n", escape(known));
    }
    let _ = write!(out, "### Describe the bug\n\n{}\n\n", escape(&minimal.summary()));
    match (&minimal.short, &minimal.script) {
        (Some(short), _) => out.push_str(&shown_short(short, minimal.needs_gpu)),
        (None, Some(script)) => out.push_str(&shown(script, minimal.needs_gpu)),
        (None, None) => {}
    }
    observed(&mut out, minimal);
    if let Some((seen, runs)) = minimal.flaky {
        let _ = write!(out, "It is not seen in each run: in {seen} of {runs}.\n\n");
    }
    pass_alone(&mut out, minimal, regression);
    environment(&mut out, minimal);
    out
}

/// The short script, and what the attached one does beyond it.
fn shown_short(script: &str, needs_gpu: bool) -> String {
    let (place, beyond) = match needs_gpu {
        true => (" on a GPU", "also checks the buffers that must not change"),
        false => (", without a GPU too", "also launches the kernel where there is a GPU"),
    };
    let script = fenced("python", script);
    format!("This script shows it{place}:\n\n{script}\nThe attached `kernel.py` {beyond}.\n\n")
}

/// The script, or of a long one the kernel: an issue has 65,536 characters at most.
fn shown(script: &str, needs_gpu: bool) -> String {
    const LONGEST: usize = 20_000;
    let place = match needs_gpu {
        true => " on a GPU (without one it only compiles the kernel)",
        false => ", without a GPU too",
    };
    if script.len() <= LONGEST {
        return format!("This script shows it{place}:\n\n{}\n", fenced("python", script));
    }
    let kernel = script.split_once("\n@triton.jit").map_or(script, |(_, kernel)| kernel);
    let kernel = kernel.split("\n\n\n# Name, element").next().unwrap_or_default();
    let text = fenced("python", &format!("@triton.jit{kernel}"));
    format!("The attached script (`kernel.py`) shows it{place}. Its kernel is:\n\n{text}\n")
}

/// What the script shows, or the compiler says.
fn observed(out: &mut String, minimal: &Minimal) {
    match &minimal.bad {
        Some(Bad::Crash(message)) => {
            let _ = write!(out, "The compiler ends with:\n\n{}\n", fenced("", message));
        }
        // What is wrong with the module stands below it, in its own words.
        _ if minimal.script.is_none() && minimal.sides.is_some() => {}
        _ => {
            let _ = write!(out, "Observed:\n\n{}\n", fenced("", &minimal.record.detail));
        }
    }
}

/// The module that the pass goes wrong on, and how.
fn pass_alone(out: &mut String, minimal: &Minimal, regression: Option<&str>) {
    let (Some(flag), Some(before)) = (minimal.flag(), &minimal.before) else { return };
    let how = match (regression, &minimal.good) {
        (None, _) => "on this module",
        (Some(_), Some(_)) => "as a lit test",
        (Some(_), None) => "as a lit test, which must be given the checks of a right output",
    };
    let text = fenced("mlir", regression.unwrap_or(before));
    let _ = write!(out, "The pass alone, with `triton-opt {flag}`, {how}:\n\n{text}\n");
    let Some(sides) = &minimal.sides else { return };
    let (due, found) = (&sides.before.value, &sides.after.value);
    let text = match [due, found].contains(&&"ends".to_owned()) {
        true => sides.sentence(),
        false => format!("{}\nexpected: {due}\nobserved: {found}", sides.place),
    };
    let _ = write!(out, "What this module does after the pass:\n\n{}\n", fenced("", &text));
}

fn environment(out: &mut String, minimal: &Minimal) {
    let with = |shows: bool| -> Vec<&str> {
        let those = |tried: &&Tried| tried.shows == Some(shows);
        minimal.toolchains.iter().filter(those).map(|tried| tried.toolchain.as_str()).collect()
    };
    let (bad, good) = (with(true), with(false));
    let bad = if bad.is_empty() { vec![minimal.record.toolchain.as_str()] } else { bad };
    let _ = write!(out, "### Environment details\n\nTriton: {}", bad.join(", "));
    if !good.is_empty() {
        let _ = write!(out, " (not seen with {})", good.join(", "));
    }
    let target = &minimal.record.target;
    let _ = match (minimal.needs_gpu, &minimal.before) {
        (true, Some(_)) => writeln!(out, "\nGPU: {target}; the pass alone needs none"),
        (true, None) => writeln!(out, "\nGPU: {target}"),
        (false, _) => writeln!(out, "\nGPU: none is needed, compiled for {target}"),
    };
}

#[cfg(test)]
mod tests {
    use super::super::minimal::example;
    use super::*;

    #[test]
    fn it_has_the_template_s_parts() {
        let text = issue(&example(), Some("// RUN: x\n"));
        for part in [
            "### Describe the bug\n",
            "```python\nimport triton\n```",
            "%out[3]\nexpected: 5\nobserved: 7",
            "```mlir\n// RUN: x\n```",
            "### Environment details\n\nTriton: triton==3.8.0 (not seen with triton==3.9.0)\nGPU: ",
            "Observed:\n\n```\nout[3] holds a[17], expected a[3]\n```",
            "GPU: cuda:90; the pass alone needs none",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.starts_with("Title: p"), "{text}");
        // What is said of the module stands after it, and not after the script.
        assert!(text.find("```mlir") < text.find("expected: 5"), "{text}");
    }

    #[test]
    fn a_short_script_takes_the_place_of_the_long_one() {
        let short = Some("import torch\n".to_owned());
        let text = issue(&Minimal { short, ..example() }, None);
        let part = "This script shows it on a GPU:\n\n```python\nimport torch\n```\n\nThe attached `kernel.py`";
        assert!(text.contains(part) && !text.contains("import triton"), "{text}");
        assert!(text.contains(".\n\nObserved:"), "{text}");
    }

    #[test]
    fn what_fails_to_compile_needs_no_gpu() {
        let bad = Some(Bad::Crash("a.cpp:1: Assertion `x' failed".into()));
        let minimal = Minimal { bad, sides: None, needs_gpu: false, ..example() };
        let text = issue(&minimal, None);
        for part in [
            "This script shows it, without a GPU too:",
            "on this module:\n\n```mlir\nmodule {\n}\n```",
            "GPU: none is needed, compiled for cuda:90\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
