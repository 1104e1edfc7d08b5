//! A finding that was made small, with what was learnt on the way: what the texts for people are
//! made of. Whoever reduces fills it in.

use super::Record;
use super::plain::visible;

/// What commands call a Triton build that is in no package: its folder says nothing on another machine.
pub const OWN_BUILD: &str = "path:VENV";

/// Characters that a title has at most.
const TITLE: usize = 120;

/// A finding made as small as it gets.
#[derive(Clone, Debug)]
pub struct Minimal {
    /// The finding.
    pub record: Record,
    /// The first wrong pass, with its options in braces.
    pub pass: Option<String>,
    /// The smallest module that the pass goes wrong on.
    pub before: Option<String>,
    /// What the pass should make of it, where something makes it so.
    pub good: Option<Good>,
    /// What the pass makes of it.
    pub bad: Option<Bad>,
    /// Both sides of the first difference.
    pub sides: Option<Sides>,
    /// The smallest kernel as a script that runs alone.
    pub script: Option<String>,
    /// What is read in its place: the same without what a person need not read, where that is short.
    pub short: Option<String>,
    /// Whether the script shows it on a GPU only.
    pub needs_gpu: bool,
    /// The toolchains that it was tried on.
    pub toolchains: Vec<Tried>,
    /// How much smaller it has become.
    pub numbers: Numbers,
    /// How it can come about.
    pub reach: Reach,
    /// Triton, LLVM, ptxas or another layer that is to blame, in words.
    pub layer: Option<String>,
    /// How often it was seen, and in how many runs, where it is not seen in each.
    pub flaky: Option<(u32, u32)>,
    /// Whether a search ended because it could ask no more, and not because nothing smaller fails.
    pub cut_short: bool,
}

/// A right output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Good {
    /// The toolchain that makes it, or what else does.
    pub toolchain: String,
    /// The text.
    pub text: String,
}

/// A wrong output, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bad {
    /// The text after the pass.
    Text(String),
    /// The pass fails with this message.
    Crash(String),
}

/// Two runs side by side, where they first differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// What is wrong, in words: `wrong store`.
    pub what: String,
    /// The element of memory or what else differs.
    pub place: String,
    /// The input, in words.
    pub input: String,
    /// What was done before the pass.
    pub before: Side,
    /// What is done after it.
    pub after: Side,
    /// The load that reads another address, where that is why.
    pub load: Option<(Side, Side)>,
}

impl Sides {
    /// What must be and what is, in a sentence.
    pub fn sentence(&self) -> String {
        let Sides { what, place, before, after, .. } = self;
        // A place in a text says nothing to who does not have it.
        let short = |value: &str| match value.contains(", program (") {
            true => value.split(" at ").next().unwrap_or_default().to_owned(),
            false => value.to_owned(),
        };
        match (before.value.as_str(), after.value.as_str()) {
            ("ends", found) => {
                format!("before the pass the kernel runs to its end; after it: {}", short(found))
            }
            (due, "ends") => {
                format!("before the pass: {}; after it the kernel runs to its end", short(due))
            }
            (due, found) => {
                format!("{what}: {place} must be {due}, and is {found} after the pass.")
            }
        }
    }
}

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The value or the address.
    pub value: String,
    /// The line of the module that did it.
    pub line: Option<String>,
}

/// What one toolchain makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Its id.
    pub toolchain: String,
    /// Whether it shows it; not known where it could not be judged.
    pub shows: Option<bool>,
    /// The verdict in words.
    pub word: String,
}

/// Sizes before and after the reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Statements of the kernel.
    pub statements: Option<(usize, usize)>,
    /// Lines of MLIR.
    pub lines: Option<(usize, usize)>,
}

/// How a finding can come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A kernel in Python leads to it.
    Python,
    /// Only IR that no known kernel leads to.
    Ir,
}

impl Reach {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Reach::Python => "reachable from Python",
            Reach::Ir => "IR only",
        }
    }
}

