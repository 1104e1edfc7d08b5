"""tl.dot_scaled on a cluster of four blocks: python clusters-dot-scaled.py (no GPU needed)

tritongpu-accelerate-matmul decomposes the product and gives its factors layouts that do not fit each other: "Src
and Dst encodings are not compatible". Seen on 3.3.1 to 3.9.0. Prints FAIL, with status 1, where the pass fails.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(a, s, b, out):
    row, k, column = tl.arange(0, 16)[:, None], tl.arange(0, 128), tl.arange(0, 16)[None, :]
    x, scale = tl.load(a + row * 128 + k[None, :]), tl.load(s + row * 4 + tl.arange(0, 4)[None, :])
    y = tl.load(b + tl.arange(0, 64)[:, None] * 16 + column)
    tl.store(out + row * 16 + column, tl.dot_scaled(x, scale, "e5m2", y, None, "e2m1"))


source = triton.compiler.ASTSource(kernel, {"a": "*fp8e5", "s": "*u8", "b": "*u8", "out": "*fp32"}, {})
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 4, "num_warps": 16})
    wrong = None
except RuntimeError as error:
    wrong = str(error)
print(f"FAIL: {wrong}" if wrong else "PASS")
sys.exit(wrong is not None)
