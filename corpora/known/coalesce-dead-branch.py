"""A branch that no iteration takes: python coalesce-dead-branch.py (no GPU needed)

As coalesce-dead-while: in the unrolled loop the condition is one of constants, the axis analysis never visits the
branch, and tritongpu-coalesce asks it about the load there: `idx < size()` fails. Seen on 3.6.0; 3.3.1 and 3.7.1
are right. Prints FAIL, with status 1, where the compiler fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    i = tl.arange(0, 64)
    for k in tl.range(0, 3, loop_unroll_factor=2):
        value = tl.load(x + k * 64 + i)
        if k > 2:
            value += tl.load(x + i)
        tl.store(out + k * 64 + i, value)


source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32)) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
