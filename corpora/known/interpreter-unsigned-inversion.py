"""`~x` of an unsigned integer: python interpreter-unsigned-inversion.py (no GPU needed)

`get_all_ones_value` of Triton's interpreter asks numpy for -1 in the unsigned type, which numpy 2 refuses.
Prints FAIL, with status 1, where that is so (3.3.1 to 3.8.0).
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
    tl.store(out, ~tl.load(out))


out = numpy.zeros(1, numpy.uint32)
try:
    kernel[(1,)](Tensor("uint32", out))
except triton.runtime.errors.InterpreterError as error:
    sys.exit(f"FAIL: {error}")
print("PASS")
