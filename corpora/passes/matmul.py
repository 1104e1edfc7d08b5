"""A matrix product in a pipelined loop: asynchronous copies, and wgmma where the GPU has it."""
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, rest, lda, ldb, ldc, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
           TURNED: tl.constexpr, MASKED: tl.constexpr, STAGES: tl.constexpr):
    row = tl.program_id(0) * M + tl.arange(0, M)
    column = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    a_at = a + row[:, None] * lda + inner[None, :]
    if TURNED:
        b_at = b + column[:, None] * ldb + inner[None, :]
    else:
        b_at = b + inner[:, None] * ldb + column[None, :]
    sum = tl.zeros((M, N), tl.float32)
    for k in tl.range(0, rest, K, num_stages=STAGES):
        if MASKED:
            x = tl.load(a_at, mask=inner[None, :] < rest - k, other=0.0)
            if TURNED:
                y = tl.load(b_at, mask=inner[None, :] < rest - k, other=0.0)
            else:
                y = tl.load(b_at, mask=inner[:, None] < rest - k, other=0.0)
        else:
            x = tl.load(a_at)
            y = tl.load(b_at)
        if TURNED:
            y = tl.trans(y)
        sum = tl.dot(x, y, sum)
        a_at += K
        b_at += K if TURNED else K * ldb
    tl.store(c + row[:, None] * ldc + column[None, :], sum)


def launch(ts):
    tile = ts.scalar("tile")
    matmul[(2, 2)](ts.pointer("a"), ts.pointer("b"), ts.pointer("c"), ts.scalar("rest"), ts.scalar("lda"),
                   ts.scalar("ldb"), ts.scalar("ldc"), M=64, N=tile, K=32, TURNED=ts.scalar("turned"),
                   MASKED=ts.scalar("masked"), STAGES=ts.scalar("stages"), num_warps=4)
