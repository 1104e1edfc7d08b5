"""A global whose name is local in a function counts as read: python shadowed-global.py

Needs no GPU. The walk over globals knows parameters and plain assignments, but not `*names`, `:=` and
comprehensions. A change of the global of that name, which nobody reads, makes the next launch fail.
Seen on 3.8.0 and 3.9.0; 3.3.1 and 3.6.0 do not take such functions. Status 1 where the fault is there.
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
def varargs_(*V):
    return V[0]


@triton.jit
def walrus():
    return (V := 5) + V


@triton.jit
def k0(out):
    tl.store(out, varargs_(1000))


@triton.jit
def k1(out):
    tl.store(out, walrus())


wrong = 0
for kernel in (k0, k1):
    V = tl.constexpr(0)
    print(launch(kernel))
    V = tl.constexpr(7)
    try:
        print("PASS", launch(kernel))
    except RuntimeError as error:
        wrong += 1
        print("FAIL: nobody reads V, but:", error)
sys.exit(wrong > 0)
