"""Comparisons that become bf16: python interpreter-comparison-to-bf16.py (no GPU needed)

`binary_op` of Triton's interpreter gives the truth the type of what is compared, so `cast_impl` takes the
bytes of a comparison of fp32 to be fp32. Prints FAIL, with status 1, where that stops it (3.3.1 to 3.9.0).
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
    lanes = tl.arange(0, 4)
    truth = tl.load(x_ptr + lanes) > 1.0
    tl.store(out + lanes, truth.to(tl.bfloat16))


out = numpy.zeros(4, numpy.uint16)
try:
    kernel[(1,)](Tensor("bfloat16", out), Tensor("float32", numpy.arange(4, dtype=numpy.float32)))
except triton.runtime.errors.InterpreterError as error:
    sys.exit(f"FAIL: {error}")
wrong = out.tolist() != [0, 0, 0x3F80, 0x3F80]
print(f"FAIL: {out}" if wrong else "PASS")
sys.exit(bool(wrong))
