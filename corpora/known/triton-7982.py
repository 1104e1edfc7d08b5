"""tl.dot_scaled in a pipelined loop on a cluster of two blocks: python triton-7982.py (no GPU needed)

tritongpu-pipeline copies a factor asynchronously to shared memory whose parts belong to other blocks than those
that load them: "cp.async does not support non-trivial block dimension". Seen on 3.6.0 to 3.9.0, fbtriton 3.7.4
and tokenspeed-triton 3.7.10.post20260531; 3.3.1 fails on an assertion. Prints FAIL, with status 1, where the
compiler fails.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(a, s, b, out, n):
    row, k, column = tl.arange(0, 64)[:, None], tl.arange(0, 128), tl.arange(0, 32)[None, :]
    total = tl.full([64, 32], 0.0, tl.float32)
    for i in range(n):
        x = tl.load(a + i * 8192 + row * 128 + k[None, :])
        y = tl.load(b + i * 4096 + k[:, None] * 32 + column)
        scale = tl.load(s + i * 256 + row * 4 + tl.arange(0, 4)[None, :])
        total = tl.dot_scaled(x, scale, "e4m3", y, None, "e4m3", acc=total)
    tl.store(out + row * 32 + column, total)


aligned = {(i,): [["tt.divisibility", 16]] for i in range(4)}
signature = {"a": "*fp8e4nv", "s": "*u8", "b": "*fp8e4nv", "out": "*fp32", "n": "i32"}
source = triton.compiler.ASTSource(kernel, signature, {}, aligned)
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2})
    wrong = None
except RuntimeError as error:
    wrong = str(error)
print(f"FAIL: {wrong}" if wrong else "PASS")
sys.exit(wrong is not None)
