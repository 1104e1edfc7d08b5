//! Reader of lit tests: the parts of a file and the pass lists of its `RUN:` lines.
//!
//! Takes a file's text. What a line does that is more than running passes on the file (another
//! program, a plugin's environment, a reproducer) is a reason why its passes are not known, never
//! an error. Must not know toolchains: whether a pass exists is theirs to say.

use std::mem::take;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Number in its file, or in its section, from 0.
    pub number: usize,
    /// Lines before it.
    pub line: u32,
    /// Its text.
    pub text: String,
}

/// One command of the `RUN:` lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The line on which it begins, from 1.
    pub line: u32,
    /// The passes, with options in braces: `canonicalize`, `tritongpu-pipeline{num-stages=3}`; or
    /// why they are not known.
    pub passes: Result<Vec<String>, String>,
    /// Whether the file is several modules.
    pub split: bool,
    /// Whether `expected-error` comments are part of the test.
    pub verifies: bool,
    /// The section of the file that is read, where `split-file` made sections.
    pub section: Option<String>,
}

/// The line that stands between the parts.
const PART: &str = "// -----";
/// What `split-file` writes before a section's name.
const SECTION: &str = "//---";
/// Passes of Triton's own test driver that only print what a pass does, and that pass. What they print
/// is not needed where the result is executed.
const PRINTERS: [(&str, &str); 2] = [
    ("test-print-membar", "triton-nvidia-gpu-membar"),
    ("test-tritonamdgpu-membar", "triton-amdgpu-membar{gfx-arch=gfx942}"),
];
/// Options of the driver that say nothing about passes.
const OTHER: [&str; 5] = ["allow-unregistered-dialect", "verify-each", "mlir-", "debug", "emit-"];

impl Part {
    /// The text with as many empty lines before it that lines count from the start of the file.
    pub fn in_place(&self) -> String {
        format!("{}{}", "\n".repeat(self.line as usize), self.text)
    }

    /// Whether the test wants a diagnostic of an error.
    pub fn expects_error(&self) -> bool {
        self.text.contains("expected-error")
    }

    /// Whether there is anything but comments.
    pub fn is_empty(&self) -> bool {
        let code = |line: &str| line.split("//").next().unwrap_or("").trim().to_owned();
        self.text.lines().all(|line| code(line).is_empty())
    }
}

/// A pass's name without its options: of `pass{option=1}` the first word.
pub fn bare(pass: &str) -> &str {
    pass.split('{').next().unwrap_or_default().trim()
}

/// The `.mlir` files below a folder.
///
/// # Errors
/// If a folder cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut folders, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            // Links to folders are not followed, as one may lead back here.
            if kind.is_dir() {
                folders.push(path);
            } else if path.is_file() && path.extension().is_some_and(|end| end == "mlir") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The parts of a text between `// -----` lines; all of it where it is not to be split.
pub fn parts(text: &str, split: bool) -> Vec<Part> {
    let mut found = vec![Part { number: 0, line: 0, text: String::new() }];
    for (number, line) in (1u32..).zip(text.split_inclusive('\n')) {
        if split && line.trim_start().starts_with(PART) {
            found.push(Part { number: found.len(), line: number, text: String::new() });
        } else if let Some(part) = found.last_mut() {
            part.text.push_str(line);
        }
    }
    found
}

/// A section that `split-file` would make, with empty lines before it so that lines count from the
/// start of the file.
pub fn section(text: &str, name: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if let Some(rest) = line.strip_prefix(SECTION).and_then(|rest| rest.strip_prefix(' ')) {
            if found.is_some() {
                break;
            }
            found = (rest.trim() == name).then(|| "\n".repeat(number + 1));
        } else if let Some(found) = &mut found {
            found.push_str(line);
        }
    }
    found
}

/// The commands of a file that run passes, in order.
pub fn runs(text: &str) -> Vec<Run> {
    commands(text).into_iter().flat_map(|(line, text)| run(line, &text)).collect()
}

/// The commands with the lines on which they begin; lines that end with `\` go on.
fn commands(text: &str) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = Vec::new();
    let mut open = false;
    for (number, line) in (1u32..).zip(text.lines()) {
        let Some((_, command)) = line.split_once("RUN:") else { continue };
        let (command, goes_on) = match command.trim_end().strip_suffix('\\') {
            Some(command) => (command, true),
            None => (command, false),
        };
        match found.last_mut().filter(|_| open) {
            Some((_, before)) => {
                before.push(' ');
                before.push_str(command.trim());
            }
            None => found.push((number, command.trim().to_owned())),
        }
        open = goes_on;
    }
    found
}

