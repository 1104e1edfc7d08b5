//! The short scripts of issues: they are short, have the inputs of the evaluator, and compile as a launch does.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::io::Write;
use std::process::Command;

use support::{Builder, python};
use tritonsmith::program::ops::BinaryOp;
use tritonsmith::render::{Contents, short_compilation, short_launch, standalone};
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Argument, Fill, TestCase};

fn ramp(low: i64, modulus: u64) -> Fill {
    Fill::Ramp { low, stride: 1, modulus, scale: 0 }
}

/// Adds two numbers, of which one is 1, to what is loaded.
fn sums(misalign: u32) -> TestCase {
    let mut builder = Builder::new();
    let a = builder.pointer("a", DType::I32, 16, ramp(-2, 5));
    let out = builder.pointer("out", DType::I32, 16, Fill::Unwritten);
    let one = builder.scalar("one", DType::I32, Argument::Int(1));
    let n = builder.scalar("n", DType::I32, Argument::Int(32));
    let lanes = builder.arange(16);
    let loaded = builder.load(a, lanes);
    let sum = builder.binary(BinaryOp::Add, loaded, one);
    let sum = builder.binary(BinaryOp::Add, sum, n);
    builder.store(out, lanes, sum);
    let mut case = builder.case("sums", [1, 1, 1]);
    if let Argument::Buffer(spec) = &mut case.arguments[0] {
        spec.misalign = misalign;
    }
    case
}

fn contents(value: impl Fn(u64) -> Option<u64>) -> Vec<Contents> {
    let bits = (0..16).map(value).collect();
    vec![Contents { name: "out".to_owned(), bits, margins: None }]
}

#[test]
fn a_launch_is_the_kernel_and_a_few_lines() {
    let script = short_launch(&sums(0), &contents(|at| Some(at % 3))).unwrap();
    let (head, rest) = script.split_once("\n\n\n").unwrap();
    assert_eq!(head, "import torch\nimport triton\nimport triton.language as tl");
    let (kernel, launch) = rest.rsplit_once("\n\n\n").unwrap();
    assert!(kernel.starts_with("@triton.jit\ndef kernel(a, out, one, n):\n"), "{script}");
    let expected = "\
a = (torch.arange(16, device=\"cuda\") % 5 + -2).to(torch.int32)
out = torch.zeros(16, dtype=torch.int32, device=\"cuda\")
kernel[(1, 1, 1)](a, out, 1, 32, num_warps=4, num_stages=2, enable_fp_fusion=False)
left = out.tolist()
expected = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
right = str(left) == str(expected)
print(\"PASS\" if right else f\"FAIL: {left} instead of {expected}\")
";
    assert_eq!(launch, expected);
    let equal = short_launch(&sums(0), &contents(|_| Some(0xffff_fffb))).unwrap();
    assert!(equal.contains("\nexpected = [-5] * 16\n"), "{equal}");
}

#[test]
fn what_needs_more_has_no_short_script() {
    let right = contents(|_| Some(7));
    assert!(short_launch(&sums(0), &right).is_some());
    assert_eq!(short_launch(&sums(1), &right), None, "off 256 bytes");
    assert_eq!(short_launch(&sums(0), &[]), None, "nothing to compare");
    let open = contents(|at| (at > 0).then_some(7));
    assert_eq!(short_launch(&sums(0), &open), None, "an element that is not compared");
    let near = Contents { margins: Some(vec![0.5; 16]), ..right[0].clone() };
    assert_eq!(short_launch(&sums(0), &[near]), None, "within a margin");
    assert_eq!(short_compilation(&sums(0), "hip:gfx942"), None);
    assert_eq!(short_compilation(&sums(1), "cuda:90"), None);
}

/// As much of torch as the inputs need.
const TORCH: &str = "\
import json, sys, types, numpy
class Tensor(numpy.ndarray):
    def to(self, dtype): return self.astype(dtype)
torch = types.ModuleType('torch')
torch.arange = lambda n, device: numpy.arange(n).view(Tensor)
torch.tensor = lambda values, device: numpy.array(values, numpy.int64).view(Tensor)
torch.zeros = lambda n, dtype, device: numpy.zeros(n, dtype).view(Tensor)
for name in 'float16 float32 float64 int8 int16 int32 int64 uint8'.split():
    setattr(torch, name, numpy.dtype(name))
sys.modules['torch'] = torch
";

#[test]
fn short_inputs_are_those_of_the_evaluator() {
    let mut builder = Builder::new();
    let fills = [
        Fill::Ramp { low: -7, stride: 3, modulus: 41, scale: -2 },
        Fill::Ramp { low: 0, stride: 1, modulus: 32771, scale: 0 },
        Fill::Random { seed: 9, low: -100, high: 27, scale: 1 },
        Fill::Sparse { elements: vec![(3, -5), (60, 77)], scale: 0 },
    ];
    let dtypes = [DType::F16, DType::F32, DType::F64, DType::I8, DType::I16, DType::I64, DType::U8];
    for dtype in dtypes {
        for (at, fill) in fills.iter().enumerate() {
            builder.pointer(&format!("{dtype}_{at}"), dtype, 64, fill.clone());
        }
    }
    builder.pointer("out", DType::I32, 16, Fill::Unwritten);
    let case = builder.case("inputs", [1, 1, 1]);
    let script = short_launch(&case, &contents(|_| Some(0))).unwrap();
    let inputs = script.split("\nkernel[").next().unwrap();
    let names: Vec<_> = case.buffers().map(|(name, ..)| format!("'{name}': {name}")).collect();
    let dump = format!(
        "all = {{{}}}\nprint(json.dumps({{'buffers': {{n: a.tobytes().hex() for n, a in all.items()}}}}))\n",
        names.join(", ")
    );
    let answer = python::run(&format!("{TORCH}{inputs}\n{dump}"), &serde_json::Value::Null);
    let memory = tritonsmith::evaluate::memory::<Exact>(&case);
    for buffer in memory.buffers().iter().filter(|buffer| buffer.name != "out") {
        let got = python::elements(&answer, &buffer.name, buffer.kind.bytes());
        let want: Vec<u64> = (0..64).map(|index| buffer.bits(index).unwrap()).collect();
        assert_eq!(got, want, "{}", buffer.name);
    }
}

/// What a script prints, without locations.
fn printed(script: &str, arguments: &[&str]) -> Vec<String> {
    let mut file = tempfile::Builder::new().suffix(".py").tempfile().unwrap();
    file.write_all(script.as_bytes()).unwrap();
    let mut command = Command::new(python::interpreter());
    let output = command.arg(file.path()).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().filter(|line| !line.starts_with("#loc")).map(without_locations).collect()
}

fn without_locations(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once(" loc(") {
        let mut depth = 1;
        let closes = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        };
        out += before;
        rest = after.find(closes).map_or("", |end| &after[end + 1..]);
    }
    out + rest
}

#[test]
fn a_short_compilation_is_that_of_the_launch() {
    let case = sums(0);
    let short = short_compilation(&case, "cuda:90").unwrap();
    assert!(short.ends_with("enable_fp_fusion=False))\n"), "{short}");
    let shown = short.replace("\ntriton.compile(", "\nbuilt = triton.compile(")
        + "print(built.asm[\"ttgir\"])\n";
    let long = printed(&standalone(&case, &[]), &["cuda:90"]);
    assert_eq!(printed(&shown, &[]), long);
    let aligned = |line: &String| line.matches("tt.divisibility = 16").count() == 3;
    assert!(long.iter().any(aligned), "{long:?}");
}
