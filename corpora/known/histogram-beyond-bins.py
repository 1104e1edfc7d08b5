"""Numbers beyond the bins of `tl.histogram`: python histogram-beyond-bins.py (no GPU needed)

NVIDIA's lowering leaves them out from 3.8 on (https://github.com/triton-lang/triton/pull/9517); before, it counts
them by their low bits: 64 in bin 0 of 64. Seen on an H200 with 3.6.0 and in the PTX of 3.3.1 to 3.7.1. Prints
FAIL, with status 1, where the PTX does not compare with the number of bins (or, with torch and a GPU, where they
are counted).
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    tl.store(out + tl.arange(0, 64), tl.histogram(tl.load(x + tl.arange(0, 128)), 64))


def on_gpu():
    import torch
    x = torch.full((128,), 64, dtype=torch.int32, device="cuda")
    out = torch.zeros(64, dtype=torch.int32, device="cuda")
    kernel[(1,)](x, out)
    return bool(out.any())


def in_ptx():
    source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32"}, {})
    options = {"enable_fp_fusion": True}
    ptx = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm["ptx"]
    return re.search(r"setp\.\w+\.u32\s.*, 6[34];", ptx) is None


try:
    wrong = on_gpu()
except (ImportError, AssertionError, RuntimeError):
    wrong = in_ptx()
print("FAIL: numbers beyond the bins are counted" if wrong else "PASS")
sys.exit(wrong)
