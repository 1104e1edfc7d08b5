//! A module of TTGIR that releases of Triton to 3.7.1 go wrong on.

use tritonsmith::tensor::DType;
use tritonsmith::testcase::ttgir::{Pointed, TTGIR_SCHEMA, TtgirCase};
use tritonsmith::testcase::{BufferSpec, Fill};

/// What is loaded is stored, and so is its sum, which a layout with copies in lanes 2 and 3 is bad for.
const MODULE: &str = r#"#lanes = #ttg.linear<{register = [], lane = [[1], [0], [2], [0], [0]], warp = [], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @layouts(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %o0_load: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %o1_load_reduce: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #lanes>
    %1 = tt.splat %x : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>, #lanes>
    %2 = tt.addptr %1, %0 : tensor<4x!tt.ptr<i32>, #lanes>, tensor<4xi32, #lanes>
    %3 = tt.load %2 : tensor<4x!tt.ptr<i32>, #lanes>
    %4 = tt.splat %o0_load : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>, #lanes>
    %5 = tt.addptr %4, %0 : tensor<4x!tt.ptr<i32>, #lanes>, tensor<4xi32, #lanes>
    tt.store %5, %3 : tensor<4x!tt.ptr<i32>, #lanes>
    %6 = "tt.reduce"(%3) <{axis = 0 : i32}> ({
    ^bb0(%7: i32, %8: i32):
      %9 = arith.addi %7, %8 : i32
      tt.reduce.return %9 : i32
    }) : (tensor<4xi32, #lanes>) -> i32
    tt.store %o1_load_reduce, %6 : !tt.ptr<i32>
    tt.return
  }
}
"#;

/// The module, and what it is launched on.
pub fn case() -> TtgirCase {
    let pointed = |name: &str, len, fill| {
        let buffer = BufferSpec { dtype: DType::I32, len, fill, misalign: 0 };
        Pointed { name: name.to_owned(), buffer }
    };
    let ramp = Fill::Ramp { low: 1, stride: 1, modulus: 100, scale: 0 };
    TtgirCase {
        schema: TTGIR_SCHEMA,
        name: "s0-t0-sm90".to_owned(),
        function: "layouts".to_owned(),
        capability: 90,
        num_warps: 1,
        families: vec!["load".to_owned(), "reduce".to_owned()],
        buffers: vec![
            pointed("x", 4, ramp),
            pointed("o0_load", 4, Fill::Unwritten),
            pointed("o1_load_reduce", 1, Fill::Unwritten),
        ],
        text: MODULE.to_owned(),
    }
}

/// The same, whose values also go to shared memory in a padded layout, which 3.4.0 does not know.
pub fn padded() -> TtgirCase {
    let layout = "#pad = #ttg.padded_shared<[32:+4] {order = [0], shape = [4]}>\nmodule attributes";
    let filled = "    %9 = ttg.local_alloc %3 : (tensor<4xi32, #lanes>) -> \
                  !ttg.memdesc<4xi32, #pad, #ttg.shared_memory, mutable>\n    tt.return\n";
    let text =
        MODULE.replacen("module attributes", layout, 1).replacen("    tt.return\n", filled, 1);
    TtgirCase { text, ..case() }
}
