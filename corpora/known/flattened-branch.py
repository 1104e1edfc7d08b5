"""A value that a condition's store needs, after the inner loop of a flattened one: python flattened-branch.py
(no GPU needed)

tritongpu-fuse-nested-loops wraps what follows the inner loop in an `scf.if` whose else yields fewer values than it has
results, which the verifier refuses. Seen on 3.3.1 to 3.8.0; 3.9.0 is right. Prints FAIL, with status 1, where the pass
fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out, n):
    i = tl.arange(0, 128)
    for tile in tl.range(tl.program_id(0), n, tl.num_programs(0), flatten=True):
        total = tl.zeros([128], tl.int32)
        for k in range(0, 5):
            total += tl.load(x + (tile * 5 + k) * 128 + i)
        place = out + tile * 128 + i
        if n > 1:
            tl.store(place, total)


source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32", "n": "i32"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32)) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
