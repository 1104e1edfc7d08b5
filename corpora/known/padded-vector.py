"""Vectors that a padding puts off their alignment: python padded-vector.py

After 8 elements of 4 bytes #ttg.padded_shared<[8:+1]> leaves out one, so the ninth is at byte 36, and the pair that
begins with it is stored by st.shared.v2.b32, which needs a multiple of 8: misaligned address. lowerLocalLdSt (in
TritonGPUToLLVM/Utility.cpp) bounds the vector by the smallest interval (maybeMaxVecElems = getMinInterval(...)) and
not by the paddings; https://github.com/triton-lang/triton/pull/8050 was about the interval alone. AMD's local memory
has no such need. Gluon reaches it on NVIDIA: PaddedSharedLayout.with_identity_for([[8, 1]], [64], [0]) gives the same
instructions. Seen on triton 3.6.0 to 3.9.0, on an H200 and in PTX. Prints PASS or FAIL (status 1); without torch and a
GPU the PTX (status 2).
"""
import os
import sys
import tempfile

import triton
from triton.backends.compiler import GPUTarget

MODULE = """\
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#padded = #ttg.padded_shared<[8:+1] {order = [0], shape = [64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #pairs>
    %base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #pairs>
    %at = tt.addptr %base, %i : tensor<64x!tt.ptr<i32>, #pairs>, tensor<64xi32, #pairs>
    %value = tt.load %at : tensor<64x!tt.ptr<i32>, #pairs>
    %m = ttg.local_alloc %value : (tensor<64xi32, #pairs>) -> !ttg.memdesc<64xi32, #padded, #smem>
    %same = ttg.local_load %m : !ttg.memdesc<64xi32, #padded, #smem> -> tensor<64xi32, #pairs>
    %base_out = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #pairs>
    %at_out = tt.addptr %base_out, %i : tensor<64x!tt.ptr<i32>, #pairs>, tensor<64xi32, #pairs>
    tt.store %at_out, %same : tensor<64x!tt.ptr<i32>, #pairs>
    tt.return
  }
}
"""


def compiled(text, capability):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ttgir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("cuda:90", f"cuda:{capability}"))
        return triton.compile(path, target=GPUTarget("cuda", capability, 32))


def gpu():
    """torch and the GPU's capability; none and 90 where there is none of them."""
    try:
        import torch
    except ImportError:
        return None, 90
    if not torch.cuda.is_available():
        return None, 90
    major, minor = torch.cuda.get_device_capability()
    return torch, 10 * major + minor


torch, capability = gpu()
kernel = compiled(MODULE, capability)
if torch is None:
    print(kernel.asm["ptx"])
    sys.exit(2)
x = torch.arange(1, 65, dtype=torch.int32, device="cuda")
out = torch.zeros(64, dtype=torch.int32, device="cuda")
kernel[(1, 1, 1)](x.data_ptr(), out.data_ptr())
try:
    left = out.tolist()
except RuntimeError as error:
    # The GPU's context is lost: there is nothing more to ask.
    print(f"FAIL: {error}")
    sys.exit(1)
print("PASS" if left == x.tolist() else f"FAIL: {left}, expected {x.tolist()}")
sys.exit(left != x.tolist())
