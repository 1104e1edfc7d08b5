"""A call in a pipelined loop: python pipelined-call.py (no GPU needed)

A load's address needs the call, so tritongpu-pipeline would execute it ahead of time, and then finds that it
"doesn't know how to predicate this op", which ends the compilation. Seen on 3.3.1 to 3.8.0; 3.9.0 is right. Prints
FAIL, with status 1, where the pass fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit(noinline=True)
def plus(k):
    return k + 0


@triton.jit
def kernel(x, out, n):
    for k in tl.range(0, n, num_stages=3):
        i = plus(k) * 128 + tl.arange(0, 128)
        tl.store(out + i, tl.load(x + i) + 1)


source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32", "n": "i32"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32)) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
