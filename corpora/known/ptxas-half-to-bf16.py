"""An 8-bit float by way of bf16 to an integer: python ptxas-half-to-bf16.py (no GPU needed)

Triton converts e4m3 to f16, that to bf16 (`cvt.bf16.f16`), and that to an integer (`cvt.rzi.s64.bf16`). ptxas 12.4
to 12.9 drop the second conversion where they optimize, and convert the f16 as if it were a bf16: -3 becomes -32.
Seen on an H200 with 3.6.0, and in the machine code of 3.3.1 to 3.9.0 for sm_90. Prints FAIL, with status 1, where
the code has the first and the last conversion and none between (or, with torch and a GPU, where a wrong value is
stored).
"""
import os
import re
import subprocess
import sys
import tempfile

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, out):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.load(x + i).to(tl.bfloat16).to(tl.int64))


def on_gpu():
    import torch
    x = torch.full((64,), -3.0, device="cuda").to(torch.float8_e4m3fn)
    out = torch.empty(64, dtype=torch.int64, device="cuda")
    kernel[(1,)](x, out)
    return out.tolist() != [-3] * 64


def in_machine_code():
    source = triton.compiler.ASTSource(kernel, {"x": "*fp8e4nv", "out": "*i64"}, {})
    cubin = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["cubin"]
    tools = os.path.join(os.path.dirname(triton.__file__), "backends", "nvidia", "bin")
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        code = subprocess.run([os.path.join(tools, "nvdisasm"), file.name], capture_output=True, text=True, check=True)
    ends = re.search(r"F2FP\.F16\.E4M3\S* (R\d+),.*?F2I\S*\.BF16\S* R\d+, (R\d+)", code.stdout, re.DOTALL)
    return ends is not None and ends[1] == ends[2] and "BF16" not in ends[0][: ends[0].index("F2I")]


try:
    wrong = on_gpu()
except (ImportError, AssertionError, RuntimeError):
    wrong = in_machine_code()
print("FAIL: the bits of an f16 are taken for a bf16" if wrong else "PASS")
sys.exit(wrong)
