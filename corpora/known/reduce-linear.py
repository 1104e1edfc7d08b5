"""A sum in a layout with bits that mean nothing: python reduce-linear.py

Four elements lie in lanes 0, 1, 4 and 5; lanes 2 and 3 hold copies of the first two. The lowering of tt.reduce
shuffled between lanes as if the elements were in the first ones, and adds copies. Warps and layouts whose bits
come in another order go wrong alike, or race on shared memory. Layouts of that kind (#ttg.linear) come from
tt.reshape, tt.trans and Gluon's DistributedLinearLayout. Seen on triton 3.3.1 to 3.7.1, on an H200 and in PTX;
rewritten by https://github.com/triton-lang/triton/pull/9219. Prints PASS or FAIL (status 1); without torch and a
GPU the PTX (status 2).
"""
import os
import sys
import tempfile

import triton
from triton.backends.compiler import GPUTarget

MODULE = """\
#lanes = #ttg.linear<{register = [], lane = [[1], [0], [2], [0], [0]], warp = [], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #lanes>
    %base = tt.splat %x : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>, #lanes>
    %at = tt.addptr %base, %i : tensor<4x!tt.ptr<i32>, #lanes>, tensor<4xi32, #lanes>
    %value = tt.load %at : tensor<4x!tt.ptr<i32>, #lanes>
    %sum = "tt.reduce"(%value) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<4xi32, #lanes>) -> i32
    tt.store %out, %sum : !tt.ptr<i32>
    tt.return
  }
}
"""


def compiled(text, capability):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ttgir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("cuda:90", f"cuda:{capability}"))
        return triton.compile(path, target=GPUTarget("cuda", capability, 32))


def gpu():
    """torch and the GPU's capability; none and 90 where there is none of them."""
    try:
        import torch
    except ImportError:
        return None, 90
    if not torch.cuda.is_available():
        return None, 90
    major, minor = torch.cuda.get_device_capability()
    return torch, 10 * major + minor


torch, capability = gpu()
kernel = compiled(MODULE, capability)
if torch is None:
    print(kernel.asm["ptx"])
    sys.exit(2)
x = torch.arange(1, 5, dtype=torch.int32, device="cuda")
out = torch.zeros(1, dtype=torch.int32, device="cuda")
expected = [1 + 2 + 3 + 4]
kernel[(1, 1, 1)](x.data_ptr(), out.data_ptr())
print("PASS" if out.tolist() == expected else f"FAIL: {out.tolist()}, expected {expected}")
sys.exit(out.tolist() != expected)
