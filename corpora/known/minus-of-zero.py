"""-x of a float: python minus-of-zero.py (no GPU needed)

The front end of releases up to 3.7 makes `0 - x` of it, which gives 0.0 for x = 0.0 and not -0.0. Prints
FAIL, with status 1, where the TTIR subtracts.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(out, x_ptr):
    i = tl.arange(0, 16)
    tl.store(out + i, -tl.load(x_ptr + i))


source = triton.compiler.ASTSource(kernel, {"out": "*fp32", "x_ptr": "*fp32"}, {})
options = {"enable_fp_fusion": False}
text = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm["ttir"]
wrong = "arith.subf" in text
print("FAIL: -x is compiled to 0 - x" if wrong else "PASS")
sys.exit(wrong)
