"""umulhi of signed integers: python interpreter-umulhi.py (no GPU needed)

Triton's interpreter extends the sign of what it is to take as unsigned, and gives 64 bits back as uint64
whatever the type, on which later operations fail or turn to float64. Prints FAIL, with status 1, where
umulhi(-1, 3) is not 2 (3.3.1 to 3.8.0).
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
def kernel(out, x_ptr):
    tl.store(out, tl.umulhi(tl.load(x_ptr), 3))


out = numpy.zeros(1, numpy.int32)
kernel[(1,)](Tensor("int32", out), Tensor("int32", numpy.full(1, -1, numpy.int32)))
wrong = out[0] != 2
print(f"FAIL: umulhi(-1, 3) is {out[0]}, not 2" if wrong else "PASS")
sys.exit(bool(wrong))