impl Minimal {
    /// The spelling of the pass on `triton-opt`'s command line.
    pub fn flag(&self) -> Option<String> {
        self.pass_name().as_deref().map(flag)
    }

    /// The pass with the options that change what it does.
    pub fn pass_name(&self) -> Option<String> {
        let pass = self.pass.as_deref()?;
        let Some((name, options)) = pass.split_once('{') else { return Some(pass.to_owned()) };
        let options = options.trim_end().trim_end_matches('}').split_whitespace();
        let kept: Vec<&str> =
            options.filter(|option| !option.starts_with("dump-intermediate-steps")).collect();
        Some(match kept.is_empty() {
            true => name.to_owned(),
            false => format!("{name}{{{}}}", kept.join(" ")),
        })
    }

    /// What is wrong, in one or two sentences without markup.
    pub fn summary(&self) -> String {
        let culprit = self.culprit();
        match (&self.bad, &self.sides) {
            (Some(Bad::Crash(message)), _) => format!("{culprit} fails: {}", first_line(message)),
            (_, Some(sides)) => format!("{culprit}: {}", sides.sentence()),
            _ if self.record.kind.is_compilation() => {
                format!("{culprit} fails: {}", said(&self.record.detail))
            }
            _ => format!("{culprit}: {}", self.record.detail),
        }
    }

    /// What is wrong, short enough for the title of an issue.
    pub fn title(&self) -> String {
        let culprit = self.culprit();
        let title = match (&self.bad, &self.sides) {
            (Some(Bad::Crash(message)), _) => format!("{culprit} fails: {}", said(message)),
            (_, Some(sides)) => format!("{culprit} makes wrong code: {}", sides.what),
            _ if self.record.kind.is_compilation() => {
                format!("{culprit} fails: {}", said(&self.record.detail))
            }
            _ => format!("{culprit}: {}", self.record.kind),
        };
        let end = title.char_indices().nth(TITLE);
        match end {
            Some((at, _)) => format!("{}...", title[..at].trim_end()),
            None => title,
        }
    }

    /// The pass, or else the stage that fails, or else what is known of where it is.
    fn culprit(&self) -> String {
        let stage = self.record.signature.split(" | ").nth(1);
        match (self.pass_name(), stage) {
            (Some(pass), _) => pass,
            (None, Some(stage)) if self.record.kind.is_compilation() => {
                format!("the stage {stage}")
            }
            _ => "the compiler".to_owned(),
        }
    }
}

/// A pass as `triton-opt` wants it: of `p{a=1 b=2}` it is `-p="a=1 b=2"`.
fn flag(pass: &str) -> String {
    let (name, options) = pass.split_once('{').unwrap_or((pass, ""));
    let options: Vec<&str> = options.trim_end().trim_end_matches('}').split_whitespace().collect();
    match options.as_slice() {
        [] => format!("-{}", name.trim()),
        [one] => format!("-{}={one}", name.trim()),
        all => format!("-{}=\"{}\"", name.trim(), all.join(" ")),
    }
}

/// The first line that says something, in which paths are cut to the names of their files.
fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    without_folders(line.trim().trim_start_matches("python: "))
}

/// What a message says: the condition of an assertion, or what follows the place of an error.
fn said(message: &str) -> String {
    let line = first_line(message);
    if let Some((_, condition)) = line.split_once("Assertion ") {
        return format!("assertion {condition}");
    }
    line.rsplit_once("error: ").map_or(line.clone(), |(_, said)| said.to_owned())
}

/// The text with each path cut to the name of its file.
fn without_folders(text: &str) -> String {
    let ends = |c: char| c.is_whitespace() || "\"'`:)(,=".contains(c);
    let mut out = String::new();
    for part in text.split_inclusive(ends) {
        let is_path = part.starts_with('/') && part.len() > 2;
        out.push_str(if is_path { part.rsplit('/').next().unwrap_or_default() } else { part });
    }
    out
}

