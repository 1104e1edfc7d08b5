"""A tile that is reshaped and permuted, on a cluster: python clusters-reshape.py (no GPU needed)

tritongpu-remove-layout-conversions carries the layout of the store back through the reshape and infers one that
does not fit the tile: "Invalid basis 32 for in-dim 'lane'". Seen on 3.6.0 and 3.7.1; 3.3.1 and 3.8.0 are right.
Prints FAIL, with status 1, where the pass fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    tile = tl.load(x + tl.arange(0, 16)[:, None] * 64 + tl.arange(0, 64)[None, :])
    i, j, k = tl.arange(0, 2)[:, None, None], tl.arange(0, 2)[None, :, None], tl.arange(0, 256)[None, None, :]
    tl.store(out + i * 512 + j * 256 + k, tl.permute(tl.reshape(tile, [2, 256, 2]), [2, 0, 1]))


source = triton.compiler.ASTSource(kernel, {"x": "*i16", "out": "*i16"}, {})
if len(sys.argv) > 1:
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2}) is None)
# An assertion may end the process.
child = subprocess.run([sys.executable, __file__, "once"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"FAIL: the compiler ends with status {child.returncode}" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
