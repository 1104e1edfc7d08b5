"""A sum accumulated in an unrolled loop: python unrolled-sum.py (no GPU needed)

With `loop_unroll_factor`, the body adds several reductions to the accumulator, one after the other.
`tritongpu-optimize-thread-locality` takes the last of them and asserts that it adds to an argument of the
loop: isa<BlockArgument>(accumOperand), OptimizeThreadLocality.cpp. Prints FAIL, with status 1, where the
compiler dies; a loop that is not unrolled compiles.
"""
import subprocess
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out, n, UNROLL: tl.constexpr):
    rows, columns = tl.arange(0, 2)[:, None], tl.arange(0, 128)[None, :]
    total = tl.zeros([2], tl.float32)
    for i in tl.range(0, n, loop_unroll_factor=UNROLL):
        total += tl.sum(tl.load(x + i * 256 + rows * 128 + columns), axis=1)
    tl.store(out + tl.arange(0, 2), total)


def compile_with(unroll):
    signature = {"x": "*fp32", "out": "*fp32", "n": "i32", "UNROLL": "constexpr"}
    aligned = {(0,): [["tt.divisibility", 16]], (1,): [["tt.divisibility", 16]]}
    source = triton.compiler.ASTSource(kernel, signature, {"UNROLL": unroll}, aligned)
    triton.compile(source, target=GPUTarget("cuda", 90, 32))


if len(sys.argv) > 1:  # a process of its own, which may die
    sys.exit(compile_with(int(sys.argv[1])))
compile_with(1)
died = subprocess.run([sys.executable, __file__, "3"], stderr=subprocess.DEVNULL).returncode
print(f"FAIL: the compiler ends with status {died}" if died else "PASS")
sys.exit(bool(died))
