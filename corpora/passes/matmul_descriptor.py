"""A matrix product of tiles that come through tensor descriptors: TMA and barriers on Hopper."""
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, m, n, rest, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, STAGES: tl.constexpr):
    left = tl.make_tensor_descriptor(a, shape=[m, rest], strides=[rest, 1], block_shape=[M, K])
    right = tl.make_tensor_descriptor(b, shape=[rest, n], strides=[n, 1], block_shape=[K, N])
    out = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[M, N])
    row = tl.program_id(0) * M
    column = tl.program_id(1) * N
    sum = tl.zeros((M, N), tl.float32)
    for k in tl.range(0, rest, K, num_stages=STAGES):
        sum = tl.dot(left.load([row, k]), right.load([k, column]), sum)
    out.store([row, column], sum.to(tl.float16))


def launch(ts):
    triton.set_allocator(lambda size, alignment, stream: ts.pointer("scratch"))
    matmul[(2, 2)](ts.pointer("a"), ts.pointer("b"), ts.pointer("c"), ts.scalar("m"), ts.scalar("n"),
                   ts.scalar("rest"), M=64, N=64, K=64, STAGES=ts.scalar("stages"), num_warps=4)
