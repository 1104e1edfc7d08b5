"""A negative dividend: python triton-7749.py (no GPU needed)

`(i - 64) // 4` truncates: -64 to -61 give -16, -15, -15, -15. The axis analysis takes each four to be equal, as
they are where the dividend is not negative, so the load reads the first one's address for all four. Seen on an H200 with
3.6.0. https://github.com/triton-lang/triton/issues/7749; in the PTX of 3.3.1 to 3.9.0. Status 1 where the eight
loads of a thread have two addresses.
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    i = tl.arange(0, 1024)
    tl.store(out + i, tl.load(x + 16 + (i - 64) // 4))


aligned = {(i,): [["tt.divisibility", 16]] for i in range(2)}
source = triton.compiler.ASTSource(kernel, {"x": "*i8", "out": "*i8"}, {}, aligned)
ptx = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ptx"]
addresses = re.findall(r"ld.global[^;]*\[ *(%rd\d+)", ptx)
wrong = len(addresses) == 8 and len(set(addresses)) == 2
print("FAIL: four elements are loaded from one address" if wrong else "PASS")
sys.exit(wrong)
