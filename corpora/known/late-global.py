"""A global that is created after a first launch failed is not looked at any more:
python late-global.py

Needs no GPU. The walk over a kernel's globals is done once, also if the compiler then fails because one
is not there. When it is, the kernel runs, and goes on running the same code whatever the global becomes.
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


@triton.jit
def kernel(out):
    tl.store(out, G)


try:
    launch(kernel)
except Exception as error:
    print(type(error).__name__)
G = tl.constexpr(1000)
print(launch(kernel))
G = tl.constexpr(1001)
try:
    found = launch(kernel)
except RuntimeError as error:
    print("PASS", error)
    sys.exit(0)
right = 1001 in found
print("PASS" if right else f"FAIL: the code holds {found}, G is 1001")
sys.exit(not right)
