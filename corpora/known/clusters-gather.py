"""tl.gather on a cluster of two blocks: python clusters-gather.py (no GPU needed)

tritongpu-optimize-thread-locality gives the gather a layout that is to keep it within a warp, without a thought
for the cluster, and dies on its own assertion, `GatherLoweringHelper(op).isWarpLocal()`. Seen on 3.3.1 to 3.9.0.
Prints FAIL, with status 1, where the compiler fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, at, out):
    i = tl.arange(0, 16)[:, None] * 8 + tl.arange(0, 8)[None, :]
    tl.store(out + i, tl.gather(tl.load(x + i), tl.load(at + i), axis=0))


source = triton.compiler.ASTSource(kernel, {"x": "*i32", "at": "*i32", "out": "*i32"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2, "num_warps": 2}) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
