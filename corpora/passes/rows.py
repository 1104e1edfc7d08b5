"""Sums of rows in a loop whose loads are pipelined, with gathered rows and a layout for each access."""
import triton
import triton.language as tl


@triton.jit
def rows(a, index, out, turned, n, M: tl.constexpr, N: tl.constexpr, STAGES: tl.constexpr):
    row = tl.program_id(0) * M + tl.arange(0, M)
    from_row = tl.load(index + row)
    column = tl.arange(0, N)
    sum = tl.zeros((M,), tl.int32)
    most = tl.full((M,), -1000, tl.int32)
    last = tl.zeros((M, N), tl.int32)
    for start in tl.range(0, n, N, num_stages=STAGES):
        x = tl.load(a + from_row[:, None] * n + (start + column)[None, :], mask=(start + column)[None, :] < n - 3,
                    other=7)
        sum += tl.sum(x, 1)
        most = tl.maximum(most, tl.max(x * 3 - column[None, :], 1))
        last += x
    tl.store(out + row, sum * 2 + most)
    tl.store(turned + column[:, None] * 64 + row[None, :], tl.trans(last))


def launch(ts):
    rows[(2,)](ts.pointer("a"), ts.pointer("index"), ts.pointer("out"), ts.pointer("turned"), ts.scalar("n"),
               M=32, N=ts.scalar("wide"), STAGES=ts.scalar("stages"), num_warps=ts.scalar("warps"))
