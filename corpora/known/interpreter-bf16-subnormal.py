"""Subnormal bf16 to fp32: python interpreter-bf16-subnormal.py (no GPU needed)

Both have the same exponents, so the bits are only to be shifted. `_convert_float` of Triton's interpreter
normalizes the fraction and so loses it. Prints FAIL, with status 1, where it does (3.3.1 to 3.9.0).
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
    tl.store(out, tl.load(x_ptr).to(tl.float32))


out = numpy.zeros(1, numpy.uint32)
kernel[(1,)](Tensor("float32", out), Tensor("bfloat16", numpy.full(1, 0x8001, numpy.uint16)))
wrong = out[0] != 0x80010000
print(f"FAIL: 0x8001 becomes {out[0]:#010x}, not 0x80010000" if wrong else "PASS")
sys.exit(bool(wrong))
