"""Running sums along both axes on a cluster of two blocks: python triton-11829.py (no GPU needed)

The lowering of tt.scan does not know that a cluster's blocks hold parts of the tile. Up to 3.8.0 an assertion on
the number of scanned blocks fails, whatever the axis; 3.9.0 tells "TODO: unsupported scan layout" where the axis
itself lies in several blocks, which the compiler chose. Seen on 3.3.1 to 3.9.0, fbtriton 3.7.4 and triton-xpu
3.3.0b1; tokenspeed-triton 3.7.10.post20260531 is right. Prints FAIL, with status 1, where the compiler fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out, axis: tl.constexpr):
    i = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=axis))


def compile_it(axis):
    source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32", "axis": "constexpr"}, {(2,): axis})
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_ctas": 2, "num_warps": 1})


if len(sys.argv) > 1:
    compile_it(int(sys.argv[1]))
    sys.exit(0)
# An assertion may end the process.
runs = [subprocess.run([sys.executable, __file__, axis], capture_output=True, text=True) for axis in "01"]
wrong = [axis for axis, run in enumerate(runs) if run.returncode]
told = [line for run in runs for line in run.stderr.splitlines() if "numScanBlocks" in line or "scan layout" in line]
if wrong and not told:
    sys.exit(f"neither PASS nor FAIL: {runs[wrong[0]].stderr[-400:]}")
print(f"FAIL along {wrong}: {told[0][-140:]}" if wrong else "PASS")
sys.exit(bool(wrong))
