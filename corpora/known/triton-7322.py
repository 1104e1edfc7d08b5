"""A constexpr global that another process changed runs its old code: python triton-7322.py

Needs no GPU. Up to 3.3.1 the value of a constexpr global is in no key of the disk cache. Later
releases compile anew. Status 1 where the fault is there.
"""
import os, re, sys, tempfile, types, triton, triton.language as tl
os.environ.update(TRITON_CACHE_DIR=tempfile.mkdtemp())
triton.runtime.driver.set_active(types.SimpleNamespace(get_current_device=lambda: 0,  # no GPU
    get_current_stream=lambda device: 0,
    get_current_target=lambda: triton.backends.compiler.GPUTarget("cuda", 90, 32)))
G = tl.constexpr(1000)
@triton.jit
def k0(out): tl.store(out, G)
def launch(kernel, out=triton.runtime.jit.MockTensor(tl.int32)):
    return re.sub(r"loc\(.*?\)|#loc.*", "", kernel.warmup(out, grid=(1,)).asm["ttir"])
if os.fork() == 0:  # a process of its own
    launch(k0)
    os._exit(0)
os.wait()
G = tl.constexpr(1001)
found = launch(k0)
os.environ["TRITON_ALWAYS_COMPILE"] = "1"
anew = launch(triton.jit(k0.fn))
sys.exit(print("PASS") if found == anew else f"FAIL: {found} ran, and right is {anew}")
