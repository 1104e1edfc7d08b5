"""A global that a function reads which is a constexpr argument may change unnoticed:
python function-argument-global.py

Needs no GPU. The launch checks the globals of the kernel and of what it calls by name, not of what it
is given: the code for `G` = 1000 runs with `G` = 1001. `G` is a constexpr, which is supported.
Seen on 3.3.1, 3.6.0, 3.8.0 and 3.9.0. Status 1 where the fault is there.
"""
import os, re, sys, tempfile
import triton, triton.language as tl
from triton.backends.compiler import GPUTarget

os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp())


class NoGpu(triton.backends.driver.DriverBase):
    is_active = classmethod(lambda cls: True)
    get_current_target = lambda self: GPUTarget("cuda", 90, 32)
    get_active_torch_device = get_current_device = get_current_stream = lambda self, *a: 0
    get_benchmarker = map_python_to_cpp_type = lambda self, *a: None


triton.runtime.driver.set_active(NoGpu())


def launch(kernel, **arguments):
    out = triton.runtime.jit.MockTensor(tl.int32)
    text = kernel.warmup(out, grid=(1,), **arguments).asm["ttir"]
    return [int(n) for n in re.findall(r"arith.constant (-?\d+)", text)]


G = tl.constexpr(1000)


@triton.jit
def helper():
    return G


@triton.jit
def kernel(out, function: tl.constexpr):
    tl.store(out, function())


print(launch(kernel, function=helper))
G = tl.constexpr(1001)
try:
    found = launch(kernel, function=helper)
except RuntimeError as error:
    print("PASS", error)
    sys.exit(0)
right = 1001 in found
print("PASS" if right else f"FAIL: the code holds {found}, G is 1001")
sys.exit(not right)
