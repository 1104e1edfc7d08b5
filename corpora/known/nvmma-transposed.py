"""A matrix written as one layout and read as its transposed: python nvmma-transposed.py

Without swizzling #ttg.nvmma_shared had one order of elements, `transposed` or not, so that the view that
ttg.memdesc_trans gives reads the matrix as it was written. Gluon gets there with
NVMMASharedLayout(swizzle_byte_width=0, transposed=True) and permute. Seen on triton 3.6.0 and 3.7.1, on an H200
and in PTX, and in the PTX of tokenspeed-triton 3.7.10.post20260531; mended by
https://github.com/triton-lang/triton/pull/10453. Prints PASS or FAIL (status 1); without torch and a GPU the PTX
(status 2).
"""
import os
import sys
import tempfile

import triton
from triton.backends.compiler import GPUTarget

MODULE = """\
#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#down = #ttg.slice<{dim = 1, parent = #rows}>
#across = #ttg.slice<{dim = 0, parent = #rows}>
#there = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16}>
#back = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i16>, %out: !tt.ptr<i16>) {
    %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #down>
    %j = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #across>
    %eight = arith.constant dense<8> : tensor<8xi32, #down>
    %row = arith.muli %i, %eight : tensor<8xi32, #down>
    %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<8xi32, #down> -> tensor<8x1xi32, #rows>
    %columns = tt.expand_dims %j {axis = 0 : i32} : tensor<8xi32, #across> -> tensor<1x8xi32, #rows>
    %a = tt.broadcast %rows : tensor<8x1xi32, #rows> -> tensor<8x8xi32, #rows>
    %b = tt.broadcast %columns : tensor<1x8xi32, #rows> -> tensor<8x8xi32, #rows>
    %n = arith.addi %a, %b : tensor<8x8xi32, #rows>
    %base = tt.splat %x : !tt.ptr<i16> -> tensor<8x8x!tt.ptr<i16>, #rows>
    %at = tt.addptr %base, %n : tensor<8x8x!tt.ptr<i16>, #rows>, tensor<8x8xi32, #rows>
    %value = tt.load %at : tensor<8x8x!tt.ptr<i16>, #rows>
    %m = ttg.local_alloc %value : (tensor<8x8xi16, #rows>) -> !ttg.memdesc<8x8xi16, #there, #smem>
    %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<8x8xi16, #there, #smem> -> !ttg.memdesc<8x8xi16, #back, #smem>
    %turned = ttg.local_load %t : !ttg.memdesc<8x8xi16, #back, #smem> -> tensor<8x8xi16, #rows>
    %base_out = tt.splat %out : !tt.ptr<i16> -> tensor<8x8x!tt.ptr<i16>, #rows>
    %at_out = tt.addptr %base_out, %n : tensor<8x8x!tt.ptr<i16>, #rows>, tensor<8x8xi32, #rows>
    tt.store %at_out, %turned : tensor<8x8x!tt.ptr<i16>, #rows>
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
x = torch.arange(1, 65, dtype=torch.int16, device="cuda")
out = torch.zeros(64, dtype=torch.int16, device="cuda")
expected = x.reshape(8, 8).T.flatten().tolist()
kernel[(1, 1, 1)](x.data_ptr(), out.data_ptr())
print("PASS" if out.tolist() == expected else f"FAIL: {out.tolist()}, expected {expected}")
sys.exit(out.tolist() != expected)
