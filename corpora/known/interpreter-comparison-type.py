"""Comparisons of scalars: python interpreter-comparison-type.py (no GPU needed)

`binary_op` of Triton's interpreter gives the truth the type of what is compared, and `create_splat`
believes it: a tile made of it is no mask. Prints FAIL, with status 1, where a store refuses the mask (3.9.0;
earlier releases take it all the same).
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
    mask = tl.broadcast_to(tl.program_id(0) < 1, [4])
    tl.store(out + tl.arange(0, 4), 1, mask=mask)


out = numpy.zeros(4, numpy.int32)
try:
    kernel[(1,)](Tensor("int32", out))
except triton.runtime.errors.InterpreterError as error:
    sys.exit(f"FAIL: {error}")
print("PASS")
