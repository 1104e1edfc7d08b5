"""An integer that is declared `tl.int64` is compiled for twice: python declared-integer-compiled-again.py

Needs no GPU. The declared type keeps 1 from becoming a constant, so the code for 1 and for 17 is the
same; but the runtime gives one of them an empty list of attributes and the other none, which the
key and the hash tell apart. It costs a compilation, and no result is wrong. Seen on 3.3.1,
3.6.0, 3.8.0 and 3.9.0. Status 1 where it is so.
"""
import os, sys, tempfile
import triton, triton.language as tl
from triton.backends.compiler import GPUTarget

os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp())


class NoGpu(triton.backends.driver.DriverBase):
    is_active = classmethod(lambda cls: True)
    get_current_target = lambda self: GPUTarget("cuda", 90, 32)
    get_active_torch_device = get_current_device = get_current_stream = lambda self, *a: 0
    get_benchmarker = map_python_to_cpp_type = lambda self, *a: None


triton.runtime.driver.set_active(NoGpu())


@triton.jit
def kernel(out, n: tl.int64):
    tl.store(out, n)


def launch(n):
    return kernel.warmup(triton.runtime.jit.MockTensor(tl.int64), n, grid=(1,))


one, other = launch(1), launch(17)
same = one.asm["ttir"] == other.asm["ttir"]
wasted = same and one.hash != other.hash
print("FAIL: the same code was compiled twice" if wasted else "PASS", one.hash[:8], other.hash[:8])
sys.exit(wasted)
