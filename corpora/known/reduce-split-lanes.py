"""A reduction whose lanes lie apart: python reduce-split-lanes.py (no GPU needed)

The rows of the reshaped tile are spread over the lanes 0, 1, 2, 3 and 16 to 19 and so on. The lowering of tt.reduce
takes the lanes of a row to be neighbours: it exchanges values with the lanes 4, 2 and 1 away and mixes rows. On an
H200 with 3.6.0 the result is wrong. https://github.com/triton-lang/triton/pull/9219 corrected it: seen on 3.3.1 to
3.7.1, 3.8.0 is right. Status 1 where the PTX exchanges nothing with the lane 16 away.
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    tile = tl.load(x + tl.arange(0, 16)[:, None] + tl.arange(0, 16)[None, :] * 16)
    tl.store(out + tl.arange(0, 4), tl.max(tl.reshape(tile, [4, 64]), axis=1))


source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32"}, {})
asm = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 8}).asm
apart = "lane = [[0, 16], [0, 32], [1, 0], [2, 0], [0, 1]]" in asm["ttgir"]
lanes = set(re.findall(r"shfl.sync.bfly.b32[^;]*, (\d+), 31, -1", asm["ptx"]))
wrong = apart and "16" not in lanes
print(f"FAIL: exchanges with the lanes {sorted(lanes)} away" if wrong else "PASS")
sys.exit(wrong)
