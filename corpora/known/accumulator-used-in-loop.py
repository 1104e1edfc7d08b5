"""A running sum that the loop stores at each step: python accumulator-used-in-loop.py (no GPU needed)

tritongpu-optimize-thread-locality turns the sum into one partial sum for each thread and adds them up after the
loop. What else uses the sum in the loop gets the value from before the loop: each store stores 0. Seen on an
H200 with 3.6.0, and in the TTGIR of 3.3.1 to 3.8.0; 3.9.0 is right. Status 1 where the TTGIR stores a constant.
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
def kernel(x, out):
    i = tl.arange(0, 16)
    total = tl.zeros([16], tl.float32)
    for k in range(0, 4):
        tl.store(out + k * 16 + i, total)
        total += tl.sum(tl.load(x + k * 1024 + i[:, None] * 64 + tl.arange(0, 64)[None, :]), axis=1)
    tl.store(out + 64 + i, total)


aligned = {(i,): [["tt.divisibility", 16]] for i in range(2)}
source = triton.compiler.ASTSource(kernel, {"x": "*fp32", "out": "*fp32"}, {}, aligned)
ttgir = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 2}).asm["ttgir"]
wrong = re.search(r"tt.store %\w+, %cst", ttgir) is not None
print("FAIL: the loop stores the sum of nothing" if wrong else "PASS")
sys.exit(wrong)
