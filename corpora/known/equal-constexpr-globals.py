"""A constexpr global that becomes an equal one of another type: python equal-constexpr-globals.py

Needs no GPU. Globals are held against a copy by `!=`. 1 and 1.0 are equal, so the code for the integer
runs for the float (0.0 and -0.0 likewise); NaN differs from itself, so a kernel that reads it is
refused though nothing has changed. Seen on 3.3.1, 3.6.0, 3.8.0
and 3.9.0. Status 1 where a fault is there.
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


G = tl.constexpr(1)
N = tl.constexpr(float("nan"))


@triton.jit
def kernel(out):
    tl.store(out, 101 if (tl.program_id(0) * G).dtype == tl.float32 else 102)


@triton.jit
def reads_nan(out):
    tl.store(out, 103 if N != N else 104)


print(launch(kernel))
G = tl.constexpr(1.0)
wrong = 0
try:
    found = launch(kernel)
    wrong += 101 not in found
    print("PASS" if 101 in found else "FAIL", "G is 1.0; the code holds", found, "must hold 101")
except RuntimeError as error:
    print("PASS", error)
try:
    print("PASS", launch(reads_nan))
except RuntimeError as error:
    wrong += 1
    print("FAIL: nothing has changed, but:", error)
sys.exit(wrong > 0)
