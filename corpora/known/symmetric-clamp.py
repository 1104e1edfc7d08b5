"""`tl.clamp` between -1 and 1: python symmetric-clamp.py (no GPU needed)

For opposite bounds the compiler takes one instruction, `min.xorsign.abs`, by the name of an LLVM
intrinsic that does not exist for all types: the compile stops with "could not find LLVM intrinsic". Prints
FAIL, with status 1, where it does so for some float type.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    at = tl.arange(0, 64)
    value = tl.load(x + at)
    tl.store(out + at, tl.clamp(value, tl.full([], -1.0, value.dtype), tl.full([], 1.0, value.dtype)))


def compiles(dtype):
    source = triton.compiler.ASTSource(kernel, {"x": f"*{dtype}", "out": f"*{dtype}"}, {})
    try:
        triton.compile(source, target=GPUTarget("cuda", 90, 32))
        return True
    except Exception as error:
        print(f"{dtype}: {type(error).__name__}: {str(error)[:200]}")
        return False


sys.exit(print("PASS") if all([compiles(dtype) for dtype in ("fp16", "fp32", "fp64")]) else "FAIL")
