"""A dot of loaded tiles in a warp-specialized loop: python warp-specialized-loads.py (no GPU needed)

nvgpu-warp-specialization cannot commit loads that are no TMA copies, and ends the process instead of leaving the
loop alone: "Assertion `false' failed" in WSLowerToken.cpp up to 3.6, "LLVM ERROR: unsupported load type for
producer commit" later. Prints FAIL, with status 1, where it does.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, y, out):
    row, column, k = tl.arange(0, 64), tl.arange(0, 16), tl.arange(0, 32)
    acc = tl.full([64, 16], 0, tl.int32)
    for step in tl.range(0, 6, 1, num_stages=3, warp_specialize=True):
        a = tl.load(x + row[:, None] * 32 + k[None, :] + step * 2048)
        b = tl.load(y + k[:, None] * 16 + column[None, :] + step * 512)
        acc = tl.dot(a, b, acc=acc, out_dtype=tl.int32)
    tl.store(out + row[:, None] * 16 + column[None, :], acc)


def compile_it():
    signature = {"x": "*i8", "y": "*i8", "out": "*i32"}
    aligned = {(argument,): [["tt.divisibility", 16]] for argument in range(3)}
    source = triton.compiler.ASTSource(kernel, signature, {}, aligned)
    options = {"num_warps": 4, "num_stages": 3, "enable_fp_fusion": True}
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options)


if len(sys.argv) > 1:
    compile_it()
    sys.exit(0)
child = subprocess.run([sys.executable, __file__, "once"], capture_output=True, text=True)
lines = [line for line in child.stderr.splitlines() if "Assertion" in line or "LLVM ERROR" in line]
if child.returncode and not lines:
    sys.exit(f"neither PASS nor FAIL: {child.stderr[-400:]}")
print(f"FAIL: {lines[0][:150]}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
