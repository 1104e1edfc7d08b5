"""Sums of bf16: python interpreter-bf16.py (no GPU needed)

Triton's interpreter holds bf16 as numpy's uint16 and computes on the bits: `binary_op`,
`unary_op`, `create_dot`, the casts from integers and `sum` know no better; casts from fp32 do not round.
Prints FAIL, with status 1, where 1.0 + 1.0 is not 2.0 (3.3.1 to 3.9.0).
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
    x = tl.load(x_ptr)
    tl.store(out, x + x)


out = numpy.zeros(1, numpy.uint16)
kernel[(1,)](Tensor("bfloat16", out), Tensor("bfloat16", numpy.full(1, 0x3F80, numpy.uint16)))
wrong = out[0] != 0x4000
print(f"FAIL: 1.0 + 1.0 is {out[0]:#06x}, not 0x4000" if wrong else "PASS")
sys.exit(bool(wrong))
