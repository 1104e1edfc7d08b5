"""The sum of products of halves: python combine-half-sum.py (no GPU needed)

triton-combine makes a dot of a broadcast, multiply and sum, and starts it from a float32 zero whatever the type:
an assertion, or "'tt.splat' op requires the same element type". Seen on 3.3.1 to 3.9.0. Prints FAIL, with
status 1, where the compiler fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, y, out):
    i = tl.arange(0, 16)[:, None] * 16 + tl.arange(0, 16)[None, :]
    a = tl.broadcast_to(tl.load(x + i)[:, :, None], [16, 16, 16])
    b = tl.broadcast_to(tl.load(y + i)[None, :, :], [16, 16, 16])
    tl.store(out + i, tl.sum(a * b, axis=1))


source = triton.compiler.ASTSource(kernel, {"x": "*fp16", "y": "*fp16", "out": "*fp16"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32)) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