/// A block of code that ends where `text` does, whatever it holds.
pub(super) fn fenced(language: &str, text: &str) -> String {
    let text = visible(text);
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

#[cfg(test)]
pub(super) fn example() -> Minimal {
    let side = |value: &str, line: &str| Side { value: value.into(), line: Some(line.into()) };
    let tried = |toolchain: &str, shows, word: &str| Tried {
        toolchain: toolchain.into(),
        shows: Some(shows),
        word: word.into(),
    };
    Minimal {
        record: Record {
            pass: Some("p{a=1 b=2}".into()),
            toolchain: "triton==3.8.0".into(),
            ..super::example()
        },
        pass: Some("p{a=1 b=2}".into()),
        before: Some("module {\n}\n".into()),
        good: Some(Good { toolchain: "triton==3.9.0".into(), text: "module {\n}\n".into() }),
        bad: Some(Bad::Text("module {\n}\n".into())),
        sides: Some(Sides {
            what: "wrong store".into(),
            place: "%out[3]".into(),
            input: "input 0".into(),
            before: side("5", "tt.store %1, %2"),
            after: side("7", "tt.store %1, %3"),
            load: None,
        }),
        script: Some("import triton\n".into()),
        short: None,
        needs_gpu: true,
        toolchains: vec![
            tried("triton==3.8.0", true, "different"),
            tried("triton==3.9.0", false, "equal"),
        ],
        numbers: Numbers { statements: Some((25, 6)), lines: Some((80, 12)) },
        reach: Reach::Python,
        layer: None,
        flaky: None,
        cut_short: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_spelled_for_the_command_line() {
        assert_eq!(flag("cse"), "-cse");
        assert_eq!(flag("p{num-stages=3}"), "-p=num-stages=3");
        assert_eq!(flag("p{a=1 b=2 }"), "-p=\"a=1 b=2\"");
        let pass = Some("p{dump-intermediate-steps=true num-stages=2}".to_owned());
        let minimal = Minimal { pass, ..example() };
        assert_eq!(minimal.flag().as_deref(), Some("-p=num-stages=2"));
    }

    #[test]
    fn titles_are_short_and_say_what_fails() {
        let mut minimal = example();
        assert_eq!(minimal.title(), "p{a=1 b=2} makes wrong code: wrong store");
        let message = "python: /a/b/C.cpp:3: void f(): Assertion `x.hasOneUse()' failed.";
        minimal.bad = Some(Bad::Crash(message.to_owned()));
        assert_eq!(minimal.title(), "p{a=1 b=2} fails: assertion `x.hasOneUse()' failed.");
        minimal.bad = Some(Bad::Crash(format!("Assertion `{}'", "x".repeat(500))));
        assert!(minimal.title().len() < TITLE + 5);
    }

    #[test]
    fn what_fails_in_no_pass_is_told_by_its_stage() {
        let mut minimal = Minimal { pass: None, bad: None, sides: None, ..example() };
        let record = &mut minimal.record;
        record.kind = crate::oracle::FindingKind::CompilerError;
        record.signature = "compiler-error | llir | could not find it".to_owned();
        record.detail =
            "Backend in llir: loc(\"v3\"(\"<kernel>\":9:10)): error: no such thing".to_owned();
        assert_eq!(minimal.summary(), "the stage llir fails: no such thing");
        assert_eq!(minimal.title(), minimal.summary());
    }

    #[test]
    fn a_message_says_nothing_of_the_machine() {
        let said = first_line("\n/a/b/C.cpp:3: Assertion `x' failed\n");
        assert_eq!(said, "C.cpp:3: Assertion `x' failed");
        assert_eq!(first_line("python: loc(\"/root/x.py\":3:4) a/b"), "loc(\"x.py\":3:4) a/b");
        assert!(fenced("", "a ``` b").starts_with("````\n"));
    }
}
