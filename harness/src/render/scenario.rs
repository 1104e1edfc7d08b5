//! Scenarios as Python: the modules, and the code of each step.

use std::collections::BTreeMap;

use crate::globals::{Effect, Kind, Place, Unspecialized};
use crate::testcase::scenario::{Event, MODULES, Read, Reader, Scenario};

/// The modules of a scenario, by name.
pub fn modules(scenario: &Scenario) -> BTreeMap<String, String> {
    let (main, side) = MODULES;
    let text = |template: fn(&Place<'_>) -> String| {
        let bindings = (0..scenario.bindings.len()).map(|at| place(scenario, at, 0));
        let parts = bindings.map(|place| template(&place)).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("\n\n")
    };
    let header = "import triton\nimport triton.language as tl\n";
    let side_text = text(|place| place.fill(place.kind.side));
    let import = if side_text.is_empty() { "" } else { "import ts_side\n" };
    let definitions = text(|place| place.fill(place.kind.main));
    let kernels: String = scenario.kernels.iter().map(|k| kernel(scenario, k)).collect();
    let mut modules = BTreeMap::new();
    modules.insert(main.to_owned(), format!("{header}{import}\n{definitions}\n\n{kernels}"));
    if !side_text.is_empty() {
        modules.insert(side.to_owned(), format!("{header}\n{side_text}\n"));
    }
    modules
}

/// A binding in a version.
pub fn place(scenario: &Scenario, binding: usize, version: u32) -> Place<'_> {
    Place {
        kind: scenario.kind(binding),
        name: &scenario.bindings[binding].name,
        number: binding as u32,
        version,
    }
}

fn kernel(scenario: &Scenario, reader: &Reader) -> String {
    let mut helpers = String::new();
    let mut body = String::new();
    for (at, read) in reader.reads.iter().enumerate() {
        let place = place(scenario, read.binding, 0);
        let expression = place.fill(place.kind.read);
        let stored = if read.through_helper && !place.kind.is_argument() {
            let helper = format!("{}_read{at}", reader.name);
            helpers += &format!("@triton.jit\ndef {helper}():\n    return {expression}\n\n\n");
            format!("{helper}()")
        } else {
            expression
        };
        body += &format!("    tl.store(out + {at}, {stored})\n");
    }
    let parameters: String = arguments(scenario, &reader.reads)
        .map(|at| place(scenario, at, 0))
        .map(|place| format!(", {}", place.fill(place.kind.parameter)))
        .collect();
    let name = &reader.name;
    let decorators = decorators(scenario, reader);
    format!("{helpers}{decorators}\ndef {name}(out{parameters}):\n{body}\n\n")
}

/// What stands above a kernel: wrappers, and `triton.jit` with its options.
fn decorators(scenario: &Scenario, reader: &Reader) -> String {
    let read = |at: &usize| reader.reads.iter().any(|read| read.binding == *at);
    let read: Vec<_> = (0..scenario.bindings.len()).filter(read).collect();
    let wrappers = read.iter().map(|at| place(scenario, *at, 0));
    let wrappers = wrappers.filter(|place| !place.kind.decorator.is_empty());
    let wrappers = wrappers.map(|p| p.fill(p.kind.decorator).replace("{kernel}", &reader.name));
    let all: String = wrappers.map(|text| text + "\n").collect();
    format!("{all}@{}", jit(scenario, reader))
}

/// `triton.jit` with the options of a kernel.
pub fn jit(scenario: &Scenario, reader: &Reader) -> String {
    let mut read: Vec<_> = reader.reads.iter().map(|read| read.binding).collect();
    read.sort_unstable();
    read.dedup();
    let listed = |which: Unspecialized, option: &str| {
        let named = read.iter().filter(|at| scenario.kind(**at).unspecialized == which);
        let names: Vec<_> =
            named.map(|at| format!("\"{}\"", scenario.bindings[*at].name)).collect();
        (!names.is_empty()).then(|| format!("{option}=[{}]", names.join(", ")))
    };
    let value = listed(Unspecialized::Value, "do_not_specialize");
    let alignment = listed(Unspecialized::Alignment, "do_not_specialize_on_alignment");
    let options: Vec<_> = value.into_iter().chain(alignment).collect();
    match options.is_empty() {
        true => "triton.jit".to_owned(),
        false => format!("triton.jit({})", options.join(", ")),
    }
}

/// The bindings that are passed to a kernel that reads these, each once.
fn arguments<'a>(scenario: &'a Scenario, reads: &'a [Read]) -> impl Iterator<Item = usize> + 'a {
    let read = |at: &usize| reads.iter().any(|read| read.binding == *at);
    (0..scenario.bindings.len()).filter(|at| scenario.kind(*at).is_argument()).filter(read)
}

/// What is passed to the kernel when these versions are in force, after the first argument:
/// `, a=1, b=2`.
pub fn passed(
    scenario: &Scenario,
    reader: &Reader,
    versions: &[Option<u32>],
    template: fn(&Kind) -> &'static str,
) -> String {
    arguments(scenario, &reader.reads)
        .map(|binding| place(scenario, binding, versions[binding].unwrap_or(0)))
        .filter(|place| !template(place.kind).is_empty())
        .map(|place| format!(", {}", place.fill(template(place.kind))))
        .collect()
}

/// What an event is in Python.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A launch of the kernel of that name, with the arguments after the first as Python text:
    /// `, a=1, b=2`.
    Launch(String, String),
    /// Statements in the main module; `ts.define(text)` defines functions anew.
    Code(String),
    /// The same in this process and two more at once.
    Race(String, String),
    /// A new process.
    Process,
    /// A new process in which the main module's text has been edited: a regular expression, and what
    /// stands in place of what it matches.
    Edit(&'static str, &'static str),
}

/// Each event, with the versions in force.
pub fn steps(scenario: &Scenario) -> Vec<Step> {
    let states = scenario.states();
    let steps = scenario.events.iter().zip(&states);
    steps.map(|(event, versions)| step(scenario, event, versions)).collect()
}

fn step(scenario: &Scenario, event: &Event, versions: &[Option<u32>]) -> Step {
    let current = |binding: usize| place(scenario, binding, versions[binding].unwrap_or(0));
    Step::Code(match event {
        Event::Launch { kernel, .. } | Event::Race { kernel } => {
            let reader = &scenario.kernels[*kernel];
            let arguments = passed(scenario, reader, versions, |kind| kind.argument);
            return match event {
                Event::Race { .. } => Step::Race(reader.name.clone(), arguments),
                _ => Step::Launch(reader.name.clone(), arguments),
            };
        }
        Event::Mutate { binding, mutation, version } => {
            let mutation = scenario.mutation(*binding, mutation);
            let place = match mutation.effect {
                Effect::Changes | Effect::Shares => place(scenario, *binding, *version),
                Effect::Keeps | Effect::Moves | Effect::Removes | Effect::Spoils => {
                    current(*binding)
                }
            };
            place.fill(mutation.code)
        }
        Event::Pass { .. } => "pass".to_owned(),
        Event::Reload => "import importlib, sys\n\
                          if \"ts_side\" in sys.modules:\n    \
                          importlib.reload(sys.modules[\"ts_side\"])"
            .to_owned(),
        Event::Forget { kernel } => {
            format!("ts.forget({})", scenario.kernels[*kernel].name)
        }
        Event::Process { .. } => return Step::Process,
        Event::Edit { edit } => {
            let (pattern, text) = edit.substitution();
            return Step::Edit(pattern, text);
        }
    })
}
