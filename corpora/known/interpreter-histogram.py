"""A histogram's last bin: python interpreter-histogram.py (no GPU needed)

Triton's interpreter takes numpy's, whose last bin has both ends: it counts what is one too large, which
code for NVIDIA leaves out. Prints FAIL, with status 1, where that is so (3.3.1 to 3.8.0).
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
    tl.store(out + tl.arange(0, 4), tl.histogram(tl.full([8], 4, tl.int32), 4))


out = numpy.zeros(4, numpy.int32)
kernel[(1,)](Tensor("int32", out))
wrong = out.any()
print(f"FAIL: {out.tolist()} in 4 bins of what is 4" if wrong else "PASS")
sys.exit(bool(wrong))
