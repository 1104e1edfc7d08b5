"""Offsets (n + arange) % 64 with negative n: python remainder-of-negatives.py (no GPU needed)

`%` truncates at run time, so for n = -128 the offsets are 0, -63, -62, ...: the first of each 64 does not
follow the others. AxisInfo takes a remainder to keep the contiguity of what it is taken of, whatever its
sign, so four of them are loaded as one vector, from 0, 1, 2 and 3. Prints FAIL, with status 1, where the PTX
has such a load (or, with torch and a GPU, where a wrong value is stored).
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out, n):
    i = tl.arange(0, 128)
    tl.store(out + i, tl.load(x + (n + i) % 64))


def on_gpu():
    import torch
    x = torch.arange(256, dtype=torch.int32, device="cuda")
    out = torch.empty(128, dtype=torch.int32, device="cuda")
    kernel[(1,)](x[128:], out, -128, num_warps=1)
    right = [128 - (128 - i) % 64 for i in range(128)]
    return out.tolist() != right


def in_ptx():
    signature = {"x": "*i32", "out": "*i32", "n": "i32"}
    aligned = {(argument,): [["tt.divisibility", 16]] for argument in range(3)}
    source = triton.compiler.ASTSource(kernel, signature, {}, aligned)
    options = {"num_warps": 1}
    ptx = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm["ptx"]
    return re.search(r"ld\.global\S*\.v4", ptx) is not None


try:
    wrong = on_gpu()
except (ImportError, AssertionError, RuntimeError):
    wrong = in_ptx()
print("FAIL: offsets that do not follow each other are loaded as a vector" if wrong else "PASS")
sys.exit(wrong)
