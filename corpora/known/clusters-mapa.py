"""A tile and a transposed one on a cluster of two blocks: python clusters-mapa.py (no GPU needed)

The transposed tile goes through the other block's shared memory. Its address is made by an nvvm.mapa whose result
has the address space of the block, not of the cluster: "'nvvm.mapa' op result #0 must be LLVM pointer". Seen on
3.6.0 and 3.7.1; 3.3.1 and 3.8.0 are right. Prints FAIL, with status 1, where the compiler fails.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, y, out):
    i, j = tl.arange(0, 8)[:, None], tl.arange(0, 8)[None, :]
    tl.store(out + i * 8 + j, tl.load(x + i * 8 + j) - tl.trans(tl.load(y + i * 16 + j)))


aligned = {(i,): [["tt.divisibility", 16]] for i in range(3)}
source = triton.compiler.ASTSource(kernel, {"x": "*i32", "y": "*i32", "out": "*i32"}, {}, aligned)
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2, "num_warps": 2})
    wrong = None
except RuntimeError as error:
    wrong = str(error)
print(f"FAIL: {wrong}" if wrong else "PASS")
sys.exit(wrong is not None)
