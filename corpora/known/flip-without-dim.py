"""tl.flip(x) without a dimension: python flip-without-dim.py (no GPU needed)

The documented default, the last dimension, is compared with integers before it is looked up, so it cannot
be used. Prints FAIL, with status 1, where the front end refuses it.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(out, x_ptr):
    i = tl.arange(0, 16)
    tl.store(out + i, tl.flip(tl.load(x_ptr + i)))


source = triton.compiler.ASTSource(kernel, {"out": "*i32", "x_ptr": "*i32"}, {})
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32))
    wrong = None
except triton.compiler.errors.CompilationError as error:
    wrong = repr(error.__cause__)
print(f"FAIL: {wrong}" if wrong else "PASS")
sys.exit(wrong is not None)
