"""True + True and True - True: python interpreter-int1.py (no GPU needed)

Triton's interpreter takes them from numpy's bool, which adds with `or` and does not subtract; compiled, an
integer of one bit wraps. Prints FAIL, with status 1, where one of them is not False (3.3.1 to 3.8.0).
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
def kernel(out, subtract: tl.constexpr):
    x = tl.load(out) > 0
    y = x - x if subtract else x + x
    tl.store(out, y.to(tl.int32))


for subtract in (True, False):
    out = numpy.ones(1, numpy.int32)
    try:
        kernel[(1,)](Tensor("int32", out), subtract)
    except triton.runtime.errors.InterpreterError as error:
        sys.exit(f"FAIL: {error}"[:120])
print("FAIL: True + True is True" if out[0] else "PASS")
sys.exit(int(out[0]))
