"""A division in a pipelined loop whose divisor is zero past the end: python pipelined-division.py (no GPU needed)

tritongpu-pipeline computes a load's address ahead of time, past the end of the loop too, and masks the load only.
`n - k` is never 0 in the loop; the address of iteration `n` divides by it nevertheless, which is undefined in MLIR
and LLVM. No load uses what comes out. Seen on 3.3.1 to 3.9.0. Prints FAIL, with status 1, where the TTGIR divides so.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out, n):
    i = tl.arange(0, 128)
    for k in tl.range(0, n, num_stages=3):
        tl.store(out + k * 128 + i, tl.load(x + 100 // (n - k) * 128 + i) + 1)


source = triton.compiler.ASTSource(kernel, {"x": "*i32", "out": "*i32", "n": "i32"}, {})
ttgir = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttgir"]
before_loop = ttgir.split("scf.for")[0]
wrong = "arith.divsi" in before_loop and not any(op in before_loop for op in ("scf.if", "arith.maxsi", "arith.select"))
print("FAIL: a loop of no iterations divides by zero" if wrong else "PASS")
sys.exit(wrong)
