"""A range that is empty at run time, unrolled: python unrolled-empty-range.py (no GPU needed)

`range(8, 5, 2)` has no iteration. `triton-loop-unroll` leaves MLIR's `loopUnrollByFactor` to compute where the
unrolled part ends: it divides `end - start`, which is negative here, as an unsigned number, so the rest of the
loop begins before `start`, at 4, and runs once. Prints FAIL, with status 1, where the TTIR divides so (or, with
torch and a GPU, where the loop ran).
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(out, n):
    count = 0
    for _ in tl.range(8, n, 2, loop_unroll_factor=3):
        count += 1
    tl.store(out, count)


def on_gpu():
    import torch
    out = torch.zeros(1, dtype=torch.int32, device="cuda")
    kernel[(1,)](out, 5)
    return out.item() != 0


def in_ttir():
    source = triton.compiler.ASTSource(kernel, {"out": "*i32", "n": "i32"}, {})
    ttir = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttir"]
    guarded = any(op in ttir for op in ("arith.maxsi", "arith.cmpi", "arith.select"))
    return "arith.divui" in ttir and not guarded


try:
    wrong = on_gpu()
except (ImportError, AssertionError, RuntimeError):
    wrong = in_ttir()
print("FAIL: a loop without iterations runs" if wrong else "PASS")
sys.exit(wrong)
