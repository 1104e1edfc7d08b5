"""A tile that is reduced along both axes, on a cluster of 4 blocks: python clusters-plan-cta.py (no GPU needed)

triton-nvidia-gpu-plan-cta gives the tile a layout for one of the two reductions and leaves a value behind whose
layout belongs to the other: "Result has an invalid layout", or an assertion where the layout cannot even be
made. Prints FAIL, with status 1, where the pass fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    i = tl.arange(0, 2)[:, None] * 16 + tl.arange(0, 16)[None, :]
    tile = tl.load(x + i)
    tl.store(out + i, tl.sum(tile, axis=1)[:, None] + tl.sum(tile, axis=0)[None, :])


def compile_it():
    source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32"}, {})
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 4, "num_warps": 8})


if len(sys.argv) > 1:
    compile_it()
    sys.exit(0)
# An assertion ends the process.
child = subprocess.run([sys.executable, __file__, "once"], capture_output=True, text=True)
lines = [line for line in child.stderr.splitlines() if "invalid layout" in line or "Assertion" in line]
if child.returncode and not lines:
    sys.exit(f"neither PASS nor FAIL: {child.stderr[-400:]}")
print(f"FAIL: {lines[0][:120]}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
