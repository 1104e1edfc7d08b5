"""A launch that is refused leaves its code behind, which runs later: python rejected-launch-keeps-code.py

Needs no GPU. `k0` makes the helper record `G` = 1000. With `G` = 1001 the launch of `k1` compiles, keeps
the code in the kernel's cache, and only then finds that `G` has changed and raises. With `G` = 1000
again the check passes and the code for 1001 runs. `G` is a constexpr, which is supported. Seen on
3.3.1, 3.6.0, 3.8.0 and 3.9.0. Status 1 where the fault is there.
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
G = tl.constexpr(1000)


@triton.jit
def helper(x):
    return x + G


@triton.jit
def k0(out):
    tl.store(out, helper(tl.program_id(0)))


@triton.jit
def k1(out):
    tl.store(out, helper(tl.program_id(0)))


def launch(kernel):
    text = kernel.warmup(triton.runtime.jit.MockTensor(tl.int32), grid=(1,)).asm["ttir"]
    return [int(n) for n in re.findall(r"arith.constant (-?\d+)", text)]


print(launch(k0))
G = tl.constexpr(1001)
try:
    print(launch(k1))
except RuntimeError as error:
    print(error)
G = tl.constexpr(1000)
found = launch(k1)
right = 1000 in found
print("PASS" if right else f"FAIL: the code holds {found}, G is 1000")
sys.exit(not right)
