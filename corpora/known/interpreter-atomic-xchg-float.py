"""`atomic_xchg` of floats: python interpreter-atomic-xchg-float.py (no GPU needed)

Triton's interpreter has the operation for integers only; compiled kernels exchange fp32 and fp64 too.
Prints FAIL, with status 1, where it is refused (3.3.1 to 3.9.0).
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
    tl.atomic_xchg(out, 1.0)


out = numpy.zeros(1, numpy.float32)
try:
    kernel[(1,)](Tensor("float32", out))
except triton.runtime.errors.InterpreterError as error:
    sys.exit(f"FAIL: {error}")
print("PASS")
