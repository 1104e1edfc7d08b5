"""`if last: acc = zeros` after a dot in a loop is lost: python accumulator-init-result.py (torch, NVIDIA GPU)

`tritongpu-optimize-accumulator-init` replaces the zeroing by a flag with which the *next* product
ignores the accumulator, and gives the old accumulator to every other use of it as well. Where the
last iteration zeroes it, the loop gives the product and not zero. Status 1 where the fault is there.
Seen on an H200 with code of triton 3.3.1. From 3.6.0 on the pass runs for Blackwell only: there the
TTGIR that 3.6.0, 3.8.0 and 3.9.0 make for cuda:100 has the fault, on Hopper they are right.
"""
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a, b, out, trips, period):
    rows, columns = tl.arange(0, 64)[:, None], tl.arange(0, 64)[None, :]
    acc = tl.zeros((64, 64), tl.float32)
    for i in tl.range(0, trips):
        x = tl.load(a + i * 4096 + rows * 64 + columns)
        y = tl.load(b + i * 4096 + rows * 64 + columns)
        acc = tl.dot(x, y, acc)
        if i % period == period - 1:
            acc = tl.zeros((64, 64), tl.float32)
    tl.store(out + rows * 64 + columns, acc)


a, b = torch.randint(-4, 5, (2, 6, 64, 64), device="cuda").to(torch.float16)
out = torch.full((64, 64), 7.0, device="cuda")
kernel[(1,)](a, b, out, 6, 3, num_warps=4, num_stages=3)
right = not out.any()
print("PASS" if right else f"FAIL: {out.count_nonzero().item()} elements are not 0")
sys.exit(not right)
