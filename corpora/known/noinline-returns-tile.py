"""A function that is not inlined and returns a tile: python noinline-returns-tile.py (no GPU needed)

tritongpu-remove-layout-conversions changes the layout of what the function returns and leaves the call as it
was: "'tt.call' op result type mismatch at index 0". Prints FAIL, with status 1, where the pass fails.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit(noinline=True)
def rows():
    return tl.arange(0, 4)


@triton.jit
def kernel(out, x_ptr):
    i = rows()[:, None] // 7 * 16 + tl.arange(0, 16)[None, :]
    tl.store(out + i, tl.load(x_ptr + i))


source = triton.compiler.ASTSource(kernel, {"out": "*fp32", "x_ptr": "*fp32"}, {})
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"enable_fp_fusion": False})
    wrong = None
except RuntimeError as error:
    wrong = str(error)
print(f"FAIL: {wrong}" if wrong else "PASS")
sys.exit(wrong is not None)
