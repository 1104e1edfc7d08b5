//! A scenario as a script that a person runs: the real compiler, no GPU, nothing of ours.
//!
//! The script does not know the answer: it compiles the last kernel anew, as the state is then, and
//! holds what ran against that. So it passes where the fault is not.

use std::fmt::Write;

use super::prune::unused_functions;
use super::scenario::{Step, jit, modules, passed, steps};
use crate::globals::Kind;
use crate::testcase::scenario::{Event, MODULES, Scenario};

/// What makes functions that are defined at run time known to `inspect`.
const DEFINE: &str = "\
def define(text):
    path = f\"<{len(linecache.cache)}>\"
    linecache.cache[path] = len(text), None, text.splitlines(True), path
    exec(compile(text, path, \"exec\"), globals())
";

/// Says for which GPU to compile; nothing is launched.
const DRIVER: &str = "\
triton.runtime.driver.set_active(types.SimpleNamespace(get_current_device=lambda: 0,  # no GPU
    get_current_stream=lambda device: 0,
    get_current_target=lambda: triton.backends.compiler.GPUTarget(\"cuda\", 90, 32)))
";

/// Compiles, or finds what was compiled; the code without its places in the source. No loader takes
/// damaged code.
const LAUNCH: &str = "\
def launch(kernel, out=triton.runtime.jit.MockTensor(tl.int32), **arguments):
    try: code = kernel.run(out, grid=(1,), warmup=True, **arguments).asm[\"ttir\"]
    except Exception as error: return error
    return re.sub(r\"loc\\(.*?\\)|#loc.*\", \"\", code) if \"tt.return\" in code else ValueError(code)
";

/// The same in this process and two copies of it at once.
const RACE: &str = "\
def race(kernel, **arguments):
    mine = os.getpid()
    children = [os.fork() for _ in range(2) if os.getpid() == mine]
    found = launch(kernel, **arguments)
    if os.getpid() != mine: os._exit(isinstance(found, Exception))
    failed = any([os.waitpid(child, 0)[1] for child in children])
    return RuntimeError(\"a launch at the same time failed\") if failed else found
";

/// How the steps ask for a pointer to an address, and for the first argument.
const POINTER: &str = "ts.pointer_at(";
const OUT: &str = "ts.pointer(\"out\")";

/// How the steps define functions anew.
const DEFINES: &str = "ts.define(\"\"\"";

/// What the launches pass first.
const STAND_IN: &str = "triton.runtime.jit.MockTensor(tl.int32)";

/// What is inside of a wrapper.
const BARE: &str =
    "def bare(k): return k if isinstance(k, triton.JITFunction) else bare(k.fn)  # no wrapper\n";

/// A stand-in for a tensor at an address.
const VIEW: &str = "\
def view(address, dtype=\"i32\"):
    tensor = triton.runtime.jit.MockTensor({\"i32\": tl.int32, \"i8\": tl.int8}[dtype])
    tensor.data_ptr = lambda: address
    return tensor
";

/// What the last launch of a scenario must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    /// Run the code of the present state, or be refused.
    Fit,
    /// Run the code of the present state; a refusal is wrong.
    Run,
    /// Not end in an exception that is no refusal.
    NotCrash,
    /// Do what the launch before it did.
    Repeat,
    /// Find code that is there.
    Reuse,
    /// Run code of its own.
    Compile,
}

/// The script. `module` is the package's name, `fault` says in one line what is to be seen.
pub fn script(scenario: &Scenario, module: &str, fault: &str, must: Must) -> String {
    let (mut modules, mut steps) = (modules(scenario), steps(scenario));
    let views = stand_in(scenario, &mut steps);
    let main = modules.remove(MODULES.0).unwrap_or_default().replace(OUT, STAND_IN);
    let header = "import triton\nimport triton.language as tl\n";
    let package = match module {
        "triton" => "triton, triton.language as tl\n".to_owned(),
        other => format!("{other} as triton, {other}.language as tl\n"),
    };
    let language = format!("import {package}");
    let fault = fault.replace('\\', "\\\\").replace('"', "'");
    let mut out = format!("\"\"\"{}: {fault}\"\"\"\n", scenario.name);
    let edits = steps.iter().any(|step| matches!(step, Step::Edit(..)));
    let defines =
        edits || steps.iter().any(|s| matches!(s, Step::Code(code) if code.contains(DEFINES)));
    out += &opening(scenario, &package, defines);
    out += DRIVER;
    if defines {
        out += DEFINE;
    }
    if views {
        out += VIEW;
    }
    if let Some(side) = modules.get(MODULES.1) {
        let text = compact(&side.replace(header, &language));
        let text = serde_json::to_string(&text).expect("invariant: a string is JSON");
        out += "sys.path.insert(0, tempfile.mkdtemp())\n";
        let _ = writeln!(out, "open(sys.path[0] + \"/ts_side.py\", \"w\").write({text})");
    }
    let walk = walk(scenario, &steps, must);
    let main = unused_functions(&main.replace(header, ""), &walk);
    let main = compact(&forgetting(&main));
    if edits {
        let text = serde_json::to_string(&main).expect("invariant: a string is JSON");
        let _ = writeln!(out, "text = {text}\ndefine(text)");
    } else {
        out += &main;
    }
    if is_wrapped(scenario) {
        out += BARE;
    }
    out += LAUNCH;
    if steps.iter().any(|step| matches!(step, Step::Race(..))) {
        out += RACE;
    }
    out + &walk
}

/// Puts stand-ins in the place of tensors, and kernels in that of their wrappers where code is forgotten;
/// whether there is a stand-in for an address.
fn stand_in(scenario: &Scenario, steps: &mut [Step]) -> bool {
    let mut views = false;
    for step in steps {
        if let Step::Launch(_, text) | Step::Race(_, text) | Step::Code(text) = step {
            views |= text.contains(POINTER);
            *text = text.replace(POINTER, "view(").replace(OUT, STAND_IN);
        }
        for kernel in scenario.kernels.iter().filter(|_| is_wrapped(scenario)) {
            if let Step::Code(code) = step {
                let (forget, name) = ("ts.forget(", &kernel.name);
                *code =
                    code.replace(&format!("{forget}{name})"), &format!("{forget}bare({name}))"));
            }
        }
    }
    views
}

/// What is imported and set first.
fn opening(scenario: &Scenario, package: &str, defines: bool) -> String {
    let linecache = if defines { "linecache, " } else { "" };
    let permission = match scenario.permission {
        true => ", TRITON_ALLOW_NON_CONSTEXPR_GLOBALS=\"1\"",
        false => "",
    };
    format!(
        "import {linecache}os, re, sys, tempfile, types, {package}\
         os.environ.update(TRITON_CACHE_DIR=tempfile.mkdtemp(){permission})\n"
    )
}

/// Whether some kernel may have a wrapper around it.
fn is_wrapped(scenario: &Scenario) -> bool {
    (0..scenario.bindings.len()).any(|at| !scenario.kind(at).decorator.is_empty())
}

/// The steps; the last launch is the one that is judged. Each process but the last is a fork, which
/// is over before the next begins.
fn walk(scenario: &Scenario, steps: &[Step], must: Must) -> String {
    let last = scenario.events.iter().rposition(|event| event.launched().is_some());
    let begins = |step: &Step| matches!(step, Step::Process | Step::Edit(..));
    let parts: Vec<_> = steps.split(begins).collect();
    let (mut out, mut at) = (String::new(), 0);
    for (number, part) in parts.iter().enumerate() {
        let forked = number + 1 < parts.len();
        let mut lines: Vec<String> = Vec::new();
        for step in *part {
            match step {
                Step::Launch(kernel, arguments) | Step::Race(kernel, arguments) => {
                    let how = if matches!(step, Step::Race(..)) { "race" } else { "launch" };
                    let call = format!("{how}({kernel}{arguments})");
                    match Some(at) == last {
                        true => {
                            let user = changes_user(steps);
                            lines.extend(check(must, &call, anew(scenario, at), user));
                        }
                        false => lines.push(format!("before = {call}")),
                    }
                }
                Step::Code(_) if matches!(scenario.events[at], Event::Pass { .. }) => {}
                Step::Code(code) => lines.extend(statements(code)),
                Step::Process | Step::Edit(..) => {}
            }
            at += 1;
        }
        if forked && !lines.is_empty() {
            out += "if os.fork() == 0:  # a process of its own\n";
            lines.push("os._exit(0)".to_owned());
            lines.iter().for_each(|line| out += &format!("    {line}\n"));
            out += "os.wait()\n";
        } else if !forked {
            lines.iter().for_each(|line| out += &format!("{line}\n"));
        }
        if let Some(Step::Edit(pattern, text)) = steps.get(at) {
            let _ = writeln!(out, "text = re.sub(r\"{pattern}\", r\"{text}\", text)\ndefine(text)");
        }
        at += 1; // the step that starts the next process
    }
    out
}

/// Compiles the kernel of a launch anew, whatever wraps it.
fn anew(scenario: &Scenario, event: usize) -> String {
    let kernel = scenario.events[event].launched().expect("invariant: it is a launch");
    let reader = &scenario.kernels[kernel];
    let function = match is_wrapped(scenario) {
        true => format!("bare({}).fn", reader.name),
        false => format!("{}.fn", reader.name),
    };
    let undecorated = |kind: &Kind| match kind.undecorated {
        "" => kind.argument,
        arguments => arguments,
    };
    let arguments = passed(scenario, reader, &scenario.states()[event], undecorated);
    let (arguments, jit) = (arguments.replace(POINTER, "view("), jit(scenario, reader));
    // The first launch ends if a global cannot be copied; only the second compiles.
    format!("anew = [launch(new{arguments}) for new in [{jit}({function})] * 2][1]")
}

fn statements(code: &str) -> Vec<String> {
    let lines = |text: &str| -> Vec<String> {
        compact(&forgetting(text)).lines().map(str::to_owned).collect()
    };
    let defined = code.split_once(DEFINES).and_then(|(before, rest)| {
        let (text, after) = rest.split_once("\"\"\")")?;
        Some((before, text, after))
    });
    let Some((before, text, after)) = defined else { return lines(code) };
    // In one line, so that it may stand in a block.
    let text = serde_json::to_string(&compact(text)).expect("invariant: a string is JSON");
    let mut all = lines(before);
    all.push(format!("define({text})"));
    all.extend(statements(after));
    all
}

/// With an expression that drops what a process keeps of a kernel.
fn forgetting(code: &str) -> String {
    let clear = "(lambda k: (getattr(k, \"device_caches\", None) or k.cache).clear())(";
    code.replace("ts.forget(", clear)
}

/// Whether a step goes on as another user, who need not be able to compile.
fn changes_user(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Code(code) if code.contains("os.seteuid(")))
}

/// The last launch, and what it must have done.
fn check(must: Must, call: &str, anew: String, by_another_user: bool) -> Vec<String> {
    let folder = "len(os.listdir(os.environ[\"TRITON_CACHE_DIR\"]))";
    let mut lines = Vec::new();
    if matches!(must, Must::Reuse | Must::Compile) {
        lines.push(format!("files = {folder}"));
    }
    lines.push(format!("found = {call}"));
    let good = match must {
        Must::Fit => "isinstance(found, Exception) or found == anew",
        Must::Run => "found == anew",
        Must::NotCrash => {
            "isinstance(found, str) or \"has changed\" in str(found) or \
             type(found).__name__ == \"CompilationError\""
        }
        Must::Repeat => "isinstance(found, str) == isinstance(before, str)",
        Must::Reuse | Must::Compile => "",
    };
    let told = match must {
        Must::Fit | Must::Run => {
            if by_another_user {
                lines.push("os.seteuid(os.getuid())".to_owned());
            }
            lines.push("os.environ[\"TRITON_CACHE_DIR\"] = tempfile.mkdtemp()".to_owned());
            lines.push(anew);
            "{found} ran, and right is {anew}"
        }
        Must::Reuse => "it was compiled anew",
        Must::Compile => "it ran what had been compiled for other arguments",
        Must::NotCrash | Must::Repeat => "{found!r}",
    };
    match must {
        Must::Reuse => lines.push(format!("good = {folder} == files")),
        Must::Compile => lines.push(format!("good = {folder} != files")),
        _ => lines.push(format!("good = {good}")),
    }
    lines.push(format!("sys.exit(print(\"PASS\") if good else f\"FAIL: {told}\")"));
    lines
}

/// Without empty lines; a function of one statement in one line.
fn compact(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let (mut out, mut at) = (String::new(), 0);
    while let Some(line) = lines.get(at) {
        let head = line.trim_start().starts_with("def ") && line.ends_with(':');
        let body = lines.get(at + 1).filter(|body| head && indent(body) > indent(line));
        let after = lines.get(at + 2).map_or(0, |after| indent(after));
        match body.filter(|body| is_simple(body.trim())) {
            Some(body) if after <= indent(line) => {
                let _ = writeln!(out, "{line} {}", body.trim_start());
                at += 2;
            }
            _ => {
                let _ = writeln!(out, "{line}");
                at += 1;
            }
        }
    }
    out
}

/// Whether a line is a statement that may follow a colon.
fn is_simple(line: &str) -> bool {
    let compound = ["if ", "for ", "while ", "with ", "try", "def ", "class ", "@", "#"];
    !compound.iter().any(|word| line.starts_with(word)) && !line.ends_with([':', '(', '[', '{'])
}

#[cfg(test)]
mod tests {
    #[test]
    fn short_functions_take_one_line() {
        let text = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        x = 1\n        \
                    return x\n";
        let short = "class A:\n    def f(self): return 1\n    def g(self):\n        x = 1\n        \
                     return x\n";
        assert_eq!(super::compact(text), short);
    }

    #[test]
    fn definitions_within_a_step_become_calls() {
        let code = "a = 1\nts.define(\"\"\"def f():\n    return 1\n\"\"\")\nb.get = f";
        let expected = ["a = 1", "define(\"def f(): return 1\\n\")", "b.get = f"];
        assert_eq!(super::statements(code), expected);
    }
}
