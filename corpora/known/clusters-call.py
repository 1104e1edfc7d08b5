"""Sums in a loop of a function on a cluster of two blocks: python clusters-call.py (no GPU needed)

Where blocks use memory of each other again, triton-nvidia-gpu-membar puts a barrier of the cluster. In a function that
is not inlined the barrier's own verifier does not take it: it "must be inside a kernel function". Seen on 3.9.0
(3.3.1 to 3.8.0 stop before, in triton-nvidia-gpu-plan-cta: clusters-plan-cta). Prints FAIL, with status 1, where the
compiler fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit(noinline=True)
def function(x, out, n):
    i, j = tl.arange(0, 2), tl.arange(0, 8)
    for k in range(n):
        tile = tl.load(x + i[:, None] * 32 + j[None, :] + k)
        tile = tl.broadcast_to(tl.sum(tile, axis=0)[None, :], [2, 8])
        tl.store(out + i[:, None] * 8 + j[None, :] + 32 * k, tile)


@triton.jit
def kernel(x, out, n):
    function(x, out, n)


source = triton.compiler.ASTSource(kernel, {"x": "*fp32", "out": "*fp32", "n": "i32"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2}) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
