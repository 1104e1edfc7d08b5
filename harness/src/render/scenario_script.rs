//! A scenario as a script that a person runs: the real compiler, no GPU, nothing of ours.

use std::fmt::Write;

use super::scenario::{Step, modules, steps};
use crate::testcase::scenario::{Event, MODULES, Scenario};

/// A driver that says which GPU to compile for; nothing is launched.
const DRIVER: &str = "\
class NoGpu(triton.backends.driver.DriverBase):
    is_active = classmethod(lambda cls: True)
    get_current_target = lambda self: GPUTarget(\"cuda\", 90, 32)
    get_active_torch_device = get_current_device = get_current_stream = lambda self, *a: 0
    get_benchmarker = map_python_to_cpp_type = lambda self, *a: None
";

/// What makes functions that are defined at run time known to `inspect`.
const DEFINE: &str = "\
def define(text, path=[\"<0>\"]):
    path[0] += \"0\"
    linecache.cache[path[0]] = (len(text), None, text.splitlines(True), path[0])
    exec(compile(text, path[0], \"exec\"), globals())
";

/// What the last launch of a scenario must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Must {
    /// Run code that holds these integers.
    Hold(Vec<i64>),
    /// Fail, as it did before.
    Fail,
    /// Find code that is there.
    Reuse,
}

/// The script. `module` is the package's name, `fault` says in one line what is wrong.
pub fn script(scenario: &Scenario, module: &str, fault: &str, must: &Must) -> String {
    let (mut modules, steps) = (modules(scenario), steps(scenario));
    let main = modules.remove(MODULES.0).unwrap_or_default();
    let language = format!("import {module} as triton, {module}.language as tl\n");
    let header = "import triton\nimport triton.language as tl\n";
    let mut out = format!("\"\"\"{}: {}\"\"\"\n", scenario.name, fault.replace('"', "'"));
    out += "import linecache, os, re, subprocess, sys, tempfile\n";
    out += &language;
    let _ = writeln!(out, "from {module}.backends.compiler import GPUTarget");
    out += "os.environ.setdefault(\"TRITON_CACHE_DIR\", tempfile.mkdtemp())\n";
    if scenario.permission {
        out += "os.environ[\"TRITON_ALLOW_NON_CONSTEXPR_GLOBALS\"] = \"1\"\n";
    }
    out += DRIVER;
    out += "triton.runtime.driver.set_active(NoGpu())\n";
    if steps.iter().any(|step| matches!(step, Step::Code(code) if code.contains("ts.define("))) {
        out += DEFINE;
    }
    if let Some(side) = modules.get(MODULES.1) {
        let text = side.replace(header, &language);
        let text = serde_json::to_string(&text).expect("invariant: a string is JSON");
        out += "sys.path.insert(0, tempfile.mkdtemp())\n";
        let _ = writeln!(out, "open(sys.path[0] + \"/ts_side.py\", \"w\").write({text})");
    }
    out += &compact(&main.replace(header, ""));
    out += LAUNCH;
    if steps.iter().any(|step| matches!(step, Step::Race(..))) {
        out += RACE;
    }
    out + &walk(scenario, &steps, must)
}

/// Compiles, or finds what was compiled, and gives the integer constants of the code.
const LAUNCH: &str = "\
def launch(kernel, **arguments):
    out = triton.runtime.jit.MockTensor(tl.int32)
    text = kernel.warmup(out, grid=(1,), **arguments).asm[\"ttir\"]
    return [int(n) for n in re.findall(r\"arith.constant (-?\\d+)\", text)]
";

/// The same in this process and two copies of it at once.
const RACE: &str = "\
def race(kernel, **arguments):
    children = [os.fork() for _ in range(2) if os.getpid() == PID]
    try: return launch(kernel, **arguments)
    finally:
        if os.getpid() != PID: os._exit(sys.exc_info()[0] is not None)
        assert not any([os.waitpid(child, 0)[1] for child in children])
PID = os.getpid()
";

/// The steps; the last launch is the one that is wrong.
fn walk(scenario: &Scenario, steps: &[Step], must: &Must) -> String {
    let last = steps.iter().rposition(|step| matches!(step, Step::Launch(..) | Step::Race(..)));
    let begins = |step: &&Step| matches!(step, Step::Process | Step::Edit(..));
    let processes = steps.iter().filter(begins).count();
    let (mut out, mut process) = (String::new(), 0);
    let indent = if processes > 0 { "    " } else { "" };
    if processes > 0 {
        out += "if not sys.argv[1:]:  # each process runs one part\n";
        out += &edited(steps);
        out += "    sys.exit(max(";
        out += &calls(steps);
        out += "))\nif sys.argv[1] == \"0\":\n";
    }
    for (at, (event, step)) in scenario.events.iter().zip(steps).enumerate() {
        match step {
            Step::Process | Step::Edit(..) => {
                process += 1;
                let _ = writeln!(out, "if sys.argv[1] == \"{process}\":");
            }
            Step::Launch(kernel, arguments) | Step::Race(kernel, arguments) => {
                let how = if matches!(step, Step::Race(..)) { "race" } else { "launch" };
                let call = format!("{how}({kernel}{arguments})");
                if Some(at) == last {
                    out += &check(must, &call, indent);
                    continue;
                }
                let _ = writeln!(out, "{indent}try: print({call})");
                let _ = writeln!(out, "{indent}except Exception as error: print(repr(error))");
            }
            Step::Code(_) if matches!(event, Event::Pass { .. }) => {}
            Step::Code(code) => {
                let code = code.replace("ts.define(", "define(");
                let code = code.replace("ts.forget(", "(lambda k: k.device_caches.clear())(");
                code.lines().for_each(|line| out += &format!("{indent}{line}\n"));
            }
        }
    }
    out
}

/// Statements that write copies of the script in which the main module's text has been edited.
fn edited(steps: &[Step]) -> String {
    let mut out = String::new();
    for step in steps {
        if let Step::Edit(pattern, text) = step {
            if out.is_empty() {
                out += "    text, files = open(__file__).read(), []\n";
            }
            let _ = writeln!(out, "    text = re.sub(r\"{pattern}\", r\"{text}\", text)");
            out += "    files.append(os.path.join(tempfile.mkdtemp(), \"script.py\"))\n";
            out += "    open(files[-1], \"w\").write(text)\n";
        }
    }
    out
}

/// What runs each part, in the newest copy.
fn calls(steps: &[Step]) -> String {
    let (mut all, mut edits) = (Vec::new(), 0);
    let begins = steps.iter().filter(|step| matches!(step, Step::Process | Step::Edit(..)));
    for (part, step) in std::iter::once(&Step::Process).chain(begins).enumerate() {
        edits += usize::from(matches!(step, Step::Edit(..)));
        let file = match edits {
            0 => "__file__".to_owned(),
            _ => format!("files[{}]", edits - 1),
        };
        all.push(format!("subprocess.call([sys.executable, {file}, \"{part}\"])"));
    }
    all.join(", ")
}

fn check(must: &Must, call: &str, indent: &str) -> String {
    let lines = match must {
        Must::Hold(due) => {
            let due: Vec<_> = due.iter().map(ToString::to_string).collect();
            let due = due.join(", ");
            vec![
                format!("found = {call}"),
                format!("right = {{{due}}} <= set(found)"),
                format!("print(\"PASS\" if right else \"FAIL\", found, \"must hold\", [{due}])"),
                "sys.exit(not right)".to_owned(),
            ]
        }
        Must::Fail => vec![
            format!("try: found = {call}"),
            "except Exception as error: sys.exit(print(\"PASS\", repr(error)))".to_owned(),
            "sys.exit(\"FAIL: went through: \" + str(found))".to_owned(),
        ],
        Must::Reuse => vec![
            "before = os.listdir(os.environ[\"TRITON_CACHE_DIR\"])".to_owned(),
            call.to_owned(),
            "right = os.listdir(os.environ[\"TRITON_CACHE_DIR\"]) == before".to_owned(),
            "sys.exit(print(\"PASS\") if right else \"FAIL: compiled anew\")".to_owned(),
        ],
    };
    lines.iter().map(|line| format!("{indent}{line}\n")).collect()
}

/// Without empty lines.
fn compact(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}
