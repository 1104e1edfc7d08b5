"""An `if` with an `else` in a pipelined loop: python pipelined-if-else.py (no GPU needed)

tritongpu-pipeline executes an `if` that a later load's address needs ahead of time, past the end of the loop too.
For iterations that do not exist it makes the condition false, so the `else` runs, with all its loads. Seen on
3.3.1 to 3.9.0. Prints FAIL, with status 1, where the `else` loads before it is known that the loop runs at all.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(index, x, out, n, flag):
    i = tl.arange(0, 128)
    for k in tl.range(0, n, num_stages=2):
        if flag:
            at = i
        else:
            at = tl.load(index + k * 128 + i)
        tl.store(out + k * 128 + i, tl.load(x + at) + 1)


source = triton.compiler.ASTSource(kernel, {"index": "*i32", "x": "*i32", "out": "*i32", "n": "i32", "flag": "i1"}, {})
ttgir = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttgir"]
before_loop = ttgir.split("scf.for")[0]
# With n = 0, the condition `0 < n and flag` is false.
wrong = "scf.if" in before_loop and " tt.load %" in before_loop.split("} else {")[-1]
print("FAIL: a loop of no iterations loads" if wrong else "PASS")
sys.exit(wrong)
