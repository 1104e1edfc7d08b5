"""tl.dot_scaled of 4-bit floats on a cluster of four blocks: python clusters-convert-layout.py (no GPU needed)

The decomposed product changes the layout of a factor between the blocks, which ttg.convert_layout is not lowered
for: "failed to legalize operation 'ttg.convert_layout'". Seen on 3.6.0, 3.7.1 and fbtriton 3.7.4; 3.8.0 is right,
3.3.1 fails on an assertion. Prints FAIL, with status 1, where the compiler fails.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(a, s, b, t, out):
    row, k, column = tl.arange(0, 64)[:, None], tl.arange(0, 32)[None, :], tl.arange(0, 16)
    g = tl.arange(0, 2)[None, :]
    x, y = tl.load(a + row * 32 + k), tl.trans(tl.load(b + column[:, None] * 32 + k))
    scales = tl.load(s + row + g * 64), tl.load(t + column[:, None] + g * 16)
    product = tl.dot_scaled(x, scales[0], "e2m1", y, scales[1], "e2m1")
    tl.store(out + row * 16 + column[None, :], product)


aligned = {(i,): [["tt.divisibility", 16]] for i in range(5)}
signature = {"a": "*u8", "s": "*u8", "b": "*u8", "t": "*u8", "out": "*fp32"}
source = triton.compiler.ASTSource(kernel, signature, {}, aligned)
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 4})
    wrong = None
except RuntimeError as error:
    wrong = str(error)
print(f"FAIL: {wrong[:200]}" if wrong else "PASS")
sys.exit(wrong is not None)