/// Words of a shell's command line; each operator (`|`, `&&`, `;`, redirections) is one word.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut all = command.chars().peekable();
    while let Some(c) = all.next() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '|' | ';' | '&' | '>' | '<') if !word.ends_with('>') => {
                // `2>&1` is one word.
                if c == '>' || c == '<' {
                    word.push(c);
                    continue;
                }
                words.push(take(&mut word));
                let twice = all.next_if_eq(&c).is_some();
                words.push(if twice { format!("{c}{c}") } else { c.to_string() });
            }
            (None, c) if c.is_whitespace() => words.push(take(&mut word)),
            (_, c) => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// The runs of one command line; none where it only prepares files.
fn run(line: u32, command: &str) -> Option<Run> {
    let words = words(command);
    let mut commands = words.split(|word| matches!(word.as_str(), "|" | "&&" | ";" | "||"));
    // What comes after a pipe only reads the text.
    let first = commands.next().unwrap_or_default();
    let program = first.first().map(String::as_str).unwrap_or_default();
    if matches!(program, "split-file" | "cat" | "rm" | "mkdir") {
        return None;
    }
    let mut run =
        Run { line, passes: Ok(Vec::new()), split: false, verifies: false, section: None };
    run.passes = passes(first, &mut run);
    Some(run)
}

/// Reads the words of one program.
fn passes(words: &[String], run: &mut Run) -> Result<Vec<String>, String> {
    let (program, rest) = words.split_first().ok_or("an empty RUN line")?;
    if program == "not" {
        return Err("the RUN line expects a failure".to_owned());
    }
    let name = program.rsplit('/').next().unwrap_or(program);
    if !name.ends_with("-opt") || name == "opt" {
        return Err(format!("the RUN line runs {name}"));
    }
    let (mut passes, mut input) = (Vec::new(), None);
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        let Some(option) = word.strip_prefix('-').filter(|option| !option.is_empty()) else {
            if word.ends_with(['>', '<']) {
                rest.next(); // where the output goes
            } else if !word.contains(['>', '<']) {
                input = Some(word.as_str());
            }
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        match name {
            "split-input-file" => run.split = true,
            "verify-diagnostics" => run.verifies = true,
            "o" => drop(rest.next()),
            "pass-pipeline" => passes.extend(pipeline(value)?),
            "run-reproducer" => return Err("the passes are those of a reproducer".to_owned()),
            "dump-pass-pipeline" => {}
            name if OTHER.iter().any(|other| name.starts_with(other)) => {}
            name => passes.push(spell(name, value)),
        }
    }
    match input {
        Some("%s") => Ok(passes),
        Some(input) if input.starts_with("%t/") => {
            run.section = Some(input["%t/".len()..].to_owned());
            Ok(passes)
        }
        Some(input) => Err(format!("the RUN line reads {input}")),
        None => Err("the RUN line reads no file".to_owned()),
    }
}

fn spell(name: &str, options: &str) -> String {
    let pass = PRINTERS.iter().find(|(printer, _)| *printer == name);
    let name = pass.map_or(name, |(_, pass)| pass);
    let options = options.trim().trim_start_matches('{').trim_end_matches('}').trim();
    match options {
        "" => name.to_owned(),
        options => format!("{name}{{{options}}}"),
    }
}

