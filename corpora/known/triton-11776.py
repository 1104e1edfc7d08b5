"""tl.dot_scaled of 4-bit floats with 8 warps: python triton-11776.py (no GPU needed)

The lowering of ttg.fp4_to_fp wants a multiple of four bytes in each thread, but gets fewer where a small factor is
spread over many warps: the assertion `xVals.size() % 4 == 0` fails. With 4 warps it compiles. Seen on 3.3.1 to
3.9.0, fbtriton 3.7.4 and triton-xpu 3.3.0b1; tokenspeed-triton 3.7.10.post20260531 fails without saying why.
Prints FAIL, with status 1, where the compiler fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(a, s, b, t, out):
    row, k, column = tl.arange(0, 64)[:, None], tl.arange(0, 32), tl.arange(0, 16)
    x, y = tl.load(a + row * 32 + k[None, :]), tl.load(b + k[:, None] * 16 + column[None, :])
    g = tl.arange(0, 2)[None, :]
    scales = tl.load(s + row * 2 + g), tl.load(t + column[:, None] * 2 + g)
    product = tl.dot_scaled(x, scales[0], "e2m1", y, scales[1], "e2m1")
    tl.store(out + row * 16 + column[None, :], product)


source = triton.compiler.ASTSource(kernel, {"a": "*u8", "s": "*u8", "b": "*u8", "t": "*u8", "out": "*fp32"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 8}) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], capture_output=True, text=True)
lines = [line for line in child.stderr.splitlines() if "Assertion" in line or "error:" in line]
print(f"FAIL: {lines[0][-140:] if lines else child.stderr[-400:]}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
