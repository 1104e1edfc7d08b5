"""`tl.dot_scaled` added to in a pipelined loop, on Hopper: python pipelined-scaled-dot.py (no GPU needed)

The product becomes two transposed wgmmas. tritongpu-pipeline lets the second one run on when the iteration ends
(`warp_group_dot_wait {pendings = 1}` before the `tt.trans`), though the next one overwrites its operand. Wrong
values on an H200 with Triton 3.6.0 and three stages, right ones with one stage. Prints FAIL, with status 1, where
that is so (or, with torch and a GPU, where the two differ).
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, y, scale, out):
    m, n, k = tl.arange(0, 16), tl.arange(0, 64), tl.arange(0, 32)
    acc = tl.full([16, 64], 0.0, tl.float32)
    for i in range(0, 4):
        a = tl.load(x + m[:, None] * 32 + k[None, :] + i * 512)
        b = tl.load(y + m[:, None] * 64 + n[None, :] + i * 1024)
        s = tl.load(scale + n[:, None] + tl.arange(0, 1)[None, :] + i * 64)
        acc = tl.dot_scaled(a, None, "bf16", b, s, "e2m1", acc=acc, fast_math=True)
    tl.store(out + m[:, None] * 64 + n[None, :], acc)


def on_gpu():
    import torch
    torch.manual_seed(0)
    x = torch.randint(-2, 3, (2048,), device="cuda").to(torch.bfloat16)
    y, scale = (torch.randint(lo, hi, (4096,), dtype=torch.uint8, device="cuda") for lo, hi in ((0, 255), (126, 129)))
    outs = [torch.zeros(1024, device="cuda") for _ in range(2)]
    for out, stages in zip(outs, (3, 1)):
        kernel[(1,)](x, y, scale, out, num_warps=4, num_stages=stages, enable_fp_fusion=False)
    return not torch.equal(*outs)


def in_ttgir():
    signature = {"x": "*bf16", "y": "*u8", "scale": "*u8", "out": "*fp32"}
    source = triton.compiler.ASTSource(kernel, signature, {}, {(i,): [["tt.divisibility", 16]] for i in range(4)})
    options = {"num_warps": 4, "num_stages": 3, "enable_fp_fusion": False}
    text = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm["ttgir"]
    running = {v + "#0" for v in re.findall(r"(%\w+):\d+ = ttng.warp_group_dot_wait .*pendings = [1-9]", text)}
    return any(value in running for value in re.findall(r"tt.trans (%[\w#]+)", text))


try:
    wrong = on_gpu()
except (ImportError, AssertionError, RuntimeError):
    wrong = in_ttgir()
print("FAIL: a product is used while it is computed" if wrong else "PASS")
sys.exit(wrong)
