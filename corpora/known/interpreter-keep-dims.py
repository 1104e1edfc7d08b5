"""keep_dims of all axes: python interpreter-keep-dims.py (no GPU needed)

`generic_reduce` of Triton's interpreter, for functions other than `sum`, `min` and `max`, counts the
dimensions after it has flattened the tile, so that it keeps one of them all. Prints FAIL, with status 1,
where that is so (3.3.1 to 3.9.0).
"""
import os
import sys

os.environ["TRITON_INTERPRET"] = "1"  # read by what follows
import triton
import triton.language as tl


@triton.jit
def xor(a, b):
    return a ^ b


@triton.jit
def kernel():
    tile = tl.reduce(tl.zeros([4, 16], tl.int32), None, xor, keep_dims=True)
    tl.static_assert(len(tile.shape) == 2, "of two dimensions one is left")


try:
    kernel[(1,)]()
except triton.runtime.errors.InterpreterError as error:
    sys.exit(f"FAIL: {error}")
print("PASS")
