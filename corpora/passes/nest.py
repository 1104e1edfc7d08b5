"""A persistent product: a loop over tiles around a loop over their parts, flattened into one."""
import triton
import triton.language as tl


@triton.jit
def nest(a, b, c, tiles, rest, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, STAGES: tl.constexpr,
         FLAT: tl.constexpr):
    inner = tl.arange(0, K)
    column = tl.arange(0, N)
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), flatten=FLAT):
        row = tile * M + tl.arange(0, M)
        sum = tl.zeros((M, N), tl.float32)
        for k in tl.range(0, rest, K, num_stages=STAGES):
            x = tl.load(a + row[:, None] * rest + (k + inner)[None, :])
            y = tl.load(b + (k + inner)[:, None] * N + column[None, :])
            sum = tl.dot(x, y, sum)
        tl.store(c + row[:, None] * N + column[None, :], sum)


def launch(ts):
    nest[(2,)](ts.pointer("a"), ts.pointer("b"), ts.pointer("c"), ts.scalar("tiles"), ts.scalar("rest"), M=64, N=64,
               K=32, STAGES=ts.scalar("stages"), FLAT=ts.scalar("flat"), num_warps=4)
