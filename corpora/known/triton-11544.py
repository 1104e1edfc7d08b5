"""The remainder of a vector by powers of two (#11544): python triton-11544.py (no GPU needed)

The compiler takes `r % (2 << (r // 16))` for a multiple of what divides its left side, and loads rows that begin
at any element as if they were aligned: `misaligned address` on a GPU. Seen in the PTX of 3.3.1 to 3.8.0; 3.9.0 is
right. Status 1 where a load takes more than one element, because half of the rows begin at an odd one.
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
    row = tl.arange(0, 32)
    start = row % (2 << (row // 16))
    column = tl.arange(0, 16)
    value = tl.load(x + start[:, None] + column[None, :])
    tl.store(out + row[:, None] * 16 + column[None, :], value)


aligned = {(i,): [["tt.divisibility", 16]] for i in range(2)}
source = triton.compiler.ASTSource(kernel, {"x": "*fp32", "out": "*fp32"}, {}, aligned)
ptx = triton.compile(source, target=GPUTarget("cuda", 80, 32)).asm["ptx"]
loads = re.findall(r"ld\.global\S*", ptx)
wide = [load for load in loads if re.search(r"\.v[248]\.|\.b64|\.b128", load)]
if not loads:
    print("SKIP: there is no load")
    sys.exit(0)
print(f"FAIL: {wide[0]} from any element" if wide else "PASS")
sys.exit(bool(wide))
