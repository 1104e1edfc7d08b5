"""Rows of 64 bytes through a tensor descriptor in a pipelined loop: python pipelined-small-windows.py

A copy of the tensor memory accelerator needs a buffer in shared memory at a multiple of 128 bytes. The
pipeliner puts the buffers of its stages one behind the other, 64 bytes apart: every second copy goes to an
address that is not, and the kernel ends with "misaligned address". Prints FAIL, with status 1, where the TTGIR
has such buffers (or, with torch and a GPU of sm_90 or later, where the kernel ends so).
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out, n):
    rows = tl.make_tensor_descriptor(x, [n, 16], [16, 1], [1, 16])
    total = tl.zeros([1, 16], tl.float32)
    for row in tl.range(n, num_stages=4):
        total += rows.load([row, 0])
    tl.store(out + tl.arange(0, 16)[None, :], total)


def on_gpu():
    import torch
    triton.set_allocator(lambda size, *_: torch.empty(size, dtype=torch.int8, device="cuda"))
    x, out = torch.ones(64, 16, device="cuda"), torch.empty(16, device="cuda")
    kernel[(1,)](x, out, 64)
    return out.tolist() != [64.0] * 16


def in_ttgir():
    aligned = {(argument,): [["tt.divisibility", 16]] for argument in range(2)}
    signature = {"x": "*fp32", "out": "*fp32", "n": "i32"}
    source = triton.compiler.ASTSource(kernel, signature, {}, aligned)
    text = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttgir"]
    return re.search(r"local_alloc : \(\) -> !ttg.memdesc<\d+x1x16xf32", text) is not None


try:
    import torch
    gpu = torch.cuda.is_available()
except ImportError:
    gpu = False
try:
    wrong = on_gpu() if gpu else in_ttgir()
except RuntimeError as error:
    print(error)
    wrong = True
sys.exit("FAIL" if wrong else print("PASS"))
