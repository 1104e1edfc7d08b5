"""A prefix sum in a layout with copies: python scan-replicated.py

16 by 2 lanes hold a column of 4 elements. The lowering of tt.scan counted lanes as if all held different elements,
and adds copies; where registers are copies too, an assertion fails (AddPartialReduceOneWarp in ScanOpToLLVM.cpp), as
in https://github.com/triton-lang/triton/issues/7817, which is about a kernel in Python. Seen on triton 3.3.1 to 3.6.0,
on an H200 and in PTX; mended by https://github.com/triton-lang/triton/pull/9185 and
https://github.com/triton-lang/triton/pull/9189. Prints PASS or FAIL (status 1); without torch and a GPU the PTX
(status 2).
"""
import os
import subprocess
import sys
import tempfile

import triton
from triton.backends.compiler import GPUTarget

MODULE = """\
#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#flat = #ttg.slice<{dim = 1, parent = #rows}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #flat>
    %column = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32, #flat> -> tensor<4x1xi32, #rows>
    %base = tt.splat %x : !tt.ptr<i32> -> tensor<4x1x!tt.ptr<i32>, #rows>
    %at = tt.addptr %base, %column : tensor<4x1x!tt.ptr<i32>, #rows>, tensor<4x1xi32, #rows>
    %value = tt.load %at : tensor<4x1x!tt.ptr<i32>, #rows>
    %sum = "tt.scan"(%value) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.scan.return %c : i32
    }) : (tensor<4x1xi32, #rows>) -> tensor<4x1xi32, #rows>
    %base_out = tt.splat %out : !tt.ptr<i32> -> tensor<4x1x!tt.ptr<i32>, #rows>
    %at_out = tt.addptr %base_out, %column : tensor<4x1x!tt.ptr<i32>, #rows>, tensor<4x1xi32, #rows>
    tt.store %at_out, %sum : tensor<4x1x!tt.ptr<i32>, #rows>
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
child = [sys.executable, __file__, "once"]
if sys.argv[1:] == ["once"]:
    compiled(MODULE.replace("sizePerThread = [1, 1]", "sizePerThread = [1, 2]"), capability)
    sys.exit(0)
# An assertion ends the process.
status = subprocess.run(child, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
if status:
    print(f"FAIL: with registers that are copies the compiler ends with status {status}")
kernel = compiled(MODULE, capability)
if torch is None:
    print(kernel.asm["ptx"])
    sys.exit(1 if status else 2)
x = torch.arange(1, 5, dtype=torch.int32, device="cuda")
out = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(1, 1, 1)](x.data_ptr(), out.data_ptr())
expected = [1, 3, 6, 10]
print("PASS" if out.tolist() == expected else f"FAIL: {out.tolist()}, expected {expected}")
sys.exit(status != 0 or out.tolist() != expected)
