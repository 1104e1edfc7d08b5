"""`tl.ravel`: python ravel.py (no GPU needed)

It passes a constexpr on to the compiler's library, which takes a bool: no kernel with it compiles in
tokenspeed-triton 3.7.10.post20260505. Prints FAIL, with status 1, where that is so.
"""
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
def kernel(out):
    matrix = tl.zeros([4, 16], tl.int32)
    tl.store(out + tl.arange(0, 64), tl.ravel(matrix))


source = triton.compiler.ASTSource(kernel, {"out": "*i32"}, {})
try:
    triton.compile(source, target=GPUTarget("cuda", 90, 32))
except triton.compiler.errors.CompilationError as error:
    while error.__cause__ is not None:
        error = error.__cause__
    sys.exit(f"FAIL: {error}"[:300])
print("PASS")
