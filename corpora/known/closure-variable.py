"""A variable of an enclosing function may change unnoticed: python closure-variable.py

Needs no GPU. Variables of a closure are held against a copy of themselves, which never differs: the
code for 1000 runs after `k` became 1001. Nothing says that closures are supported, yet the runtime
looks into them. Seen on 3.6.0, 3.8.0 and 3.9.0; 3.3.1 does not
take them. Status 1 where the fault is there.
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


def make(k):
    @triton.jit
    def helper():
        return k

    def set(value):
        nonlocal k
        k = value

    return helper, set


helper, set_k = make(tl.constexpr(1000))


@triton.jit
def kernel(out):
    tl.store(out, helper())


print(launch(kernel))
set_k(tl.constexpr(1001))
try:
    found = launch(kernel)
except RuntimeError as error:
    print("PASS", error)
    sys.exit(0)
right = 1001 in found
print("PASS" if right else f"FAIL: the code holds {found}, k is 1001")
sys.exit(not right)
