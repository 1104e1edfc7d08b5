"""Constexpr arguments that print the same share their code: python constexprs-print-the-same.py

Needs no GPU. The key on disk takes each constexpr argument as `str` gives it, joined by hyphens. So 1
and "1" are one, 2.5 and "2.5", and the pairs ("a-b", "c") and ("a", "b-c"); members of an Enum whose
value was edited, too. The code of the first runs for the second. Constexpr globals go into the key
as `repr` gives them, with the same effect across processes. The hyphens are
seen on 3.3.1, 3.6.0, 3.8.0 and 3.9.0, 1 and "1" from 3.8.0 on. Status 1 where the fault is there.
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
def one(out, x: tl.constexpr):
    tl.store(out, 101 if x == 1 else 102)


@triton.jit
def two(out, x: tl.constexpr, y: tl.constexpr):
    tl.store(out, 103 if y == "c" else 104)


wrong = 0
for kernel, arguments, due in [(one, dict(x=1), 101), (one, dict(x="1"), 102),
                               (two, dict(x="a-b", y="c"), 103), (two, dict(x="a", y="b-c"), 104)]:
    found = launch(kernel, **arguments)
    right = due in found
    wrong += not right
    print("PASS" if right else "FAIL", arguments, "the code holds", found, "must hold", due)
sys.exit(wrong > 0)
