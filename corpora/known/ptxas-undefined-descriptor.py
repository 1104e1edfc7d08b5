"""Two products on warp groups: python ptxas-undefined-descriptor.py (no GPU needed)

The first factor of the first product is in registers, so its `wgmma` takes one descriptor of shared memory, and the
next one that descriptor plus a constant. ptxas 12.8 adds the constant to a uniform register that nothing has written:
the tensor cores read from an arbitrary address (illegal address), or other numbers. Without optimization, and in
ptxas 12.4 and 12.9, the register is defined. Seen on an H200 with 3.6.0, and in the machine code of 3.6.0 and 3.7.1;
3.3.1, 3.8.0 and 3.9.0 are right. Prints FAIL, with status 1, where the code reads a uniform register before all
writes to it (or, with torch and a Hopper GPU, where the launch fails or leaves wrong numbers).
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
def kernel(a, b, c, d, out):
    r, s = tl.arange(0, 32), tl.arange(0, 64)
    x = tl.load(a + s[:, None] * 32 + r[None, :])
    y = tl.load(b + r[:, None] * 32 + r[None, :])
    product = tl.dot(x.to(tl.bfloat16), y)
    z = tl.load(c + r[:, None] * 64 + s[None, :])
    w = tl.load(d + r[:, None] * 32 + r[None, :])
    tl.store(out + s[:, None] * 32 + r[None, :], tl.dot(tl.trans(z), w, acc=product))


OPTIONS = {"num_warps": 8, "num_stages": 1, "enable_fp_fusion": True}


def machine_code():
    names = {"a": "*u32", "b": "*bf16", "c": "*bf16", "d": "*bf16", "out": "*fp32"}
    aligned = {(i,): [["tt.divisibility", 16]] for i in range(len(names))}
    source = triton.compiler.ASTSource(kernel, names, {}, aligned)
    cubin = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=OPTIONS).asm["cubin"]
    tools = os.path.join(os.path.dirname(triton.__file__), "backends", "nvidia", "bin")
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        command = [os.path.join(tools, "nvdisasm"), "-c", file.name]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def undefined(code):
    """The first instruction that reads a uniform register before all writes; the kernel has no branches."""
    written = set()
    for line in code.splitlines():
        parts = re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?([A-Z][\w.]*)\s*([^;]*);", line)
        if parts is None:
            continue
        name, operands = parts[1], [operand.strip() for operand in parts[2].split(",")]
        result = re.fullmatch(r"UR(\d+)", operands[0])
        # A matrix's descriptors are four registers, of which an instruction may read two.
        reads = re.findall(r"(?<!gdesc\[)\bUR(\d+)", ",".join(operands[1:] if result else operands))
        if any(int(register) not in written for register in reads):
            return " ".join(line.split())
        if result:
            first = int(result[1])
            written |= {first, first + 1} if ".64" in name or ".WIDE" in name else {first}
    return None


def on_gpu(torch):
    numbers = torch.arange(2048, device="cuda") % 5
    a, c = numbers.int().view(64, 32), numbers.bfloat16().view(32, 64)
    b = d = numbers[:1024].bfloat16().view(32, 32)
    out = torch.empty(64, 32, device="cuda")
    try:
        kernel[(1,)](a.view(torch.uint32), b, c, d, out, **OPTIONS)
        torch.cuda.synchronize()
    except RuntimeError as error:
        # The GPU's context is lost: there is nothing more to ask.
        return str(error).splitlines()[0]
    # Sums of small integers: exact.
    expected = a.float() @ b.float() + c.float().T @ d.float()
    return None if torch.equal(out, expected) else "wrong numbers"


def hopper():
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() and torch.cuda.get_device_capability()[0] == 9 else None


faults = [undefined(machine_code())]
torch = hopper()
if torch is not None:
    faults.append(on_gpu(torch))
faults = [fault for fault in faults if fault]
print(f"FAIL: {'; '.join(faults)}" if faults else "PASS")
sys.exit(bool(faults))
