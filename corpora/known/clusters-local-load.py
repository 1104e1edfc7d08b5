"""tl.dot_scaled on a cluster of two blocks: python clusters-local-load.py (no GPU needed)

The decomposed product loads its factors from shared memory, in a layout that the other block holds a part of:
"failed to legalize operation 'ttg.local_load'". Seen on 3.6.0, 3.7.1, fbtriton 3.7.4 and
tokenspeed-triton 3.7.10.post20260505; 3.8.0 is right, 3.3.1 fails on an assertion. Prints FAIL, with status 1,
where the compiler fails.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(a, s, b, t, out):
    row, k, column, g = tl.arange(0, 64)[:, None], tl.arange(0, 128), tl.arange(0, 16), tl.arange(0, 4)[None, :]
    x, y = tl.load(a + row * 128 + k[None, :]), tl.load(b + k[:, None] * 16 + column[None, :])
    scales = tl.load(s + row + g * 64), tl.load(t + column[:, None] + g * 16)
    product = tl.dot_scaled(x, scales[0], "e4m3", y, scales[1], "e5m2")
    tl.store(out + row * 16 + column[None, :], product)


aligned = {(i,): [["tt.divisibility", 16]] for i in range(5)}
source = triton.compiler.ASTSource(kernel, {"a": "*fp8e4nv", "s": "*u8", "b": "*u8", "t": "*u8", "out": "*fp32"}, {}, aligned)
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2, "num_warps": 1})
    wrong = None
except RuntimeError as error:
    wrong = str(error)
print(f"FAIL: {wrong}" if wrong else "PASS")
sys.exit(wrong is not None)
