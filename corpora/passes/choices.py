"""Scalar decisions around tiles: an `if` and selects of one condition, values that a loop need not
compute again, a nest of two loops."""
import triton
import triton.language as tl


@triton.jit
def choices(a, b, out, n, limit, N: tl.constexpr):
    at = tl.arange(0, N)
    sum = tl.zeros((N,), tl.int32)
    other = tl.full((N,), 5, tl.int32)
    for i in range(0, n):
        x = tl.load(a + at + i * N)
        scale = tl.load(b + at) * 3 + limit
        even = i % 2 == 0
        if even:
            x = x * 2 + scale
            other += 1
        y = tl.where(even, x, sum)
        z = tl.where(even, other, x)
        sum = tl.minimum(sum + y - z, 100000) + scale
    tl.store(out + tl.program_id(0) * N + at, sum + other)


def launch(ts):
    choices[(2,)](ts.pointer("a"), ts.pointer("b"), ts.pointer("out"), ts.scalar("n"), ts.scalar("limit"),
                  N=ts.scalar("wide"), num_warps=4)
