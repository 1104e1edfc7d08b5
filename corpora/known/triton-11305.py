"""acc += tl.max(x, axis=1) in a loop gives -inf: python triton-11305.py (needs torch and an NVIDIA GPU)

`tritongpu-optimize-thread-locality` keeps one partial accumulator a thread. It starts them at the
neutral element of the *reduction* (-inf for max) but updates them with the *accumulation* (+), so
they stay -inf. Seen on an H200 with triton 3.6.0 and 3.9.0. Status 1 where the fault is there.
"""
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n):
    rows = tl.arange(0, 4)
    columns = tl.arange(0, 128)
    accumulator = tl.full([4], 0.0, tl.float32)
    for i in range(0, n):
        tile = tl.load(x + i * 512 + rows[:, None] * 128 + columns[None, :])
        accumulator = accumulator + tl.max(tile, axis=1)
    tl.store(out + rows, accumulator)


x = torch.arange(1024, device="cuda", dtype=torch.float32) % 7
out = torch.empty(4, device="cuda")
kernel[(1,)](x, out, 2, num_warps=2)
expected = x.reshape(2, 4, 128).amax(2).sum(0)
right = torch.equal(out, expected)
print("PASS" if right else f"FAIL: {out.tolist()} instead of {expected.tolist()}")
sys.exit(not right)
