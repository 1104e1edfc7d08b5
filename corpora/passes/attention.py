"""Two products in one loop, the second of what the first gave: attention with max(x, 0) for exp."""
import triton
import triton.language as tl


@triton.jit
def attention(q, k, v, out, length, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr, STAGES: tl.constexpr):
    row = tl.program_id(0) * M + tl.arange(0, M)
    column = tl.arange(0, N)
    inner = tl.arange(0, D)
    query = tl.load(q + row[:, None] * D + inner[None, :])
    sum = tl.zeros((M, D), tl.float32)
    total = tl.zeros((M,), tl.float32)
    for start in tl.range(0, length, N, num_stages=STAGES):
        key = tl.load(k + (start + column)[:, None] * D + inner[None, :])
        value = tl.load(v + (start + column)[:, None] * D + inner[None, :])
        score = tl.dot(query, tl.trans(key))
        score = tl.minimum(tl.maximum(score, 0.0), 4.0)
        score = tl.where(row[:, None] >= (start + column)[None, :], score, 0.0)
        total += tl.sum(score, 1)
        sum = tl.dot(score.to(tl.float16), value, sum)
    tl.store(out + row[:, None] * D + inner[None, :], sum + total[:, None])


def launch(ts):
    attention[(2,)](ts.pointer("q"), ts.pointer("k"), ts.pointer("v"), ts.pointer("out"), ts.scalar("length"),
                    M=64, N=32, D=32, STAGES=ts.scalar("stages"), num_warps=4)
