"""tl.dot of doubles that were bytes: python dot-of-converted-doubles.py (no GPU needed)

A factor that is loaded as 8-bit integers and converted to f64 fails in the lowering of the product with an
assertion in MMAv2.cpp (`getValuesFromDotOperandLayoutStruct`) and "PassManager::run failed"; on a machine
with a GPU too. Factors loaded as doubles compile. Prints FAIL, with status 1, where the compiler fails.
Seen in 3.6.0 and 3.8.0, not in 3.9.0; 3.3.1 has no products of doubles.
"""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(a, b, out):
    i = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    x, y = tl.load(a + i).to(tl.float64), tl.load(b + i)
    tl.store(out + i, tl.dot(x, y, input_precision="ieee", out_dtype=tl.float64))


def compile_with(element):
    source = triton.compiler.ASTSource(kernel, {"a": element, "b": "*fp64", "out": "*fp64"}, {})
    triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 1})


compile_with("*fp64")
try:
    compile_with("*u8")
    wrong = None
except RuntimeError as error:
    wrong = error
print(f"FAIL: {wrong}" if wrong else "PASS")
sys.exit(wrong is not None)
