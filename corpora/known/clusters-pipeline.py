"""A pipelined loop over a product, on a cluster: python clusters-pipeline.py (no GPU needed)

tritongpu-pipeline copies the right factor, which only one of the blocks loads, as if each had it: "non-trivial
block dimension not supported". Seen on 3.6.0 and 3.7.1; 3.3.1 and 3.8.0 are right. Prints FAIL, with status 1,
where the pass fails.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, y, out):
    row, column, inner = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 16)
    acc = tl.zeros([64, 64], tl.float32)
    for k in tl.range(0, 4, 2, num_stages=4):
        a = tl.load(x + k * 1024 + row[:, None] + inner[None, :] * 16).to(tl.float32)
        b = tl.load(y + k * 1024 + inner[:, None] * 64 + column[None, :])
        acc = tl.dot(a, b, acc, input_precision="tf32")
    tl.store(out + row[:, None] + column[None, :] * 64, acc)


source = triton.compiler.ASTSource(kernel, {"x": "*fp16", "y": "*fp32", "out": "*fp32"}, {})
if len(sys.argv) > 1:
    aligned = {(at,): [["tt.divisibility", 16]] for at in range(3)}
    source = triton.compiler.ASTSource(kernel, source.signature, {}, aligned)
    options = {"num_ctas": 4, "num_warps": 16}
    sys.exit(triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options) is None)
child = subprocess.run([sys.executable, __file__, "once"], capture_output=True, text=True)
if child.returncode:
    print(next((line for line in child.stderr.splitlines() if "error:" in line), child.stderr)[-200:])
print("FAIL" if child.returncode else "PASS")
sys.exit(child.returncode != 0)
