"""`tl.clamp` between -1 and 1: python symmetric-clamp.py (no GPU needed)

For opposite bounds the compiler takes one instruction, `min.xorsign.abs`, by the name of an LLVM intrinsic that
does not exist for float64: the compile stops with "could not find LLVM intrinsic", or the process dies. Seen on
3.3.1 to 3.9.0, fbtriton 3.7.4, tokenspeed-triton 3.7.10.post20260531 and triton-xpu 3.3.0b1. Prints FAIL, with
status 1, where it does so for some float type.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    at = tl.arange(0, 64)
    value = tl.load(x + at)
    tl.store(out + at, tl.clamp(value, tl.full([], -1.0, value.dtype), tl.full([], 1.0, value.dtype)))


if len(sys.argv) > 1:
    source = triton.compiler.ASTSource(kernel, {"x": f"*{sys.argv[1]}", "out": f"*{sys.argv[1]}"}, {})
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32)) is None)
# Some versions end the process.
wrong = []
for dtype in ("fp16", "bf16", "fp32", "fp64"):
    child = subprocess.run([sys.executable, __file__, dtype], capture_output=True, text=True)
    if child.returncode:
        wrong.append(dtype)
        print(f"{dtype}: {next((line for line in child.stderr.splitlines() if 'error:' in line), child.stderr)[-200:]}")
print("FAIL" if wrong else "PASS")
sys.exit(bool(wrong))
