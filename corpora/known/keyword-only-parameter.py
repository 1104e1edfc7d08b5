"""A keyword-only parameter is dropped where a global has its name: python keyword-only-parameter.py

Needs no GPU. Up to 3.8 the front end passes over keyword-only parameters: within the function the name
is the global's, without an error, and the wrong number is stored. 3.9.0 binds them.
Seen on 3.3.1, 3.6.0 and 3.8.0. Status 1 where the fault is there.
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


V = tl.constexpr(0)


@triton.jit
def helper(*, V: tl.constexpr):
    return V


@triton.jit
def kernel(out):
    tl.store(out, helper(V=1000))


found = launch(kernel)
right = 1000 in found
print("PASS" if right else f"FAIL: the code holds {found}, must hold 1000")
sys.exit(not right)
