"""What an atomic operation on one element returns (#7402): python triton-7402.py (no GPU needed)

One thread does the operation, and every thread uses what it returns. The compiler does not hand it on: the other
threads use 0. Seen in the PTX of 3.3.1; 3.6.0 is right. Status 1 where the value reaches the stores through
neither shared memory nor a shuffle.
"""
import re
import sys

try:
    import tokenspeed_triton as triton
    import tokenspeed_triton.language as tl
    from tokenspeed_triton.backends.compiler import GPUTarget
except ImportError:
    import triton
    import triton.language as tl
    from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(counter, out):
    ticket = tl.atomic_add(counter + tl.arange(0, 1), 1, sem="relaxed")
    column = tl.arange(0, 64)
    tl.store(out + ticket[:, None] * 64 + column[None, :], tl.full([1, 64], 2, tl.int32))


aligned = {(i,): [["tt.divisibility", 16]] for i in range(2)}
source = triton.compiler.ASTSource(kernel, {"counter": "*i32", "out": "*i32"}, {}, aligned)
ptx = triton.compile(source, target=GPUTarget("cuda", 80, 32)).asm["ptx"]
between = re.search(r"@%p\d+ atom\.global(.*?)st\.global", ptx, re.S)
if between is None:
    print("SKIP: no atomic operation by one thread before a store")
    sys.exit(0)
wrong = re.search(r"ld\.shared|shfl\.sync", between[1]) is None
print("FAIL: the value stays in one thread" if wrong else "PASS")
sys.exit(wrong)
