"""What atomics return, on a cluster: python clusters-atomic.py (no GPU needed)

The threads that do the operation hand its results on through shared memory. Each block has its share of the
results, and room is made for that, but they are stored at their places in the whole tile: beyond the end. Seen in
the PTX of 3.6.0 and 3.7.1; 3.3.1 and 3.8.0 are right. Prints FAIL, with status 1, where two results of 8 bytes lie
16 bytes apart and there are 16 bytes.
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def kernel(x, acc, out):
    row, column = tl.arange(0, 2)[:, None], tl.arange(0, 2)[None, :]
    value = tl.load(x + row + column * 16).to(tl.int64)
    old = tl.atomic_xor(acc + row * 2 + column * 4, value, sem="release")
    tl.store(out + row * 2 + column, old)


aligned = {(at,): [["tt.divisibility", 16]] for at in range(2)}
source = triton.compiler.ASTSource(kernel, {"x": "*i32", "acc": "*i64", "out": "*i64"}, {}, aligned)
options = {"num_ctas": 2, "num_warps": 1}
compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options)
ptx, room = compiled.asm["ptx"], compiled.metadata.shared
stored = re.search(r"st\.shared\.b64\s+\[\s*(%r\d+)", ptx)
# Thread 1 stores 1 << 4 bytes after thread 0.
apart = stored and re.search(r"and\.b32\s+(%r\d+), %r\d+, 16;[^;]*;[^;]*" + stored[1] + r", %r\d+, \1;", ptx)
wrong = bool(apart) and room == 16
print(f"FAIL: a result is stored at 16, of {room} bytes" if wrong else "PASS")
sys.exit(wrong)
