// A copy has landed after the wait that asks for it.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %c1 = arith.constant 1 : i32
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #blocked>
    %0 = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #blocked>
    %1 = tt.addptr %0, %range : tensor<32x!tt.ptr<f32>, #blocked>, tensor<32xi32, #blocked>
    %2 = ttg.local_alloc : () -> !ttg.memdesc<2x32xf32, #shared, #smem, mutable>
    %3 = ttg.memdesc_index %2[%c1] : !ttg.memdesc<2x32xf32, #shared, #smem, mutable> -> !ttg.memdesc<32xf32, #shared, #smem, mutable>
    %4 = ttg.async_copy_global_to_local %1, %3 : tensor<32x!tt.ptr<f32>, #blocked> -> <32xf32, #shared, #smem, mutable>
    %5 = ttg.async_commit_group tokens %4
    %6 = ttg.async_wait %5 {num = 0 : i32}
    %7 = ttg.local_load %3 token %6 : !ttg.memdesc<32xf32, #shared, #smem, mutable> -> tensor<32xf32, #blocked>
    %8 = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #blocked>
    %9 = tt.addptr %8, %range : tensor<32x!tt.ptr<f32>, #blocked>, tensor<32xi32, #blocked>
    tt.store %9, %7 : tensor<32x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
