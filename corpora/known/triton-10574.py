"""sum(a[:, :, None] * b[None, :, :], axis=0) becomes dot(a, b): python triton-10574.py (no GPU needed)

`triton-combine` does not look at the axis of the reduction. Prints FAIL, with status 1, where the TTIR
holds a `tt.dot`. Seen in triton 3.6.0 and tokenspeed-triton 3.7.10.post20260531; not in 3.8.0 and 3.9.0.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(a, b, out):
    i = tl.arange(0, 16)[:, None]
    j = tl.arange(0, 16)[None, :]
    x = tl.load(a + i * 16 + j)
    y = tl.load(b + i * 16 + j)
    tl.store(out + i * 16 + j, tl.sum(x[:, :, None] * y[None, :, :], axis=0))


source = triton.compiler.ASTSource(kernel, {"a": "*fp32", "b": "*fp32", "out": "*fp32"}, {})
ttir = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttir"]
wrong = "tt.dot" in ttir
print("FAIL: the sum over axis 0 is a tt.dot" if wrong else "PASS")
sys.exit(wrong)
