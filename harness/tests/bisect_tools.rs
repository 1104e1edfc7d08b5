//! Bisecting the assembler: the compiler stays, `ptxas` is that of each toolchain. No GPU is needed, because
//! an assembler that fails is seen without one. This test is alone in its file: it runs programs that it has
//! just written, which fails while another thread starts a process.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::assembler::with_assembler;
use tritonsmith::toolchain::{Home, Toolchain};

const COMPILER: &str = "triton==3.9.0";

const CASE: &str = r#"import sys
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x):
    tl.store(x, 1)


try:
    source = triton.compiler.ASTSource(kernel, {"x": "*i32"})
    triton.compile(source, target=GPUTarget("cuda", 90, 32))
except triton.runtime.errors.PTXASError:
    print("FAIL: ptxas")
    sys.exit(1)
print("PASS")
"#;

#[test]
fn an_assembler_is_exchanged_and_the_compiler_stays() {
    let home = Home::from_environment().unwrap();
    let toolchain = Toolchain::ensure(&home, &COMPILER.parse().unwrap(), &mut |_: &str| ());
    let toolchain = toolchain.unwrap();
    let own = toolchain.assembler(90).unwrap();
    assert!(own.path.exists() && own.version.contains('.'), "{own:?}");

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("case.py"), CASE).unwrap();
    let right = format!("#!/bin/sh\nexec '{}' \"$@\"\n", own.path.display());
    let wrong = "#!/bin/sh\n[ \"$1\" = --version ] && echo 'tools, release 12.8, V12.8.93' && exit 0\n\
                 echo 'ptxas fatal : no' >&2; exit 255\n";
    let good = with_assembler(&folder.path().join("good"), &toolchain, &right);
    let bad = with_assembler(&folder.path().join("bad"), &toolchain, wrong);
    let name = |path: &Path| format!("path:{}", path.display());

    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(folder.path()).args(["bisect", "case.py", "--axis", "ptxas", "--json"]);
    command.args(["--toolchain", COMPILER, "--state", "state"]);
    command.args(["--good", &name(&good), "--bad", &name(&bad)]);
    // What the user has set for himself decides nothing.
    command.env("TRITON_PTXAS_PATH", "/nowhere");
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["last_good"], name(&good), "{told}");
    assert_eq!(told["first_bad"], name(&bad), "{told}");
    assert_eq!(told["range"]["kind"], "line", "{told}");
    let seen: Vec<_> = told["tested"].as_array().unwrap().iter().map(|one| &one["seen"]).collect();
    assert_eq!(seen[0], "ptxas 12.8: FAIL: ptxas", "{told}");
    let right = format!("ptxas {}: nothing wrong", own.version);
    assert_eq!(seen[1], right.as_str(), "{told}");
}
