"""Sums along both axes on a cluster of two blocks: python clusters-reduce.py (no GPU needed)

triton-nvidia-gpu-plan-cta leaves a sum whose elements lie in both blocks, which the lowering of tt.reduce does not
know: `isReduceWithinCTA()` fails. Seen on 3.6.0 and 3.7.1; 3.8.0 is right. Prints FAIL, with status 1, where the
compiler fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out, n):
    i, j = tl.arange(0, 16), tl.arange(0, 32)
    tile = tl.load(x + i[:, None] * n + j[None, :])
    tl.store(out + i, tl.sum(tl.trans(tile), axis=0))
    tl.store(out + 16 + j, tl.sum(tile, axis=0))
    tl.store(out + 48 + i[None, :] * 32 + j[:, None], tl.trans(tile))


aligned = {(i,): [["tt.divisibility", 16]] for i in range(2)}
source = triton.compiler.ASTSource(kernel, {"x": "*fp32", "out": "*fp32", "n": "i32"}, {}, aligned)
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2, "num_warps": 1}) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
