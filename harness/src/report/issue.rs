//! `issue.md`: a report in the form that Triton's template for bugs asks for.

use std::fmt::Write;

use super::markdown::escape;
use super::minimal::{Bad, Minimal, Tried, fenced};

/// The text of an issue. `regression` is the lit test, where there is one.
pub fn issue(minimal: &Minimal, regression: Option<&str>) -> String {
    let mut out = String::new();
    if let Some(known) = &minimal.record.known {
        let _ = write!(out, "Known as {known}: do not file it again.\n\n");
    }
    let _ = write!(out, "### Describe the bug\n\n{}\n\n", escape(&minimal.summary()));
    if let Some(script) = &minimal.script {
        out.push_str(&shown(script));
    }
    observed(&mut out, minimal);
    if let Some((seen, runs)) = minimal.flaky {
        let _ = write!(out, "It is not seen in each run: in {seen} of {runs}.\n\n");
    }
    if let (Some(flag), Some(test)) = (minimal.flag(), regression) {
        let _ = write!(out, "The pass alone, with `triton-opt {flag}`, as a lit test:\n\n");
        out.push_str(&fenced("mlir", test));
        out.push('\n');
    }
    environment(&mut out, minimal);
    out
}

/// The script, or of a long one the kernel: an issue has 65,536 characters at most.
fn shown(script: &str) -> String {
    const LONGEST: usize = 20_000;
    if script.len() <= LONGEST {
        return format!("This script shows it:\n\n{}\n", fenced("python", script));
    }
    let kernel = script.split_once("\n@triton.jit").map_or(script, |(_, kernel)| kernel);
    let kernel = kernel.split("\n\n\n# Name, element").next().unwrap_or_default();
    let text = fenced("python", &format!("@triton.jit{kernel}"));
    format!("The attached script (`kernel.py`) shows it. Its kernel is:\n\n{text}\n")
}

fn observed(out: &mut String, minimal: &Minimal) {
    match (&minimal.bad, &minimal.sides) {
        (Some(Bad::Crash(message)), _) => {
            let _ = write!(out, "The compiler ends with:\n\n{}\n", fenced("", message));
        }
        (_, Some(sides)) => {
            let (due, found) = (&sides.before.value, &sides.after.value);
            let text = match [due, found].contains(&&"ends".to_owned()) {
                true => sides.sentence(),
                false => format!("{}\nexpected: {due}\nobserved: {found}", sides.place),
            };
            out.push_str(&fenced("", &text));
            out.push('\n');
        }
        _ => {
            out.push_str(&fenced("", &minimal.record.detail));
            out.push('\n');
        }
    }
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
    let _ = match minimal.before {
        Some(_) => writeln!(out, "\nGPU: none is needed, compiled for {target}"),
        None => writeln!(out, "\nGPU: {target}"),
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
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
