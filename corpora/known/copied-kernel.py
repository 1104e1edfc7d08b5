"""`copy.copy` of a kernel shares its code and not what the code depends on: python copied-kernel.py

Needs no GPU. The copy shares the dictionary of compiled code with the kernel, but has a snapshot of
globals of its own, which is empty until the copy compiles: code that the kernel compiled for `G` =
1000 runs when `G` is 1001, without the check that the kernel itself makes. And a copy that has to
compile fails, because `create_binder` has set `ASTSource` on the kernel alone. Nothing says that
kernels can be copied. Seen on 3.3.1, 3.6.0, 3.8.0 and 3.9.0. Status 1 where the fault is there.
"""
import copy, os, re, sys, tempfile
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
def kernel(out, n):
    tl.store(out, G + tl.program_id(0) * n)


def launch(kernel, n):
    text = kernel.warmup(triton.runtime.jit.MockTensor(tl.int32), n, grid=(1,)).asm["ttir"]
    return [int(n) for n in re.findall(r"arith.constant (-?\d+)", text)]


copied = copy.copy(kernel)
print(launch(kernel, 17))
wrong = 0
try:
    print("PASS", launch(copied, 16))
except AttributeError as error:
    wrong += 1
    print("FAIL: the copy cannot compile:", error)
G = tl.constexpr(1001)
try:
    found = launch(copied, 17)
    wrong += 1001 not in found
    print("PASS" if 1001 in found else "FAIL: stale", found, "G is 1001")
except RuntimeError as error:
    print("PASS", error)
sys.exit(wrong > 0)
