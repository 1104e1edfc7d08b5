"""A sum that wraps: python interpreter-sum-overflow.py (no GPU needed)

numpy sums in 64 bits, and `to_tensor` of Triton's interpreter then asks it for the number in the type it
does not fit, which numpy 2 refuses. Prints FAIL, with status 1, where that is so (3.3.1 to 3.8.0).
"""
import os
import sys

os.environ["TRITON_INTERPRET"] = "1"  # read by what follows
import numpy
import triton
import triton.language as tl


class Tensor:  # as much of one as the interpreter asks for
    def __init__(self, dtype, array):
        self.dtype, self.array, self.device = "tensor." + dtype, array, "cpu"
        self.data_ptr = lambda: self.array.ctypes.data

    def same(self, *args, **options):
        return self

    cpu = untyped_storage = new_empty = set_ = copy_ = storage_offset = size = stride = same


@triton.jit
def kernel(out):
    tl.store(out, tl.sum(tl.full([4], 2**30, tl.int32)))


out = numpy.ones(1, numpy.int32)
try:
    kernel[(1,)](Tensor("int32", out))
except triton.runtime.errors.InterpreterError as error:
    sys.exit(f"FAIL: {error}")
print("PASS")
