//! Finds MLIR's "IR dump before" texts in what a compiler printed.

use super::artifact::PassText;

const MARK: &str = "// -----// IR Dump Before ";

/// What the lines that follow belong to.
enum Inside {
    Nothing,
    Dump,
    /// A pass's own print of its intermediate IR ("SoftwarePipeliner internal IR Dump ...").
    Internal,
}

/// Splits `output` into the dumps and everything else. A dump runs up to the next one, less what a
/// failing pass printed after it: diagnostics start with a location or a stack trace, not with IR.
pub(super) fn split(output: &str) -> (Vec<PassText>, String) {
    let mut dumps: Vec<PassText> = Vec::new();
    let mut rest = String::new();
    let mut inside = Inside::Nothing;
    for line in output.split_inclusive('\n') {
        if let Some(pass) = header(line) {
            dumps.push(PassText { pass, text: String::new() });
            inside = Inside::Dump;
        } else if line.starts_with("// -----// ") {
            inside = Inside::Internal;
        } else if is_diagnostic(line) {
            inside = Inside::Nothing;
        }
        match (&inside, dumps.last_mut()) {
            (Inside::Dump, Some(dump)) if !line.contains(MARK) => dump.text.push_str(line),
            (Inside::Nothing, _) => rest.push_str(line),
            _ => {}
        }
    }
    (dumps, rest)
}

/// The pass of `// -----// IR Dump Before Class: name{options} ('op' operation) //----- //`; wheels
/// print either both names or `Class (name)`.
fn header(line: &str) -> Option<String> {
    let rest = line.split_once(MARK)?.1;
    let rest = rest.split(" ('").next().unwrap_or(rest);
    let rest = rest.split(" //-----").next().unwrap_or(rest).trim();
    if let Some((_, name)) = rest.split_once(": ") {
        return Some(name.trim().to_owned());
    }
    if let Some((_, name)) = rest.split_once(" (") {
        return Some(name.trim_end_matches(')').trim().to_owned());
    }
    Some(rest.to_owned())
}

fn is_diagnostic(line: &str) -> bool {
    let located = line.contains(": error: ") || line.contains(": note: ");
    located
        || line.contains(": Assertion `")
        || line.starts_with("LLVM ERROR")
        || line.starts_with("Stack dump")
        || line.starts_with("PLEASE submit a bug report")
        || line.starts_with("error: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_are_split_and_named() {
        let output = "hello\n\
            // -----// IR Dump Before Inliner: inline{max-iterations=4 } ('builtin.module' operation) //----- //\n\
            module {\n}\n\n\
            // -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //\n\
            module @x {\n}\n\
            // -----// SoftwarePipeliner internal IR Dump Before: ExpandLoops\n\
            module @y {\n}\n\
            a.mlir:3:5: error: 'tt.load' op is bad\n\
            more about it\n";
        let (dumps, rest) = split(output);
        assert_eq!(dumps.len(), 2);
        assert_eq!(dumps[0].pass, "inline{max-iterations=4 }");
        assert_eq!(dumps[0].text, "module {\n}\n\n");
        assert_eq!(dumps[1].pass, "cse");
        assert_eq!(dumps[1].text, "module @x {\n}\n");
        assert_eq!(rest, "hello\na.mlir:3:5: error: 'tt.load' op is bad\nmore about it\n");
    }
}