/// The passes of `builtin.module(a,b{x=1},tt.func(c))`, in order.
fn pipeline(text: &str) -> Result<Vec<String>, String> {
    let broken = || format!("the pipeline {text} is not understood");
    let (mut passes, mut item) = (Vec::new(), String::new());
    let (mut braces, mut parentheses) = (0u32, 0u32);
    let mut end = |item: &mut String| {
        let whole = take(item);
        let whole = whole.trim();
        let (name, options) = whole.split_once('{').unwrap_or((whole, ""));
        if !name.trim().is_empty() {
            passes.push(spell(name.trim(), options));
        }
    };
    for c in text.chars() {
        match (c, braces) {
            ('{', _) => braces += 1,
            ('}', _) => braces = braces.checked_sub(1).ok_or_else(broken)?,
            ('(', 0) => {
                // What stands before it names the kind of operation.
                item.clear();
                parentheses += 1;
                continue;
            }
            (')', 0) => {
                end(&mut item);
                parentheses = parentheses.checked_sub(1).ok_or_else(broken)?;
                continue;
            }
            (',', 0) => {
                end(&mut item);
                continue;
            }
            _ => {}
        }
        item.push(c);
    }
    end(&mut item);
    if braces + parentheses == 0 { Ok(passes) } else { Err(broken()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Run {
        let mut runs = runs(text);
        assert_eq!(runs.len(), 1, "{runs:?}");
        runs.remove(0)
    }

    fn passes(text: &str) -> Vec<String> {
        only(text).passes.unwrap()
    }

    #[test]
    fn passes_and_their_options_in_every_spelling() {
        let line = "// RUN: triton-opt %s -split-input-file --a-b=x=1 -c=\"y=2 z=3\" --d='e=f g=h' \
                    -cse | FileCheck %s --check-prefix=A";
        let run = only(line);
        assert_eq!(run.passes.unwrap(), ["a-b{x=1}", "c{y=2 z=3}", "d{e=f g=h}", "cse"]);
        assert!(run.split && !run.verifies && run.line == 1);
        assert_eq!(passes("// RUN:triton-opt %s -a -o %t 2>&1"), ["a"]);
        let printed = passes("// RUN: triton-opt %s -test-print-membar");
        assert_eq!(printed, ["triton-nvidia-gpu-membar"]);
        assert_eq!(passes("// RUN: triton-opt %s -b > %t && FileCheck -c %s"), ["b"]);
        assert_eq!(
            passes("// RUN: triton-opt -mlir-disable-threading %s -allow-unregistered-dialect"),
            [] as [&str; 0]
        );
    }

    #[test]
    fn pipelines_are_flattened() {
        let line = "// RUN: triton-opt %s -pass-pipeline='builtin.module(a{x=1 t=cuda:9 },b,\
                    tt.func(c,d{y=2}),e)'";
        assert_eq!(passes(line), ["a{x=1 t=cuda:9}", "b", "c", "d{y=2}", "e"]);
        let broken = only("// RUN: triton-opt %s --pass-pipeline=builtin.module(a").passes;
        assert!(broken.unwrap_err().contains("not understood"));
    }

    #[test]
    fn several_lines_and_continued_ones() {
        let text = "// RUN: triton-opt %s \\\n// RUN:   -a \\\n// RUN: -b\n\n// RUN: triton-opt %s \
                    -verify-diagnostics=only-expected -c\n";
        let found = runs(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].passes.as_deref(), Ok(&["a".to_owned(), "b".to_owned()][..]));
        assert_eq!((found[1].line, found[1].verifies), (5, true));
    }

    #[test]
    fn what_is_more_than_passes_is_a_reason() {
        for (line, part) in [
            ("not triton-opt %s -a", "failure"),
            ("env X=1 triton-opt %s -a", "runs env"),
            ("X=1 triton-opt %s -a", "runs X=1"),
            ("mlir-translate %s", "runs mlir-translate"),
            ("triton-opt --run-reproducer %s", "reproducer"),
            ("triton-opt %t.mlir -a", "%t.mlir"),
            ("triton-opt -a", "no file"),
        ] {
            let reason = only(&format!("// RUN: {line}")).passes.unwrap_err();
            assert!(reason.contains(part), "{line}: {reason}");
        }
        assert_eq!(runs("// RUN: split-file %s %t\nmodule {}\n"), []);
        let run = only("// RUN: split-file %s %t\n// RUN: triton-opt %t/a.mlir -c");
        assert_eq!(run.section.as_deref(), Some("a.mlir"));
    }

    #[test]
    fn parts_and_sections_keep_their_lines() {
        let text = "a\n// -----\nb\n\n  // -----\n// c\n";
        let found = parts(text, true);
        let lines: Vec<_> = found.iter().map(|part| (part.number, part.line)).collect();
        assert_eq!(lines, [(0, 0), (1, 2), (2, 5)]);
        assert_eq!(found[1].in_place(), "\n\nb\n\n");
        assert!(found[2].is_empty() && !found[1].is_empty());
        assert_eq!(parts(text, false).len(), 1);
        let text = "x\n//--- a.mlir\nb\n//--- c.mlir\nd\n";
        assert_eq!(section(text, "a.mlir").unwrap(), "\n\nb\n");
        assert_eq!(section(text, "c.mlir").unwrap(), "\n\n\n\nd\n");
        assert_eq!(section(text, "e.mlir"), None);
    }
}
