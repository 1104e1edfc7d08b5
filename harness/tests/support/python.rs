//! Python programs of a toolchain, run as children.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};
use tritonsmith::evaluate::memory;
use tritonsmith::render;
use tritonsmith::tensor::{Exact, Memory};
use tritonsmith::testcase::{Argument, TestCase};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

/// The python of the default toolchain, which is installed on first use. `TRITONSMITH_TEST_PYTHON`
/// names another one with Triton and numpy.
pub fn interpreter() -> OsString {
    static PYTHON: OnceLock<OsString> = OnceLock::new();
    let find = || {
        if let Some(given) = std::env::var_os("TRITONSMITH_TEST_PYTHON") {
            return given;
        }
        let (home, id) = (Home::from_environment().unwrap(), ToolchainId::default());
        let mut say = |line: &str| eprintln!("{line}");
        Toolchain::ensure(&home, &id, &mut say).unwrap().python().into()
    };
    PYTHON.get_or_init(find).clone()
}

/// Runs `script` with `input` on its standard input; gives its JSON answer.
pub fn run(script: &str, input: &Value) -> Value {
    let mut file = tempfile::Builder::new().suffix(".py").tempfile().unwrap();
    file.write_all(script.as_bytes()).unwrap();
    let mut child = Command::new(interpreter())
        .arg(file.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, text) = (child.stdin.take().unwrap(), input.to_string());
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no answer: {errors}"))
}

/// What a script needs to launch the case.
pub fn job(case: &TestCase, repeat: usize) -> Value {
    let memory: Memory<Exact> = memory(case);
    let mut buffers = serde_json::Map::new();
    for ((name, _, spec), buffer) in case.buffers().zip(memory.buffers()) {
        let mut bytes = Vec::new();
        for index in 0..buffer.len() {
            let bits = buffer.bits(index).unwrap();
            bytes.extend_from_slice(&bits.to_le_bytes()[..buffer.kind.bytes()]);
        }
        let dtype = spec.dtype.triton_name();
        buffers.insert(name.into(), json!({"dtype": dtype, "hex": hex(&bytes)}));
    }
    let mut scalars = serde_json::Map::new();
    for (_, param, argument) in case.bound() {
        match argument {
            Argument::Int(value) if param.binding().unwrap().ends_with("tl.int1)") => {
                scalars.insert(param.name.clone(), json!(*value != 0));
            }
            Argument::Int(value) => {
                let text = value.to_string();
                scalars.insert(param.name.clone(), serde_json::from_str(&text).unwrap());
            }
            Argument::Float(value) => drop(scalars.insert(param.name.clone(), json!(value))),
            Argument::Buffer(_) | Argument::Same(_) => {}
        }
    }
    json!({
        "source": render::interpretable(case),
        "buffers": buffers,
        "scalars": scalars,
        "repeat": repeat,
    })
}

/// Runs cases on Triton's interpreter; gives its answer for each.
pub fn interpret(cases: &[TestCase], repeat: usize) -> Vec<Value> {
    let jobs: Vec<Value> = cases.iter().map(|case| job(case, repeat)).collect();
    let script = concat!(
        include_str!("../../worker/tritonsmith_worker/arrays.py"),
        "\n\n",
        include_str!("interpret.py")
    );
    let answer = run(script, &json!({"jobs": jobs}));
    answer["results"].as_array().unwrap().clone()
}

/// The elements that the interpreter left in a buffer.
pub fn elements(result: &Value, name: &str, bytes: usize) -> Vec<u64> {
    let text = result["buffers"][name].as_str().unwrap_or_else(|| panic!("{result}"));
    let digit = |at: usize| u64::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len() / 2 / bytes)
        .map(|index| (0..bytes).map(|byte| digit(2 * (index * bytes + byte)) << (8 * byte)).sum())
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
