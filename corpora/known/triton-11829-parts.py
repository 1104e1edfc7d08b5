"""A running sum over rows that lie in two blocks of a cluster: python triton-11829-parts.py (no GPU needed)

The compiler splits the rows between the blocks, each of which then sums its own: the second one begins anew, at 0.
Where more than one part of a tile is in a block, an assertion fails instead (triton-11829.py). On an H200 with 3.6.0
the sums are wrong; so they are in the PTX of 3.3.1 to 3.8.0, and of tokenspeed-triton. 3.9.0 refuses such kernels.
https://github.com/triton-lang/triton/issues/11829; https://github.com/triton-lang/triton/pull/11871 adds what lacks.
Prints FAIL, with status 1, where the rows are split and the PTX has the blocks exchange nothing.
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    i = tl.arange(0, 16)[:, None] * 4 + tl.arange(0, 4)[None, :]
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0))


def blocks_apart():
    source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32"}, {})
    options = {"num_ctas": 2, "num_warps": 1, "enable_fp_fusion": True}
    try:
        asm = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm
    except RuntimeError:
        return None
    split = re.search(r"CTASplitNum = \[2, 1\]|CGALayout = \[\[1, 0\]\]", asm["ttgir"])
    return split is not None and re.search(r"barrier\.cluster|mapa", asm["ptx"]) is None


wrong = blocks_apart()
if wrong is None:
    print("PASS: the compiler refuses it")
else:
    print("FAIL: two blocks sum parts of the rows, and do not exchange them" if wrong else "PASS")
sys.exit(bool(wrong))
