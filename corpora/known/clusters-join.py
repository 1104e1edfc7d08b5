"""Two tiles that are joined, on a cluster: python clusters-join.py (no GPU needed)

convert-triton-to-tritongpu infers a layout with as many dimensions as the tiles have for the pair, which has one
more: "Invalid bases passed to LinearLayout". Seen on 3.6.0 and 3.7.1; 3.3.1 and 3.8.0 are right. Prints FAIL, with
status 1, where the pass fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    i = tl.arange(0, 2)[:, None] * 32 + tl.arange(0, 32)[None, :]
    pairs = tl.interleave(tl.load(x + i), tl.load(x + 64 + i))
    tl.store(out + tl.arange(0, 2)[:, None] * 64 + tl.arange(0, 64)[None, :], pairs)


source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2}) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
