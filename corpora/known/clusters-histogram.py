"""A histogram on a cluster: python clusters-histogram.py (needs torch and a GPU of compute capability 9.0)

Blocks of a cluster count the elements of a tile that is too small for all of them, and the counts are wrong: of two
zeros one is counted. Seen on an H200 with 3.6.0, and in the PTX of 3.3.1 to 3.8.0 as the `ptx` device executes it;
3.9.0 is right. Prints FAIL, with status 1, or PASS; without a GPU it compiles and says nothing (status 2).
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    at = tl.arange(0, 1)[:, None] * 128 + tl.arange(0, 2)[None, :]
    tl.store(out + tl.arange(0, 16), tl.histogram(tl.ravel(tl.load(x + at)), 16))


OPTIONS = {"num_ctas": 4, "num_warps": 2}
try:
    import torch
    x = torch.zeros(2, dtype=torch.int32, device="cuda")
    out = torch.zeros(16, dtype=torch.int32, device="cuda")
except (ImportError, AssertionError, RuntimeError):
    source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32"}, {})
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options=OPTIONS)
    sys.exit(2)
kernel[(1,)](x, out, **OPTIONS)
wrong = out[0].item() != 2
print(f"FAIL: {out[0].item()} of two zeros are counted" if wrong else "PASS")
sys.exit(wrong)
